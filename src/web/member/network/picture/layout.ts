import { hierarchy, tree } from 'd3-hierarchy'
import type { SeatSizes } from '../../../ui/seat/seat-shape.tsx'
import type { Position } from '../positions.ts'

export type Sizes = SeatSizes & { gapX: number; gapY: number }
export type PlacedNode = { position: Position; x: number; y: number }
export type Layout = {
  sizes: Sizes
  nodes: PlacedNode[]
  /** Lines from the parents to the positions below them. */
  edges: { key: string; path: string }[]
  /** From the left edge of the leftmost node to the right edge of the rightmost, and down. */
  box: { left: number; width: number; height: number }
}

const FULL_ROW = 2
/** The margin around the picture. */
export const MARGIN = 10

/** The scale that fits a width into a view, at most 1. */
export const scaleAcross = (width: number, viewWidth: number): number =>
  Math.min(1, (viewWidth - 2 * MARGIN) / width)

/**
 * Node sizes for a container: a narrow one fits four positions across, a wide one eight. A finger
 * needs 44 px, a mouse less.
 */
export function sizesFor(containerWidth: number, isCoarse: boolean): Sizes {
  const isNarrow = containerWidth < 560
  const across = isNarrow ? 2 ** FULL_ROW : 2 ** (FULL_ROW + 1)
  const gapX = isNarrow ? 4 : 10
  const free = containerWidth - 2 * MARGIN - (across - 1) * gapX
  const room = Math.floor(free / across)
  return {
    width: Math.max(isNarrow ? 62 : 96, Math.min(isNarrow ? 150 : 136, room)),
    height: 76,
    strip: isCoarse ? 44 : 34,
    gapX,
    gapY: 30,
  }
}

const childrenOf = ({ left, right }: Position) => [left, right].filter((child) => child !== null)

/** Each position's place: parents above the middle of their children, the top at 0/0. */
export function layOut(top: Position, sizes: Sizes): Layout {
  const { width, height, strip, gapX, gapY } = sizes
  const full = height + strip
  const root = hierarchy(top, childrenOf)
  const placed = tree<Position>()
    .nodeSize([width + gapX, full + gapY])
    .separation(() => 1)(root)
  const nodes = placed
    .descendants()
    .map(({ data, x, y }) => ({ position: data, x: x - width / 2, y }))
  const edges = placed.links().map(({ source, target }) => {
    const from = source.y + (source.data.seat ? full : height)
    const middle = target.y - gapY / 2
    return {
      key: target.data.way,
      path: `M${source.x} ${from}V${middle}H${target.x}V${target.y}`,
    }
  })
  const lefts = nodes.map(({ x }) => x)
  const left = Math.min(...lefts)
  const levels = Math.max(...nodes.map(({ position }) => position.level)) + 1
  return {
    sizes,
    nodes,
    edges,
    box: {
      left,
      width: Math.max(...lefts) + width - left,
      // The last row has room for the counts below it.
      height: levels * full + (levels - 1) * gapY + 20,
    },
  }
}
