import { labelIndexes, shortNumber } from './scale.ts'

export const HEIGHT = 200
export const LEFT = 46
export const BOTTOM = 26
export const TOP = 10

type AxesProps = {
  /**
   * The width of the whole chart in CSS pixels, so that its text has the same size on every screen.
   */
  width: number
  ticks: number[]
  y: (value: number) => number
  labels: string[]
}

/** A date and the gap beside it. */
const LABEL_WIDTH = 72
/** At least this far from the edge, a centered date isn't cut off. */
const HALF_LABEL = 22

/** The grid lines with their values, and below the chart as many labels as fit. */
export function Axes({ width, ticks, y, labels }: AxesProps) {
  const slot = (width - LEFT) / labels.length
  const fitting = Math.max(1, Math.floor((width - LEFT) / LABEL_WIDTH))
  return (
    <g className="figures" fontSize="12" fill="var(--faint)">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {shortNumber(tick)}
          </text>
        </g>
      ))}
      {labelIndexes(labels, fitting).map((index) => (
        <text
          key={index}
          x={Math.min(LEFT + slot * (index + 0.5), width - HALF_LABEL)}
          y={HEIGHT - 6}
          textAnchor="middle"
        >
          {labels[index]}
        </text>
      ))}
    </g>
  )
}
