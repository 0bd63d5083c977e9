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

type LinesProps = { series: Series[]; slot: number; y: (value: number) => number }

const Lines = ({ series, slot, y }: LinesProps) =>
  series.map(({ name, color, values }) => (
    <path
      key={name}
      d={pathOf(values, (index) => LEFT + slot * (index + 0.5), y)}
      fill="none"
      stroke={color}
      strokeWidth="1.75"
      strokeLinejoin="round"
      // A line with a single point has no length. Only its round end is visible.
      strokeLinecap="round"
    />
  ))

function pathOf(
  values: (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const begins = index === 0 || (values[index - 1] ?? null) === null
      const point = `${x(index).toFixed(1)},${y(value).toFixed(1)}`
      const alone = begins && (values[index + 1] ?? null) === null
      return `${begins ? 'M' : 'L'}${point}${alone ? ` L${point}` : ''}`
    })
    .join(' ')
}
