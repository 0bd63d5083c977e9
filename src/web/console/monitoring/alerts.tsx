import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { groupThousands } from '../../ui/format/money-text.ts'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Section } from '../parts/section.tsx'
import { useMay } from '../session/permission.ts'
import { Head } from '../parts/head.tsx'
import { useChange } from '../session/use-change.ts'
import { alertsQuery } from './queries.ts'

type Alert = CallAnswer<'listAlerts'>[number]

/** Alerts about money: one stolen access must not be enough to silence them. */
const TAKES_TWO = ['solvency', 'custody_differences']

const stateOf = ({ enabled, crossed_since: crossed, checked_at: checked }: Alert) => {
  if (!enabled) return <Badge tone="plain">Off</Badge>
  if (crossed) return <Badge tone="bad">Crossed</Badge>
  return checked === null ? (
    <Badge tone="plain">Not checked yet</Badge>
  ) : (
    <Badge tone="good">Fine</Badge>
  )
}

const nowOf = ({ value, unit }: Alert) =>
  value === null ? <None /> : `${groupThousands(value)} ${unit}`

const limitText = ({ alarms, limit, unit }: Alert) => `${alarms} ${groupThousands(limit)} ${unit}`

const wantedOf = ({ enabled, limit }: NonNullable<Alert['pending']>, unit: string) =>
  enabled ? `a limit of ${groupThousands(limit)} ${unit}` : 'off'

/** What is watched, and what one admin has asked for that another one has to ask for as well. */
function Watched({ alert: { text, pending, unit } }: { alert: Alert }) {
  if (!pending) return text
  return (
    <>
      {text}
      <span className="mt-1 block text-xs text-warn">
        {pending.by} asked to set it to {wantedOf(pending, unit)}. Another admin has to save the
        same values.
      </span>
    </>
  )
}

const COLUMNS: Column<Alert>[] = [
  {
    key: 'text',
    label: 'Watched',
    title: true,
    text: true,
    show: (row) => <Watched alert={row} />,
  },
  { key: 'state', label: 'State', show: stateOf },
  { key: 'value', label: 'Now', figures: true, show: nowOf },
  {
    key: 'limit',
    label: 'Limit',
    show: (row) => <span className="figures sm:whitespace-nowrap">{limitText(row)}</span>,
  },
  { key: 'since', label: 'Crossed since', show: (row) => <Time at={row.crossed_since} /> },
  { key: 'emailed', label: 'Last email', show: (row) => <Time at={row.mailed_at} /> },
]

const changeColumn = (onChange: (alert: Alert) => void): Column<Alert> => ({
  key: 'change',
  label: 'Change',
  actions: true,
  show: (row) => (
    <Button size="small" kind="quiet" onClick={() => onChange(row)}>
      Change<span className="sr-only"> {row.text}</span>
    </Button>
  ),
})

/** What is watched, where its limit lies, and which limits are crossed now. */
export function Alerts() {
  const mayChange = useMay('changeAlert')
  const [edited, setEdited] = useState<Alert | null>(null)
  const alerts = useQuery(alertsQuery)
  return (
    <>
      <Head
        title="Alerts"
        intro="We email when a limit is crossed and when it’s back within the limit."
      />
      <div className="mt-4">
        <Section title="Limits" flush>
          {alerts.isPending && <SkeletonRows rows={5} label="Loading the alerts" />}
          {alerts.isError && (
            <ErrorPanel
              error={alerts.error}
              title="We couldn’t load the alerts"
              onRetry={() => void alerts.refetch()}
            />
          )}
          {alerts.data && (
            <DataTable
              label="Alerts"
              columns={mayChange ? [...COLUMNS, changeColumn(setEdited)] : COLUMNS}
              rows={alerts.data}
              keyOf={(row) => row.name}
            />
          )}
        </Section>
      </div>
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited?.text ?? 'Alert'}
      >
        {edited && <AlertForm alert={edited} onClose={() => setEdited(null)} />}
      </Dialog>
    </>
  )
}

function AlertForm({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const { enabled, limit } = alert
  const { field, handleSubmit, showErrors } = useFields({ enabled, limit })
  const change = useChange('changeAlert', {
    done: ({ pending }) =>
      pending ? 'Waiting for another admin to save the same values.' : 'Changed.',
    onDone: onClose,
    showFailure: showErrors,
  })
  const submit = handleSubmit((asked) =>
    change.mutate({
      params: { name: alert.name },
      body: { enabled: asked.enabled, limit: asked.limit.trim() },
    }),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={`Limit (${alert.unit}); alerts ${alert.alarms} it`}
        inputMode="decimal"
        {...field('limit')}
      />
      <CheckField
        label="Watch this"
        hint={
          TAKES_TWO.includes(alert.name)
            ? 'Turning it off or loosening its limit takes a second admin.'
            : 'When off, nobody gets an email.'
        }
        {...field('enabled')}
      />
      <Button kind="primary" type="submit" pending={change.isPending} wide>
        Save
      </Button>
    </form>
  )
}
