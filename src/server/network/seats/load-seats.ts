import type { Pool } from 'pg'
import { compileOnce, type Given } from '../../../db/compiled.ts'
import { readLong } from '../../../db/connection/silence.ts'
import type { Db } from '../../../db/types.ts'
import { packed, readPacked } from '../../book/state/read-packed.ts'
import { LEFT, OWNER, PARENT, RIGHT } from './seat-fields.ts'
import type { SeatTable } from './seat-table.ts'

const CHUNK = 2_000
const ROWS_AT_ONCE = 1 << 14

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

/** Adds newly taken seats, with one statement on a B-tree index that mostly finds nothing. */
export async function addNewSeats(db: Db, table: SeatTable): Promise<void> {
  for (;;) {
    const first = table.length + 1
    const rows = await seatsFrom.rows(db, { first, end: first + CHUNK })
    let mostNo = 0
    for (const { profile_no: no, parent_no: parent, side, depth, ...row } of rows) {
      const ends = { owner: row.member_no, parent: parent ?? 0, jump: row.jump_no }
      table.add({ no, ...ends, side: side === 1 ? 1 : 0, depth })
      mostNo = Math.max(mostNo, no)
    }
    if (mostNo > 0) await table.reserveAhead(mostNo)
    if (rows.length < CHUNK) return
  }
}

/**
 * Whether the newest seats of a loaded table are those of the primary. After a failover that lost
 * the end of the log, a replica may still have that end, and other seats have its ordinals now.
 */
export async function endsAsIn(db: Db, table: SeatTable): Promise<boolean> {
  const first = Math.max(1, table.length - CHUNK + 1)
  const rows = await seatsFrom.rows(db, { first, end: table.length + 1 })
  const isSame = (row: (typeof rows)[number], i: number): boolean => {
    const { profile_no: no, parent_no: parent } = row
    const at = first + i
    return (
      table.positionOf(no) === at &&
      table.get(no, OWNER) === row.member_no &&
      table.get(no, PARENT) === (parent ?? 0) &&
      (parent === null || table.get(parent, row.side === 1 ? RIGHT : LEFT) === no)
    )
  }
  return rows.length === table.length + 1 - first && rows.every(isSame)
}

/**
 * Fills an empty table as the ledger writer loads its state: packed rows in binary. Millions of
 * ordinary rows would keep the process busy four times as long.
 */
export async function loadSeats(
  pool: Pool,
  table: SeatTable,
  stopping: AbortSignal,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  await readLong(pool, async (client) => {
    const { rows } = await client.query<{ seats: number; profiles: number }>(
      `select coalesce((select max(ordinal) from seats), 0) as seats,
        coalesce((select max(no) from profiles), 0) as profiles`,
    )
    const { seats = 0, profiles = 0 } = rows[0] ?? {}
    await table.reserve(withSpare(seats), withSpare(profiles))
    await readPacked(client, [readSeats(table, seats, stopping)], rowsAtOnce)
  })
}

/** Adds a tenth, so that the first new seats don't have to wait for room. */
const withSpare = (rows: number): number => Math.ceil(rows * 1.1)

function readSeats(table: SeatTable, last: number, stopping: AbortSignal) {
  const seat = packed('(no::int8 << 32) | profile_no', 8)
  const place = packed('(coalesce(parent_no, 0)::int8 << 32) | (depth << 1) | side', 8)
  const ends = packed('(jump_no::int8 << 32) | member_no', 8)
  const numbered = `(select ordinal as no, profile_no, parent_no, coalesce(side, 0) as side, depth,
    jump_no, member_no from seats join profiles on profiles.no = profile_no) as numbered`
  return {
    last,
    makeQuery: (range: string) =>
      `select ${seat}, ${place}, ${ends} from ${numbered} where ${range}`,
    onRows(seats: Buffer, places: Buffer, members: Buffer) {
      if (stopping.aborted) throw new Error('the process stops')
      const first = table.length + 1
      const count = seats.length / 8
      // Rows come in any order within their range.
      const byOrdinal = new Int32Array(count).fill(-1)
      for (let i = 0; i < count; i++) byOrdinal[seats.readInt32BE(8 * i) - first] = i
      for (const i of byOrdinal) {
        if (i < 0) throw new Error('a seat is missing among the ordinals')
        const at = 8 * i
        const packedPlace = places.readInt32BE(at + 4)
        table.add({
          no: seats.readInt32BE(at + 4),
          parent: places.readInt32BE(at),
          depth: packedPlace >>> 1,
          side: (packedPlace & 1) === 1 ? 1 : 0,
          jump: members.readInt32BE(at),
          owner: members.readInt32BE(at + 4),
        })
      }
    },
  }
}
