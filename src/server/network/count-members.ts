import type { Int32Table } from '../../domain/ledger/table.ts'
import { JUMP, OWNER, PARENT, MEMBERS, INDEX, SEATS } from './seat-fields.ts'

/**
 * Corrects the seat count so that it counts each member once. For every two of a member's seats
 * that are next to each other in written order, it subtracts one at their lowest common ancestor.
 * Needs SEATS and INDEX, and MEMBERS set to 1 for each seat.
 */
export function countMembers(
  { seats, order }: { seats: Int32Table; order: readonly number[] },
  count: number,
): void {
  const byIndex = new Int32Array(count)
  for (const no of order) byIndex[seats.get(no, INDEX)] = no
  const lastOf = new Map<number, number>()
  for (const no of byIndex) {
    if (no === 0) continue
    const owner = seats.get(no, OWNER)
    const before = lastOf.get(owner)
    lastOf.set(owner, no)
    const meeting = before === undefined ? 0 : meet(seats, before, no)
    if (meeting !== 0) seats.set(meeting, MEMBERS, seats.get(meeting, MEMBERS) - 1)
  }
  seats.commit()
}

/** The lowest common ancestor of two seats (or one of them); 0 for trees of different plans. */
function meet(seats: Int32Table, a: number, b: number): number {
  let at = a
  while (!holds(seats, at, b)) {
    const jump = seats.get(at, JUMP)
    const parent = seats.get(at, PARENT)
    if (parent === 0) return 0
    at = holds(seats, jump, b) ? parent : jump
  }
  return at
}

function holds(seats: Int32Table, above: number, no: number): boolean {
  const from = seats.get(above, INDEX)
  const index = seats.get(no, INDEX)
  return index >= from && index < from + seats.get(above, SEATS)
}
