import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useInView } from '../../client/use-in-view.ts'
import { paths } from '../../client/paths.ts'
import { Card } from '../../ui/card.tsx'
import { formatUsd } from '../../../domain/money/money.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { earningsQuery, type Earnings } from '../earnings/queries.ts'
import { addUp } from '../earnings/reward-kinds.ts'

const WEEKS = 12
const HEIGHT = 40

/** The last weeks' rewards as small bars. The linked page explains each reward. */
export function EarningsGlance() {
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useInView(place)
  const { data, isError } = useQuery({ ...earningsQuery({ by: 'week' }), enabled: isSeen })
  return (
    <Card label={t`Earnings`}>
      <Link to={paths.earnings()} className="group block rounded-lg p-5 sm:p-6">
        <h2 className="text-sm text-faint">
          <Trans>Earnings, last {WEEKS} weeks</Trans>
        </h2>
        <div ref={place} className="min-h-19">
          {/* Nothing loads while it is off the screen. */}
          {data && <Bars data={data} />}
          {isError && !data && (
            <p className="mt-1 text-sm text-soft">
              <Trans>Failed to load earnings</Trans>
            </p>
          )}
          {isSeen && !data && !isError && <Skeleton className="mt-1 h-18" />}
        </div>
      </Link>
    </Card>
  )
}

function Bars({ data }: { data: Earnings }) {
  const totals = data.periods.slice(-WEEKS).map((period) => addUp(period, 'usd'))
  const most = totals.reduce((max, total) => (total > max ? total : max), 1n)
  const sum = totals.reduce((all, total) => all + total, 0n)
  return (
    <>
      <p className="figures mt-1 text-xl font-semibold group-hover:text-accent">
        {usdText(formatUsd(sum))}
      </p>
      <svg
        viewBox={`0 0 ${WEEKS * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 block h-10 w-full"
      >
        {totals.map((total, index) => {
          // At least a line, so that a week without rewards is visible.
          const height = Math.max(1, (Number((total * 1000n) / most) / 1000) * HEIGHT)
          return (
            <rect
              key={data.periods.at(index - totals.length)?.start}
              x={index * 10 + 1}
              y={HEIGHT - height}
              width={8}
              height={height}
              className={total > 0n ? 'fill-accent' : 'fill-edge'}
            />
          )
        })}
      </svg>
    </>
  )
}
