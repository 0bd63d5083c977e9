import { t } from '@lingui/core/macro'
import { BOTTOM, HEIGHT, LEFT, TOP } from './axes.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { ticksOf, type Series } from './scale.ts'

type LineChartProps = {
  title: string
  unit?: string
  /** Each point's name in the table. */
  labels: string[]
  /** The same, short enough to fit below the chart. */
  marks: string[]
  series: Series[]
  empty?: string
}

/** Values over time as lines, with gaps where values are unknown. */
export function LineChart({ title, unit, labels, marks, series, empty }: LineChartProps) {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const ticks = ticksOf(Math.min(...known, 0), Math.max(...known, 1), unit === undefined)
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const y = (value: number) =>
    HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - BOTTOM - TOP)
  return (
    <ChartFrame
      title={title}
      by={t`over time`}
      unit={unit}
      labels={labels}
      series={series}
      empty={empty}
      ticks={ticks}
      y={y}
      marks={marks}
    >
      {(slot) => <Lines series={series} slot={slot} y={y} />}
    </ChartFrame>
  )
}

type Values = Series['values']
type LinesProps = { series: Series[]; slot: number; y: (value: number) => number }

const Lines = ({ series, slot, y }: LinesProps) =>
  series.map(({ name, color, values }) => (
    <g key={name}>
      <path
        d={pathOf(values, (index) => xOf(slot, index), y)}
        fill="none"
        stroke={color}
        strokeWidth="1.75"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {values.map(
        (value, index) =>
          value !== null &&
          isAlone(values, index) && (
            <circle key={index} cx={xOf(slot, index)} cy={y(value)} r={DOT} fill={color} />
          ),
      )}
    </g>
  ))

// A line needs two points. A point without neighbors would be invisible.
const DOT = 3.5

const xOf = (slot: number, index: number) => LEFT + slot * (index + 0.5)

const isKnown = (values: Values, index: number) => (values[index] ?? null) !== null

const isAlone = (values: Values, index: number) =>
  !isKnown(values, index - 1) && !isKnown(values, index + 1)

function pathOf(
  values: Values,
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const begins = !isKnown(values, index - 1)
      return `${begins ? 'M' : 'L'}${x(index).toFixed(1)},${y(value).toFixed(1)}`
    })
    .join(' ')
}
