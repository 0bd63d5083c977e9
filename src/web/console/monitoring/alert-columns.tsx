import type { CallAnswer } from '../../../contract/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { groupThousands } from '../../ui/format/money-text.ts'
import { None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'

export type Alert = CallAnswer<'listAlerts'>[number]

const stateOf = ({ enabled, crossed_since: crossed, checked_at: checked }: Alert) => {
  if (!enabled) return <Badge tone="plain">Off</Badge>
  if (crossed) return <Badge tone="bad">Crossed</Badge>
  return checked === null ? (
    <Badge tone="plain">Not checked yet</Badge>
  ) : (
    <Badge tone="good">Fine</Badge>
  )
}

const MINUTES_OF_DAY = 1440

const rounded = (size: number): string => String(Math.round(size * 10) / 10)

/** An amount with its unit; many minutes as hours or days. */
function sizeText(amount: string, unit: string): string {
  const minutes = unit === 'minutes' ? Number(amount) : 0
  if (minutes >= 2 * MINUTES_OF_DAY) return `${rounded(minutes / MINUTES_OF_DAY)} days`
  return minutes >= 120 ? `${rounded(minutes / 60)} hours` : `${groupThousands(amount)} ${unit}`
}

const nowOf = ({ value, unit }: Alert) => (value === null ? <None /> : sizeText(value, unit))

const limitText = ({ alarms, limit, unit }: Alert) => `${alarms} ${sizeText(limit, unit)}`

const wantedOf = ({ enabled, limit }: NonNullable<Alert['pending']>, unit: string) =>
  enabled ? `a limit of ${sizeText(limit, unit)}` : 'off'

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

/** The columns of the alerts, with a button to change each if `onChange` is given. */
export const alertColumns = (onChange: ((alert: Alert) => void) | null) =>
  onChange ? [...COLUMNS, changeColumn(onChange)] : COLUMNS

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
