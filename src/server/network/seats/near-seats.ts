import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { countNow } from './count-seats.ts'
import { SeatTable } from './seat-table.ts'

// Reads the needed part of the trees straight from the database, while the seat map is loading.

/** The most seats in each direction. */
const MAX_NEAR_SEATS = 5_000

type Row = {
  no: number
  parent: number | null
  side: number | null
  depth: number
  jump: number
  owner: number
}

/**
 * The seats above and below the given ones, nearest first, up to a limit.
 * @returns whether that is all of them
 */
export async function readNearSeats(
  db: Db,
  about: readonly number[],
  most = MAX_NEAR_SEATS,
): Promise<{ seats: SeatTable; isWhole: boolean }> {
  const { rows } = await sql<Row>`
    with recursive up as (
      select profile_no, parent_no, side, depth, jump_no from seats
      where profile_no = any(${about}::int[])
      union
      select parent.profile_no, parent.parent_no, parent.side, parent.depth, parent.jump_no
      from up join seats parent on parent.profile_no = up.parent_no
    ), down as (
      select profile_no, parent_no, side, depth, jump_no from seats
      where profile_no = any(${about}::int[])
      union all
      select child.profile_no, child.parent_no, child.side, child.depth, child.jump_no
      from down join seats child on child.parent_no = down.profile_no
    ), near as (
      (select * from up limit ${most}) union all (select * from down limit ${most + 1})
    )
    select profile_no as no, parent_no as parent, side, depth, jump_no as jump, member_no as owner
    from near join profiles on profiles.no = profile_no
    order by depth`.execute(db)
  const seats = new SeatTable('few')
  for (const { parent, side, ...row } of rows) {
    if (seats.positionOf(row.no) !== 0) continue
    seats.add({ ...row, parent: parent ?? 0, side: side === 1 ? 1 : 0 })
  }
  countNow(seats)
  return { seats, isWhole: rows.length <= most }
}
