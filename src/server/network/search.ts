import { sql } from 'kysely'
import type { Db, RowOf } from '../../db/types.ts'
import type { SeatMap } from './seat-map.ts'
import { isInDownline, isSeated } from './walk-seats.ts'

/** The most seats with a matching name that we check. A common prefix may match more. */
const MAX_LOOKED_AT = 1000
const MAX_OWN_SEATS = 200
const MAX_FOUND = 20

type FoundRow = RowOf<'profiles', 'no' | 'plan'> & {
  mine: boolean
  matches: boolean
}

/** Escapes LIKE wildcards in the text. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * Seats in the member's own network whose profile id equals the text, or whose owner's username
 * starts with it, ignoring case. One statement over two indexes, then the seat map.
 */
export async function searchNetwork(db: Db, map: SeatMap, member: number, text: string) {
  const { rows } = await sql<FoundRow>`
    (select no, plan, true as mine, false as matches from profiles
      where member_no = ${member} order by no limit ${MAX_OWN_SEATS})
    union all
    (select no, plan, member_no = ${member}, true from profiles
      where public_id = upper(${text}))
    union all
    (select p.no, p.plan, p.member_no = ${member}, true
      from (select member_no, username from identities
        where lower(username) like lower(${literally(text)}) || '%'
        order by lower(username) using ~<~ limit ${MAX_LOOKED_AT}) named
      join profiles p on p.member_no = named.member_no
      order by lower(named.username) using ~<~, p.no limit ${MAX_LOOKED_AT})`.execute(db)
  const own = rows.filter(({ mine, no }) => mine && isSeated(map, no))
  const found = rows.filter((row) => row.matches && (row.mine || isSeen(map, row, own)))
  const numbers = [...new Set(found.map(({ no }) => no))]
  const more = numbers.length > MAX_FOUND || rows.length >= MAX_LOOKED_AT
  return { numbers: numbers.slice(0, MAX_FOUND), more }
}

/** Numbers of the profiles whose owner's username starts with the text, ignoring case. */
export async function findByName(db: Db, text: string): Promise<number[]> {
  const { rows } = await sql<RowOf<'profiles', 'no'>>`
    select p.no from (select member_no, username from identities
      where lower(username) like lower(${literally(text)}) || '%'
      order by lower(username) using ~<~ limit ${MAX_LOOKED_AT}) named
    join profiles p on p.member_no = named.member_no
    order by p.no limit ${MAX_LOOKED_AT}`.execute(db)
  return rows.map(({ no }) => no)
}

const isSeen = (map: SeatMap, { no, plan }: FoundRow, own: readonly FoundRow[]): boolean =>
  isSeated(map, no) && own.some((seat) => seat.plan === plan && isInDownline(map, no, seat.no))
