import { DEPTH, JUMP, LEFT, OPEN, OWNER, PARENT, MEMBERS, RIGHT, SEATS } from './seat-fields.ts'
import type { SeatMap } from './seat-map.ts'

// Queries on the seat map. None of them uses the database.

export type Leg = { seats: number; members: number }

/** Active seats and different members of one leg, as of the last count. */
export function countLeg({ seats }: SeatMap, no: number, side: typeof LEFT | typeof RIGHT): Leg {
  const child = seats.get(no, side)
  if (child === 0) return { seats: 0, members: 0 }
  return { seats: seats.get(child, SEATS), members: seats.get(child, MEMBERS) }
}

/** The seats from a profile's own up to the member's highest one above it, nearest first. */
export function pathUp({ seats }: SeatMap, member: number, no: number): number[] {
  const path: number[] = []
  let length = 0
  for (let at = no; at !== 0; at = seats.get(at, PARENT)) {
    path.push(at)
    if (seats.get(at, OWNER) === member) length = path.length
  }
  return path.slice(0, length)
}

/** The first `most` seats from the given ones down, including them, level by level. */
export function walkDown({ seats }: SeatMap, tops: readonly number[], most: number): number[] {
  const found = tops.filter((no) => no !== 0)
  for (let i = 0; i < found.length && found.length < most; i++) {
    const no = found[i] ?? 0
    for (const side of [LEFT, RIGHT]) {
      const child = seats.get(no, side)
      if (child !== 0) found.push(child)
    }
  }
  return found.slice(0, most)
}

/** The first of the seats that a query is about, and whether these are all. */
export type Part = { found: number[]; isWhole: boolean }

/** The same as `walkDown`, and whether it reached the end. */
export function walkPart(map: SeatMap, tops: readonly number[], most: number): Part {
  const found = walkDown(map, tops, most + 1)
  return { found: found.slice(0, most), isWhole: found.length <= most }
}

/** A seat and the given number of levels below it, level by level and left before right. */
export function walkLevels(map: SeatMap, top: number, levels: number, most: number): number[] {
  const { seats } = map
  const last = seats.get(top, DEPTH) + levels
  return walkDown(map, [top], most).filter((no) => seats.get(no, DEPTH) <= last)
}

/** The seat above one at a depth, or 0 if the map lacks it. About 2 log2(depth) steps. */
function ancestorAt({ seats }: SeatMap, no: number, depth: number): number {
  let at = no
  while (seats.get(at, DEPTH) > depth) {
    const jump = seats.get(at, JUMP)
    // While a network is loading, the map has only the lower end of a long path.
    if (jump === at) return 0
    at = seats.get(jump, DEPTH) >= depth ? jump : seats.get(at, PARENT)
  }
  return at
}

/** Whether a seat is the other one or in its downline. */
export const isInDownline = (map: SeatMap, no: number, above: number): boolean =>
  ancestorAt(map, no, map.seats.get(above, DEPTH)) === above

/**
 * Tells whether a seat is one of the given ones or in the downline of one. It climbs only once,
 * from depth to depth of the given seats, however many there are.
 */
export function downlineOf(map: SeatMap, tops: readonly number[]): (no: number) => boolean {
  const among = new Set(tops)
  const depthOf = (no: number): number => map.seats.get(no, DEPTH)
  const depths = [...new Set(tops.map(depthOf))].toSorted((a, b) => b - a)
  return (no) => {
    let at = no
    for (const depth of depths) {
      if (depth > depthOf(at)) continue
      at = ancestorAt(map, at, depth)
      if (at === 0) return false
      if (among.has(at)) return true
    }
    return false
  }
}

/** The seats that are in no other one's downline. */
export function highestOf(map: SeatMap, nos: readonly number[]): number[] {
  const isInside = downlineOf(map, nos)
  return nos.filter((no) => {
    const parent = map.seats.get(no, PARENT)
    return parent === 0 || !isInside(parent)
  })
}

/** Whether the profile has a seat. */
export const isSeated = ({ seats }: SeatMap, no: number): boolean => seats.get(no, OWNER) !== 0

export type FreePosition = { parent: number; side: typeof LEFT | typeof RIGHT }

/** The first free position at or below a seat, level by level, as of the last count. */
export function firstFree({ seats }: SeatMap, top: number): FreePosition {
  for (let at = top; ;) {
    const left = seats.get(at, LEFT)
    const right = seats.get(at, RIGHT)
    if (left === 0) return { parent: at, side: LEFT }
    if (right === 0) return { parent: at, side: RIGHT }
    at = seats.get(left, OPEN) <= seats.get(right, OPEN) ? left : right
  }
}

/** The first free position of a leg. In an empty leg, that is its top. */
export function firstFreeOfLeg(map: SeatMap, no: number, side: FreePosition['side']): FreePosition {
  const child = map.seats.get(no, side)
  return child === 0 ? { parent: no, side } : firstFree(map, child)
}

/** The last seat along one side, or the seat itself if it has none there. */
export function outermost({ seats }: SeatMap, top: number, side: FreePosition['side']): number {
  let at = top
  for (let next = at; next !== 0; next = seats.get(next, side)) at = next
  return at
}
