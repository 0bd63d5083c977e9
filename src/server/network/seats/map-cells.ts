import { treeMap } from '../../../contract/fields/limits.ts'
import { LEFT, RIGHT, SEATS } from './seat-fields.ts'
import type { SeatMap } from './seat-map.ts'

export type Cells = {
  numbers: number[]
  parents: number[]
  sides: (0 | 1)[]
  sizes: number[]
  leftOut: number
}

/**
 * A whole network in outline: one seat and its downline, level by level. It leaves out seats
 * narrower than 1/4,096 of the picture. Each level has at most 4,096 wider ones, so the work is
 * bounded however large the network is.
 */
export function walkCells({ seats }: SeatMap, top: number): Cells {
  const size = Math.max(1, seats.get(top, SEATS))
  const cells: Cells = { numbers: [top], parents: [-1], sides: [0], sizes: [size], leftOut: 0 }
  let end = 1
  let at = 0
  for (let level = 0; level < treeMap.levels; level++) {
    for (; at < end; at++) {
      for (const side of [LEFT, RIGHT]) {
        const child = seats.get(cells.numbers[at] ?? 0, side)
        const below = child === 0 ? 0 : seats.get(child, SEATS)
        if (below === 0 || below * treeMap.parts < size) continue
        if (cells.numbers.length === treeMap.cells) break
        cells.numbers.push(child)
        cells.parents.push(at)
        cells.sides.push(side === LEFT ? 0 : 1)
        cells.sizes.push(below)
      }
    }
    end = cells.numbers.length
  }
  return { ...cells, leftOut: Math.max(0, size - cells.numbers.length) }
}
