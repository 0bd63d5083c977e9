import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { largestUnit } from '../../../domain/time/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { groupThousands, numberFormat } from '../../client/format/number-text.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { None, Time } from '../parts/list/cells.tsx'
import { knownText } from '../parts/known-text.ts'
import type { Column } from '../../ui/table/column.ts'

export type Alert = CallAnswer<'listAlerts'>[number]

const stateOf = ({ enabled, crossed_since: crossed, checked_at: checked }: Alert) => {
  if (!enabled)
    return (
      <Badge tone="plain">
        <Trans context="alert">Off</Trans>
      </Badge>
    )
  if (crossed)
    return (
      <>
        <Badge tone="bad">
          <Trans>Alerting</Trans>
        </Badge>
        <span className="mt-1 block text-xs text-faint">
          <Trans>
            since <Time at={crossed} wraps />
          </Trans>
        </span>
      </>
    )
  return checked === null ? (
    <Badge tone="plain">
      <Trans>Not checked yet</Trans>
    </Badge>
  ) : (
    <Badge tone="good">
      <Trans>OK</Trans>
    </Badge>
  )
}

const UNITS: Record<string, string> = {
  percent: t`percent`,
  minutes: t`minutes`,
  seconds: t`seconds`,
  'seconds ago': t`seconds`,
  'seconds old': t`seconds`,
  addresses: t`addresses`,
  emails: t`emails`,
  webhooks: t`webhooks`,
  reasons: t`reasons`,
  withdrawals: t`withdrawals`,
  rows: t`rows`,
}

/** How many seconds a unit of time has. */
const SECONDS: Record<string, number> = {
  minutes: 60,
  seconds: 1,
  'seconds ago': 1,
  'seconds old': 1,
}

export const alertText = ({ name, text }: Alert): string => knownText(`alert.${name}.text`, text)

export const unitText = (unit: string): string => UNITS[unit] ?? unit

/** A duration in the largest unit that gives at least two: `2 days`, `25 hours`, `56.4 seconds`. */
function durationText(seconds: number): string {
  const [unit, length] = largestUnit(seconds)
  const long = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const
  return numberFormat(long).format(seconds / length)
}

/** An amount with its unit. */
function sizeText(amount: string, unit: string): string {
  const perUnit = SECONDS[unit]
  if (perUnit !== undefined) return durationText(Number(amount) * perUnit)
  if (unit === 'USD') return usdText(amount)
  const number = groupThousands(amount)
  return unit === 'percent' ? `${number}%` : `${number} ${unitText(unit)}`
}

const nowOf = ({ value, unit }: Alert) => (value === null ? <None /> : sizeText(value, unit))

const limitText = ({ alarms, limit, unit }: Alert) =>
  alarms === 'above' ? t`above ${sizeText(limit, unit)}` : t`below ${sizeText(limit, unit)}`

const wantedOf = ({ enabled, limit }: NonNullable<Alert['pending']>, unit: string) =>
  enabled ? t`a limit of ${sizeText(limit, unit)}` : t({ message: 'off', context: 'alert' })

/** The monitored figure, and any change by one admin that awaits a second one. */
function Monitored({ alert }: { alert: Alert }) {
  const { pending, unit } = alert
  const text = alertText(alert)
  if (!pending) return text
  return (
    <>
      {text}
      <span className="mt-1 block text-xs text-warn">
        <Trans>
          {pending.by} asked to set it to {wantedOf(pending, unit)}. Another admin has to save the
          same values.
        </Trans>
      </span>
    </>
  )
}

const COLUMNS: Column<Alert>[] = [
  {
    key: 'text',
    label: t`Monitored`,
    title: true,
    text: true,
    show: (row) => <Monitored alert={row} />,
  },
  { key: 'state', label: t`State`, show: stateOf, glance: stateOf },
  {
    key: 'value',
    label: t`Now`,
    figures: true,
    show: nowOf,
    glance: (row) => row.value && nowOf(row),
  },
  {
    key: 'limit',
    label: t`Limit`,
    show: (row) => <span className="figures lg:whitespace-nowrap">{limitText(row)}</span>,
  },
  {
    key: 'emailed',
    label: t`Last email`,
    has: (row) => row.mailed_at !== null,
    show: (row) => <Time at={row.mailed_at} wraps />,
  },
]

/** The columns of the alerts, with a button to change each if `onChange` is given. */
export const alertColumns = (onChange: ((alert: Alert) => void) | null) =>
  onChange ? [...COLUMNS, changeColumn(onChange)] : COLUMNS

const changeColumn = (onChange: (alert: Alert) => void): Column<Alert> => ({
  key: 'change',
  label: t`Change`,
  actions: true,
  show: (row) => (
    <Button size="small" kind="quiet" onClick={() => onChange(row)}>
      <Trans>
        Change<span className="sr-only"> {alertText(row)}</span>
      </Trans>
    </Button>
  ),
})
