import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Icon } from '../../ui/icon.tsx'
import { addUp } from './reward-kinds.ts'
import { kindColumns } from './kind-columns.ts'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import type { Earnings } from './queries.ts'
import type { Unit } from './reward-kinds.ts'
import { stepText } from './step-text.ts'

type Period = Earnings['periods'][number]

const columnsOf = (by: Earnings['by'], unit: Unit): Column<Period>[] => [
  {
    key: 'start',
    label: by === 'week' ? t`Week of` : by === 'month' ? t`Month` : t`Day`,
    heads: true,
    className: 'whitespace-nowrap',
    show: ({ start }) => stepText(start, by),
  },
  ...kindColumns<Period>(unit),
]

/** The figures behind the bars, without empty steps. */
export function EarningsTable({ data, unit }: { data: Earnings; unit: Unit }) {
  const rows = data.periods.filter((period) => addUp(period, 'count') > 0n).toReversed()
  return (
    <details className="group mt-3">
      <summary
        className={
          'flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-medium ' +
          'text-soft hover:text-ink'
        }
      >
        <Icon name="forward" className="size-4 group-open:rotate-90 rtl:group-open:-rotate-90" />
        <Trans>Show as a table</Trans>
      </summary>
      <Table columns={columnsOf(data.by, unit)} rows={rows} keyOf={({ start }) => start} />
    </details>
  )
}
