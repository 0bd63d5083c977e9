import { t } from '@lingui/core/macro'
import { BOTTOM, HEIGHT, LEFT, TOP } from './axes.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { fullNumber, ticksOf, type Series } from './scale.ts'

type BarChartProps = { title: string; unit?: string; labels: string[]; series: Series[] }

/** Days as stacked bars. */
export function BarChart({ title, unit, labels, series }: BarChartProps) {
  const sums = labels.map((_, index) =>
    series.reduce((sum, { values }) => sum + Math.max(0, values[index] ?? 0), 0),
  )
  const ticks = ticksOf(0, Math.max(...sums, 1), unit === undefined)
  const top = ticks.at(-1) ?? 1
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP)
  return (
    <ChartFrame
      title={title}
      by={t`by day`}
      unit={unit}
      labels={labels}
      series={series}
      empty={t`No data yet.`}
      ticks={ticks}
      y={y}
    >
      {(slot) =>
        labels.map((label, index) => (
          <Stack
            key={index}
            label={label}
            x={LEFT + slot * index + slot * 0.14}
            width={slot * 0.72}
            y={y}
            parts={series.map(({ name, color, values }) => ({
              name,
              color,
              value: Math.max(0, values[index] ?? 0),
            }))}
          />
        ))
      }
    </ChartFrame>
  )
}

type Part = { name: string; color: string; value: number }
type StackProps = {
  label: string
  x: number
  width: number
  y: (value: number) => number
  parts: Part[]
}

function Stack({ label, x, width, y, parts }: StackProps) {
  const lower = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { value }) => sum + value, 0),
  )
  return (
    <g>
      <title>
        {`${label}: ${parts.map(({ name, value }) => `${name} ${fullNumber(value)}`).join(', ')}`}
      </title>
      {parts.map(({ name, color, value }, index) => {
        const from = lower[index] ?? 0
        return (
          <rect
            key={name}
            x={x}
            y={y(from + value)}
            width={width}
            height={Math.max(0, y(from) - y(from + value))}
            fill={color}
          />
        )
      })}
    </g>
  )
}
