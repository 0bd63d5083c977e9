import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Icon } from '../../ui/icon.tsx'
import { addUp, REWARD_KINDS, sumText } from './reward-kinds.ts'
import type { Earnings } from './queries.ts'
import type { Unit } from './reward-kinds.ts'
import { stepText } from './step-text.ts'

const CELL = 'py-2 pl-3 text-right'

/** The figures behind the bars; steps in which nothing came are left out. */
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
        <Icon name="forward" className="size-4 group-open:rotate-90" />
        <Trans>Show as a table</Trans>
      </summary>
      <div className="overflow-x-auto">
        <table className="figures w-full text-sm">
          <thead className="text-faint">
            <tr>
              <th scope="col" className="py-2 text-left font-medium">
                {data.by === 'week' ? t`Week of` : data.by === 'month' ? t`Month` : t`Day`}
              </th>
              {REWARD_KINDS.map(({ kind, short }) => (
                <th key={kind} scope="col" className={`${CELL} font-medium`}>
                  {i18n._(short)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((period) => (
              <tr key={period.start} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-normal whitespace-nowrap">
                  {stepText(period.start, data.by)}
                </th>
                {REWARD_KINDS.map(({ kind }) => (
                  <td key={kind} className={CELL}>
                    {sumText(period[kind], unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
