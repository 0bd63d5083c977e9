import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { colorOf } from '../../ui/plan/plan-color.ts'
import { PlanMark } from '../../ui/plan/plan-mark.tsx'
import { formatUsd } from '../../../domain/money/money.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { addUp, REWARD_KINDS, sumText } from './reward-kinds.ts'
import type { Earnings } from './queries.ts'
import type { Unit } from './reward-kinds.ts'

const CELL = 'py-2.5 pl-2 text-right sm:pl-3'

/** What each plan's activations paid, level by level: a table whose last column is also a bar. */
export function ByPlan({ data, unit }: { data: Earnings; unit: Unit }) {
  const totals = data.plans.map((plan) => addUp(plan, unit))
  const most = totals.reduce((max, total) => (total > max ? total : max), 0n)
  return (
    <div className="mt-3 overflow-x-auto">
      <table className="figures w-full text-sm">
        <thead className="whitespace-nowrap text-faint max-sm:text-xs">
          <tr>
            <th scope="col" className="py-2 text-left font-medium">
              <Trans>Plan</Trans>
            </th>
            {REWARD_KINDS.map(({ kind, short }) => (
              <th key={kind} scope="col" className={`${CELL} font-medium`}>
                {i18n._(short)}
              </th>
            ))}
            <th scope="col" className={`${CELL} font-medium`}>
              <Trans>Total</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.plans.map((plan, index) => (
            <tr key={plan.plan} className="border-t border-line">
              <th scope="row" className="py-2.5 text-left font-medium">
                <span className="flex items-center gap-2">
                  <PlanMark plan={plan.plan} className="size-4 shrink-0" />
                  {plan.plan}
                </span>
              </th>
              {REWARD_KINDS.map(({ kind }) => (
                <td key={kind} className={`${CELL} text-soft`}>
                  {sumText(plan[kind], unit)}
                </td>
              ))}
              <td className={`${CELL} relative font-semibold`}>
                {totalText(totals[index] ?? 0n, unit)}
                <Bar plan={plan.plan} size={totals[index] ?? 0n} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function totalText(total: bigint, unit: Unit): string {
  if (total === 0n) return '–'
  return unit === 'usd' ? usdText(formatUsd(total)) : String(total)
}

/** Below the figure without taking up room, so that all figures share one line. */
function Bar({ plan, size, most }: { plan: string; size: bigint; most: bigint }) {
  const share = most === 0n ? 0 : Number((size * 1000n) / most) / 1000
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute right-0 bottom-1 h-0.5 w-[calc(100%-0.5rem)] max-w-32"
    >
      <rect x={100 - share * 100} width={share * 100} height="4" className={colorOf(plan).fill} />
    </svg>
  )
}
