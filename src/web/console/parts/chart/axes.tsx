import { labelIndexes, shortNumber } from './scale.ts'

export const WIDTH = 560
export const HEIGHT = 190
export const LEFT = 44
export const BOTTOM = 22
export const TOP = 10

type AxesProps = { ticks: number[]; y: (value: number) => number; labels: string[] }

const MAX_LABELS = 6
/** At this distance from the edge, a centered date isn't cut off. */
const HALF_LABEL = 18

/** The grid lines with their values, and as many labels below as fit. */
export function Axes({ ticks, y, labels }: AxesProps) {
  const slot = (WIDTH - LEFT) / labels.length
  const most = WIDTH - HALF_LABEL
  return (
    <g className="figures" fontSize="10" fill="var(--faint)">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={LEFT - 6} y={y(tick) + 3} textAnchor="end">
            {shortNumber(tick)}
          </text>
        </g>
      ))}
      {labelIndexes(labels, MAX_LABELS).map((index) => (
        <text
          key={index}
          x={Math.min(LEFT + slot * (index + 0.5), most)}
          y={HEIGHT - 6}
          textAnchor="middle"
        >
          {labels[index]}
        </text>
      ))}
    </g>
  )
}
