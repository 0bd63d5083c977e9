import { setTimeout as sleep } from 'node:timers/promises'
import { cellAt } from '../../../domain/ledger/table.ts'
import { JUMP, LEFT, MEMBERS, OPEN, OWNER, PARENT, RIGHT, SEATS } from './seat-fields.ts'
import type { SeatTable } from './seat-table.ts'

// Counts the seats and members of every downline, in a few passes over all seats. The passes run in
// slices, so that the process can answer requests in between. They write to separate columns, so
// that answers meanwhile show the last count.

type Pass = (from: number, to: number) => void
type Count = { readonly passes: readonly Pass[]; readonly size: number; finish(): void }

/** How long a slice takes, and after how many seats it checks the clock. */
const SLICE_MS = 4
const SEATS_AT_ONCE = 1_024

/** Up to this size, counting is so quick that callers wait for it. */
export const FEW_SEATS = 20_000

/** Counts everything now. */
export function countNow(table: SeatTable): void {
  const { passes, size, finish } = prepare(table)
  for (const pass of passes) pass(0, size)
  finish()
}

/**
 * Counts everything without blocking the process.
 * @param share of the process's time that this takes
 */
export async function countSlowly(table: SeatTable, share: number): Promise<void> {
  const { passes, size, finish } = prepare(table)
  for (const pass of passes) {
    for (let from = 0; from < size;) {
      const startedAt = performance.now()
      let tookMs = 0
      for (; from < size && tookMs < SLICE_MS; from += SEATS_AT_ONCE) {
        pass(from, Math.min(size, from + SEATS_AT_ONCE))
        tookMs = performance.now() - startedAt
      }
      await sleep(tookMs / share - tookMs)
    }
  }
  finish()
}

/** Seats taken later aren't counted. They have higher positions. */
function prepare(table: SeatTable): Count {
  const size = table.length
  const column = () => new Int32Array(size + 1)
  const [seats, members, open, index, byIndex] = [column(), column(), column(), column(), column()]
  const parent = table.column(PARENT)
  const left = table.column(LEFT)
  const right = table.column(RIGHT)
  const isHere = (at: number): boolean => at !== 0 && at <= size
  /** Adds each seat to its parent, from the newest one up. */
  const addUp =
    (cells: Int32Array): Pass =>
    (from, to) => {
      for (let at = size - from; at > size - to; at--) {
        const sum = cellAt(cells, at) + 1
        cells[at] = sum
        const above = cellAt(parent, at)
        if (above !== 0) cells[above] = cellAt(cells, above) + sum
      }
    }
  let next = 1
  /** Numbers the seats in written order: from the top, left before right. */
  const number: Pass = (from, to) => {
    for (let at = from + 1; at <= to; at++) {
      const above = cellAt(parent, at)
      let no = next
      if (above === 0) next += cellAt(seats, at)
      else {
        const first = cellAt(left, above)
        no = cellAt(index, above) + 1 + (first === at || !isHere(first) ? 0 : cellAt(seats, first))
      }
      index[at] = no
      byIndex[no] = at
    }
  }
  /** The open depth of each seat, from the newest one up. The placement rule uses it. */
  const measureOpen: Pass = (from, to) => {
    for (let at = size - from; at > size - to; at--) {
      const [one, other] = [cellAt(left, at), cellAt(right, at)]
      if (isHere(one) && isHere(other)) {
        open[at] = 1 + Math.min(cellAt(open, one), cellAt(open, other))
      }
    }
  }
  const discount = discountRepeats(table, { seats, members, index, byIndex })
  return {
    size,
    passes: [addUp(seats), number, discount, addUp(members), measureOpen],
    finish() {
      table.setColumn(SEATS, seats)
      table.setColumn(MEMBERS, members)
      table.setColumn(OPEN, open)
    },
  }
}

type Counted = Record<'seats' | 'members' | 'index' | 'byIndex', Int32Array>

/**
 * Corrects sums of seats so that they count each member once. For every two of a member's seats
 * that are neighbors in written order, it subtracts one at their lowest common ancestor.
 */
function discountRepeats(table: SeatTable, { seats, members, index, byIndex }: Counted): Pass {
  const owner = table.column(OWNER)
  const parent = table.column(PARENT)
  const jump = table.column(JUMP)
  const lastOf = lastSeats(table)
  const holds = (above: number, at: number): boolean => {
    const from = cellAt(index, above)
    const no = cellAt(index, at)
    return no >= from && no < from + cellAt(seats, above)
  }
  /** The lowest common ancestor of two seats (or one of them); 0 for trees of different plans. */
  const meet = (one: number, other: number): number => {
    let at = one
    while (!holds(at, other)) {
      const above = cellAt(parent, at)
      if (above === 0) return 0
      const far = cellAt(jump, at)
      at = holds(far, other) ? above : far
    }
    return at
  }
  return (from, to) => {
    for (let no = from + 1; no <= to; no++) {
      const at = cellAt(byIndex, no)
      const before = lastOf.replace(cellAt(owner, at), at)
      const meeting = before === 0 ? 0 : meet(before, at)
      if (meeting !== 0) members[meeting] = cellAt(members, meeting) - 1
    }
  }
}

/** The last seat of each member so far. A Map would end at 2^24 members. */
function lastSeats({ isOfFew, mostOwner }: SeatTable) {
  const few = new Map<number, number>()
  const all = new Int32Array(isOfFew ? 0 : mostOwner + 1)
  return {
    replace(owner: number, at: number): number {
      const before = isOfFew ? (few.get(owner) ?? 0) : cellAt(all, owner)
      if (isOfFew) few.set(owner, at)
      else all[owner] = at
      return before
    },
  }
}
