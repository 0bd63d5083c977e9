'use no memo'

import { t } from '@lingui/core/macro'
import { SeatShape, Stub, type SeatSizes } from '../../ui/seat/seat-shape.tsx'
import { exampleSeats } from './example-seats.ts'

type Sizes = SeatSizes & { gapX: number; gapY: number }
const NARROW: Sizes = { width: 74, height: 76, strip: 0, gapX: 6, gapY: 28 }
const WIDE: Sizes = { width: 108, height: 76, strip: 0, gapX: 12, gapY: 30 }

/** Room for the lines of the outermost seats, and for the counts below the last row. */
const EDGE = 1
const BELOW = 24
/** Deeper positions have no name. */
const NAMED_LEVELS = 2

/** The family tree as members see it, with made-up members. It fills the room it is given. */
export const ExampleTree = () => (
  <>
    <Drawing levels={2} sizes={NARROW} className="lg:hidden" />
    <Drawing levels={3} sizes={WIDE} className="hidden lg:block" />
  </>
)

type DrawingProps = { levels: number; sizes: Sizes; className: string }

function Drawing({ levels, sizes, className }: DrawingProps) {
  const { width, height, gapX, gapY } = sizes
  const [step, row] = [width + gapX, height + gapY]
  const across = 2 ** levels * step
  const box = [-EDGE, -EDGE, across - gapX + 2 * EDGE, levels * row + height + EDGE + BELOW]
  const middleOf = (level: number, column: number): number =>
    ((column + 0.5) * across) / 2 ** level - gapX / 2
  return (
    <svg
      viewBox={box.join(' ')}
      role="img"
      aria-label={t`An example of a family tree: a member at the top, and each level below`}
      className={`size-full ${className}`}
    >
      {exampleSeats(levels).map(({ way, column, username, below }) => {
        const level = way.length
        const [x, y] = [middleOf(level, column), level * row]
        const seat = username
          ? { user: { username }, plan: { name: 'Bronze' }, active: true }
          : null
        const label = level <= NAMED_LEVELS ? way || t`Root` : ''
        return (
          <g key={way}>
            {level > 0 && (
              <path
                d={`M${middleOf(level - 1, column >> 1)} ${y - gapY}v${gapY / 2}H${x}V${y}`}
                className="fill-none stroke-edge"
                strokeWidth={1.5}
              />
            )}
            <g transform={`translate(${x - width / 2},${y})`}>
              <SeatShape label={label} seat={seat} sizes={sizes} />
              {below > 0 && <Stub x={width / 2} y={height} count={below} />}
            </g>
          </g>
        )
      })}
    </svg>
  )
}
