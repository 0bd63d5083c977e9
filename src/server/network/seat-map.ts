import { compileOnce, type Given } from '../../db/compiled.ts'
import type { Db } from '../../db/types.ts'
import { cellAt, Int32Table } from '../../domain/ledger/table.ts'
import { countMembers } from './count-members.ts'
import {
  DEPTH,
  JUMP,
  LEFT,
  OPEN,
  OWNER,
  PARENT,
  MEMBERS,
  INDEX,
  RIGHT,
  SEATS,
  STRIDE,
} from './seat-fields.ts'

// Every seat in memory, some 40 bytes each. We read it from the append-only table and update it
// with one statement before each query. In the database, counting a hundred thousand seats,
// following a long path or paging a list would each walk the tree; here that is a loop over
// integers. The map holds only committed rows. The ledger writer doesn't depend on it, and losing
// it costs a reload.

export type SeatMap = {
  seats: Int32Table
  /** Profile numbers in the order in which the seats were taken: parents before children. */
  order: number[]
  settledAt: Date
}

declare module '../http/route.ts' {
  interface CallServices {
    seats: Seats
  }
}

export type Seats = {
  /** The map with every seat committed before the call. */
  read(): Promise<SeatMap>
  /** The same, but the counts may be a few moments old. */
  readSettled(): Promise<SeatMap>
  /** Rereads every seat before the next answer, because some may have been rolled back. */
  forget(): void
}

const CHUNK = 20_000
/** Longer settling runs less often, so that it takes at most this share of the process's time. */
const SETTLE_SHARE = 1 / 20
const SHORT_MS = 10

export function openSeats(db: Db): Seats {
  let map = emptyMap()
  let settled = { seats: 0, at: 0, tookMs: 0 }
  let reading: Promise<void> = Promise.resolve()

  // Only one reader at a time: two would add the same seats twice.
  const read = async (): Promise<SeatMap> => {
    const current = map
    const before = reading.catch(() => {})
    reading = before.then(() => readNew(db, current))
    await reading
    return current
  }
  return {
    read,
    forget() {
      map = emptyMap()
      settled = { seats: 0, at: 0, tookMs: 0 }
    },
    async readSettled() {
      const current = await read()
      if (current !== map) return await this.readSettled()
      const startedAt = performance.now()
      const rested = startedAt - settled.at >= settled.tookMs / SETTLE_SHARE
      const isDue = settled.tookMs < SHORT_MS || rested
      if (map.order.length > settled.seats && isDue) {
        countDownlines(map)
        const endedAt = performance.now()
        settled = { seats: map.order.length, at: endedAt, tookMs: endedAt - startedAt }
        map.settledAt = new Date()
      } else if (map.order.length === settled.seats) map.settledAt = new Date()
      return map
    },
  }
}

const emptyMap = (): SeatMap => ({
  seats: new Int32Table(STRIDE),
  order: [],
  settledAt: new Date(0),
})

const seatsFrom = compileOnce((db, { first, end }: Given<{ first: number; end: number }>) =>
  db
    .selectFrom('seats')
    .innerJoin('profiles', 'profiles.no', 'seats.profile_no')
    .select([
      'seats.profile_no',
      'seats.parent_no',
      'seats.side',
      'seats.depth',
      'seats.jump_no',
      'profiles.member_no',
    ])
    .where('seats.ordinal', '>=', first)
    .where('seats.ordinal', '<', end)
    .orderBy('seats.ordinal'),
)

/** Adds seats taken since the last read: one statement, or one per 20,000 seats at startup. */
async function readNew(db: Db, { seats, order }: SeatMap): Promise<void> {
  for (;;) {
    const first = order.length + 1
    const rows = await seatsFrom.rows(db, { first, end: first + CHUNK })
    for (const { profile_no: no, parent_no: parent, side, ...row } of rows) {
      seats.set(no, OWNER, row.member_no)
      seats.set(no, PARENT, parent ?? 0)
      seats.set(no, DEPTH, row.depth)
      seats.set(no, JUMP, row.jump_no)
      if (parent !== null) seats.set(parent, side === 0 ? LEFT : RIGHT, no)
      order.push(no)
    }
    seats.commit()
    if (rows.length < CHUNK) return
  }
}

const at = (no: number, field: number): number => no * STRIDE + field

/** Counts the seats and members of every downline, in a few passes over all seats. */
export function countDownlines({ seats, order }: Pick<SeatMap, 'seats' | 'order'>): void {
  const cells = seats.cells()
  for (const no of order) {
    cells[at(no, SEATS)] = 1
    cells[at(no, MEMBERS)] = 1
  }
  const addUp = (field: number): void => {
    for (let i = order.length - 1; i >= 0; i--) {
      const no = order[i] ?? 0
      const parent = cellAt(cells, at(no, PARENT))
      if (parent !== 0) {
        cells[at(parent, field)] = cellAt(cells, at(parent, field)) + cellAt(cells, at(no, field))
      }
    }
  }
  addUp(SEATS)
  let next = 1
  for (const no of order) {
    const parent = cellAt(cells, at(no, PARENT))
    if (parent === 0) {
      cells[at(no, INDEX)] = next
      next += cellAt(cells, at(no, SEATS))
      continue
    }
    const left = cellAt(cells, at(parent, LEFT))
    const before = left === no || left === 0 ? 0 : cellAt(cells, at(left, SEATS))
    cells[at(no, INDEX)] = cellAt(cells, at(parent, INDEX)) + 1 + before
  }
  countMembers({ seats, order }, next)
  addUp(MEMBERS)
  measureOpen(cells, order)
}

/** Computes the open depth of each seat, from the newest seat up. The placement rule uses it. */
function measureOpen(cells: Int32Array, order: readonly number[]): void {
  for (let i = order.length - 1; i >= 0; i--) {
    const no = order[i] ?? 0
    const left = cellAt(cells, at(no, LEFT))
    const right = cellAt(cells, at(no, RIGHT))
    cells[at(no, OPEN)] =
      left === 0 || right === 0
        ? 0
        : 1 + Math.min(cellAt(cells, at(left, OPEN)), cellAt(cells, at(right, OPEN)))
  }
}
