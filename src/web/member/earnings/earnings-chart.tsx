import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { microsText, usdText } from '../../ui/format/money-text.ts'
import { addUp, REWARD_KINDS, sizeOf } from './reward-kinds.ts'
import type { Earnings } from './queries.ts'
import type { Unit } from './reward-kinds.ts'
import { stepText } from './step-text.ts'

const HEIGHT = 160
const STEP = 20
const BAR = 14

/** Lines across, as shares of the height. */
const TICKS = [0, 0.25, 0.5, 0.75]
const FEWEST = 8
const MOST_LABELS = 4

type Periods = Earnings['periods']

/** From the first period that paid something, but never so few that a bar would fill the chart. */
function sinceFirst(periods: Periods): Periods {
  const first = periods.findIndex((period) => addUp(period, 'count') > 0n)
  return first < 0 ? periods : periods.slice(Math.max(0, Math.min(first, periods.length - FEWEST)))
}

/** The periods that are named below the chart: the first, the last, and some between. */
function labelled(periods: Periods): Periods {
  const last = periods.length - 1
  const count = Math.min(MOST_LABELS, periods.length)
  const places = Array.from({ length: count }, (_, i) => Math.round((i * last) / (count - 1 || 1)))
  return places.flatMap((place) => periods[place] ?? [])
}

const sizeText = (size: bigint, unit: Unit) => (unit === 'usd' ? microsText(size) : String(size))

/** One stacked bar for each step of time. Its table twin below says the same in words. */
export function EarningsChart({ data, unit }: { data: Earnings; unit: Unit }) {
  const periods = sinceFirst(data.periods)
  const totals = periods.map((period) => addUp(period, unit))
  const most = totals.reduce((max, total) => (total > max ? total : max), 0n)
  const { count } = data.total
  const sum = usdText(data.total.amount)
  const summary = t`Rewards over time: ${count} rewards, ${sum} in all. A table follows.`
  return (
    <figure className="mt-4">
      <p aria-hidden="true" className="figures mb-1 text-xs text-faint">
        {most > 0n ? sizeText(most, unit) : ''}
      </p>
      <svg
        viewBox={`0 0 ${periods.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
        className="block h-40 w-full border-b border-edge"
      >
        {TICKS.map((share) => (
          <line
            key={share}
            x2="100%"
            y1={HEIGHT * share + 0.5}
            y2={HEIGHT * share + 0.5}
            className="stroke-line"
            strokeDasharray="4 4"
          />
        ))}
        {periods.map((period, index) => (
          <g key={period.start} transform={`translate(${index * STEP + (STEP - BAR) / 2} 0)`}>
            <title>
              {`${stepText(period.start, data.by)}: ${sizeText(totals[index] ?? 0n, unit)}`}
            </title>
            {/* The whole column answers the pointer, not only what was paid. */}
            <rect width={BAR} height={HEIGHT} className="fill-transparent hover:fill-raised" />
            <Stack sizes={REWARD_KINDS.map(({ kind }) => sizeOf(period[kind], unit))} most={most} />
          </g>
        ))}
      </svg>
      <p aria-hidden="true" className="figures mt-1.5 flex justify-between text-xs text-faint">
        {labelled(periods).map(({ start }) => (
          <span key={start}>{stepText(start, data.by)}</span>
        ))}
      </p>
      <figcaption>
        <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
          {REWARD_KINDS.map(({ kind, label, swatch }) => (
            <li key={kind} className="flex items-center gap-2">
              <span aria-hidden="true" className={`size-3 rounded-xs ${swatch}`} />
              {i18n._(label)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

/** Heights are thousandths of the highest bar: amounts themselves are never made floating. */
function Stack({ sizes, most }: { sizes: bigint[]; most: bigint }) {
  if (most === 0n) return null
  const heights = sizes.map((size) => (Number((size * 1000n) / most) / 1000) * HEIGHT)
  return heights.map((height, index) => {
    const below = heights.slice(0, index).reduce((sum, each) => sum + each, 0)
    const kind = REWARD_KINDS[index]
    if (height === 0 || !kind) return null
    return (
      <rect
        key={kind.kind}
        y={HEIGHT - below - height}
        width={BAR}
        height={height}
        className={kind.fill}
      />
    )
  })
}
