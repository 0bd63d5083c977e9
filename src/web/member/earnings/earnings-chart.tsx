import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { microsText, usdText } from '../../ui/format/money-text.ts'
import { roundTicks } from './round-ticks.ts'
import { addUp, REWARD_KINDS, sizeOf } from './reward-kinds.ts'
import type { Earnings } from './queries.ts'
import type { Unit } from './reward-kinds.ts'
import { stepText } from './step-text.ts'

const HEIGHT = 160
const STEP = 20
const BAR = 14

const MIN_STEPS = 8
const MAX_LABELS = 4

type Periods = Earnings['periods']

/** From the first period with a reward, but with enough periods that no bar fills the chart. */
function sinceFirst(periods: Periods): Periods {
  const first = periods.findIndex((period) => addUp(period, 'count') > 0n)
  return first < 0
    ? periods
    : periods.slice(Math.max(0, Math.min(first, periods.length - MIN_STEPS)))
}

/** The labeled periods: the first, the last, and some between. */
function labelled(periods: Periods): Periods {
  const last = periods.length - 1
  const count = Math.min(MAX_LABELS, periods.length)
  const places = Array.from({ length: count }, (_, i) => Math.round((i * last) / (count - 1 || 1)))
  return places.flatMap((place) => periods[place] ?? [])
}

const sizeText = (size: bigint, unit: Unit) => (unit === 'usd' ? microsText(size) : String(size))

const percentOf = (part: bigint, whole: bigint) => Number((part * 1000n) / whole) / 10

/** One stacked bar per time step. The table below says the same in words. */
export function EarningsChart({ data, unit }: { data: Earnings; unit: Unit }) {
  const [pointed, setPointed] = useState<number | null>(null)
  const periods = sinceFirst(data.periods)
  const totals = periods.map((period) => addUp(period, unit))
  const most = totals.reduce((max, total) => (total > max ? total : max), 0n)
  const ticks = roundTicks(most)
  const top = ticks.at(-1) ?? 0n
  const { count } = data.total
  const sum = usdText(data.total.amount)
  const summary = t`Rewards over time: ${count} rewards, ${sum} in all. A table follows.`
  const told = pointed === null ? undefined : periods[pointed]
  return (
    <figure className="mt-4">
      {/* Its line exists from the start, so that nothing shifts. */}
      <p aria-hidden="true" className="figures mb-2 min-h-5 truncate text-sm text-soft">
        {told && periodText(told, data.by, unit)}
      </p>
      <div className="relative ms-12" dir="ltr">
        {ticks.map((tick) => (
          <span
            key={String(tick)}
            aria-hidden="true"
            style={{ bottom: `${percentOf(tick, top || 1n)}%` }}
            className="figures absolute end-full me-2 translate-y-1/2 text-xs text-faint"
          >
            {sizeText(tick, unit)}
          </span>
        ))}
        <Columns {...{ periods, ticks, unit, summary, pointed }} onPoint={setPointed} />
      </div>
      <p
        aria-hidden="true"
        className="figures ms-12 mt-1.5 flex justify-between text-xs text-faint"
      >
        {labelled(periods).map(({ start }) => (
          <span key={start}>{stepText(start, data.by)}</span>
        ))}
      </p>
      <Legend />
    </figure>
  )
}

type ColumnsProps = {
  periods: Periods
  ticks: readonly bigint[]
  unit: Unit
  summary: string
  pointed: number | null
  onPoint: (index: number | null) => void
}

function Columns({ periods, ticks, unit, summary, pointed, onPoint }: ColumnsProps) {
  const top = ticks.at(-1) ?? 0n
  return (
    <svg
      viewBox={`0 0 ${periods.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={summary}
      onPointerLeave={() => onPoint(null)}
      className="block h-40 w-full overflow-visible"
    >
      {ticks.map((tick) => {
        const y = HEIGHT * (1 - percentOf(tick, top || 1n) / 100)
        return (
          <line
            key={String(tick)}
            x2="100%"
            y1={y}
            y2={y}
            vectorEffect="non-scaling-stroke"
            className={tick === 0n ? 'stroke-edge' : 'stroke-line'}
          />
        )
      })}
      {periods.map((period, index) => (
        <g
          key={period.start}
          transform={`translate(${index * STEP} 0)`}
          onPointerEnter={() => onPoint(index)}
        >
          {/* The whole column reacts to the pointer, not only the bar. */}
          <rect
            width={STEP}
            height={HEIGHT}
            className={index === pointed ? 'fill-raised' : 'fill-transparent'}
          />
          <g transform={`translate(${(STEP - BAR) / 2} 0)`}>
            <Stack sizes={REWARD_KINDS.map(({ kind }) => sizeOf(period[kind], unit))} top={top} />
          </g>
        </g>
      ))}
    </svg>
  )
}

const Legend = () => (
  <figcaption>
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
      {REWARD_KINDS.map(({ kind, label, swatch }) => (
        <li key={kind} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={`size-3 rounded-xs forced-color-adjust-none ${swatch}`}
          />
          {i18n._(label)}
        </li>
      ))}
    </ul>
  </figcaption>
)

/** One time step's rewards by kind, shown while the pointer is on its column. */
function periodText(period: Periods[number], by: Earnings['by'], unit: Unit): string {
  const parts = REWARD_KINDS.filter(({ kind }) => period[kind].count > 0).map(
    ({ kind, label }) => `${i18n._(label)} ${sizeText(sizeOf(period[kind], unit), unit)}`,
  )
  const name = stepText(period.start, by)
  return [`${name}: ${sizeText(addUp(period, unit), unit)}`, ...parts].join(' · ')
}

/** Heights are thousandths of the highest bar, so amounts never become floats. */
function Stack({ sizes, top }: { sizes: bigint[]; top: bigint }) {
  if (top === 0n) return null
  const heights = sizes.map((size) => (Number((size * 1000n) / top) / 1000) * HEIGHT)
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
