'use no memo'

import { t } from '@lingui/core/macro'
import type { Sizes } from '../../member/network/picture/layout.ts'
import { SeatShape, Stub } from '../../member/network/picture/seat-shape.tsx'
import { hiddenBelow, listPositions } from '../../member/network/positions.ts'
import type { Position } from '../../member/network/positions.ts'
import { exampleTree } from './example-seats.ts'

const NARROW: Sizes = { width: 74, height: 76, strip: 0, gapX: 6, gapY: 28 }
const WIDE: Sizes = { width: 108, height: 76, strip: 0, gapX: 12, gapY: 30 }

/** Room for the lines of the outermost seats, and for the counts below the last row. */
const EDGE = 1
const BELOW = 24

/** The family tree as members see it, with made-up members. It fills the room it is given. */
export const ExampleTree = () => (
  <>
    <Drawing levels={2} sizes={NARROW} className="lg:hidden" />
    <Drawing levels={3} sizes={WIDE} className="hidden lg:block" />
  </>
)

type DrawingProps = { levels: number; sizes: Sizes; className: string }

function Drawing({ levels, sizes, className }: DrawingProps) {
  const top = exampleTree(levels)
  if (!top) return null
  const { width, height, gapX, gapY } = sizes
  const full = { width: 2 ** levels * (width + gapX) - gapX, height: levels * (height + gapY) }
  const box = [-EDGE, -EDGE, full.width + 2 * EDGE, full.height + height + EDGE + BELOW]
  const middleOf = ({ way, level }: Position): number =>
    ((columnOf(way) + 0.5) * (full.width + gapX)) / 2 ** level - gapX / 2
  const yOf = ({ level }: Position): number => level * (height + gapY)
  return (
    <svg
      viewBox={box.join(' ')}
      role="img"
      aria-label={t`An example of a family tree: a member at the top, and each level below`}
      className={`size-full ${className}`}
    >
      {listPositions(top).map((position) => {
        const { way, parent } = position
        const [x, y, below] = [middleOf(position), yOf(position), hiddenBelow(position)]
        return (
          <g key={way}>
            {parent && (
              <path
                d={`M${middleOf(parent)} ${y - gapY}V${y - gapY / 2}H${x}V${y}`}
                className="fill-none stroke-edge"
                strokeWidth={1.5}
              />
            )}
            <g transform={`translate(${x - width / 2},${y})`}>
              <SeatShape position={position} sizes={sizes} />
              {below > 0 && <Stub x={width / 2} y={height} count={below} />}
            </g>
          </g>
        )
      })}
    </svg>
  )
}

/** A position's place in its level, from the left. */
const columnOf = (way: string): number =>
  [...way].reduce((column, letter) => 2 * column + (letter === 'R' ? 1 : 0), 0)
