import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { colorOf } from '../../ui/plan/plan-color.ts'
import { PlanMark } from '../../ui/plan/plan-mark.tsx'
import { formatUsd } from '../../../domain/money/money.ts'
import { usdText } from '../../ui/format/money-text.ts'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { kindColumns } from './kind-columns.ts'
import { addUp, REWARD_KINDS, sumText } from './reward-kinds.ts'
import type { Earnings } from './queries.ts'
import type { Unit } from './reward-kinds.ts'

type Plan = Earnings['plans'][number]

const columnsOf = (unit: Unit, most: bigint): Column<Plan>[] => [
  {
    key: 'plan',
    label: t`Plan`,
    heads: true,
    show: ({ plan }) => (
      <span className="flex items-center gap-2 font-medium">
        <PlanMark plan={plan} className="size-4 shrink-0" />
        {plan}
      </span>
    ),
  },
  ...kindColumns<Plan>(unit, 'max-sm:hidden'),
  {
    key: 'total',
    label: t`Total`,
    figures: true,
    className: 'relative',
    show: (plan) => (
      <>
        <span className="font-semibold">{totalText(addUp(plan, unit), unit)}</span>
        <Bar plan={plan.plan} size={addUp(plan, unit)} most={most} />
      </>
    ),
  },
]

/** Each plan's rewards by level: a table whose last column is also a bar. */
export function ByPlan({ data, unit }: { data: Earnings; unit: Unit }) {
  const totals = data.plans.map((plan) => addUp(plan, unit))
  const most = totals.reduce((max, total) => (total > max ? total : max), 0n)
  return (
    <div className="mt-3">
      <Table
        columns={columnsOf(unit, most)}
        rows={data.plans}
        keyOf={({ plan }) => plan}
        classOf={() => 'border-t!'}
        renderBelow={(row) => <ByLevel row={row} unit={unit} />}
      />
    </div>
  )
}

/** The levels, on their own line where a phone has no room for their columns. */
const ByLevel = ({ row, unit }: { row: Plan; unit: Unit }) =>
  addUp(row, 'count') > 0n && (
    <tr className="sm:hidden">
      <td colSpan={2} className="pb-2.5 text-xs text-faint">
        {REWARD_KINDS.map(({ kind, short }) => (
          <span key={kind} className="me-4 whitespace-nowrap">
            {i18n._(short)} <span className="text-ink">{sumText(row[kind], unit)}</span>
          </span>
        ))}
      </td>
    </tr>
  )

function totalText(total: bigint, unit: Unit): string {
  if (total === 0n) return '–'
  return unit === 'usd' ? usdText(formatUsd(total)) : String(total)
}

/** Below the figure without taking up room, so that all figures stay on one line. */
function Bar({ plan, size, most }: { plan: string; size: bigint; most: bigint }) {
  const share = most === 0n ? 0 : Number((size * 1000n) / most) / 1000
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute end-0 bottom-1 h-0.5 w-[calc(100%-0.5rem)] max-w-32"
    >
      <rect
        x={100 - share * 100}
        width={share * 100}
        height="4"
        className={`fill-current ${colorOf(plan).mark}`}
      />
    </svg>
  )
}
