import { sql, type Expression, type ExpressionBuilder } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { is, lower, subquery, lit } from '../../db/expressions.ts'
import type { Db, Database, RowOf } from '../../db/types.ts'
import type { SeatMap, Seats } from './seat-map.ts'
import { isInDownline, isSeated } from './walk-seats.ts'

/** The most seats with a matching name that we check. A common prefix may match more. */
const MAX_LOOKED_AT = 1000
const MAX_OWN_SEATS = 200
const MAX_FOUND = 20

/** The members whose username starts with the text, by name: a range of one index. */
const namedLike = (start: Expression<string>) =>
  subquery
    .selectFrom('identities')
    .select(['member_no', 'username'])
    .where((eb) => eb(lower(eb.ref('username')), 'like', sql<string>`lower(${start}) || '%'`))
    .orderBy((eb) => sql`${lower(eb.ref('username'))} using ~<~`)
    .limit(MAX_LOOKED_AT)

/** Escapes LIKE wildcards in the text. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const flag = (value: boolean) => lit<boolean>(value)

type Asked = { member: number; text: string; start: string }

const findSeats = compileOnce((db, { member, text, start }: Given<Asked>) => {
  const profiles = db.selectFrom('profiles')
  const isMine = (eb: ExpressionBuilder<Database, 'profiles'>) =>
    is(eb('profiles.member_no', '=', member))
  return db
    .selectFrom(
      profiles
        .select(['profiles.no', 'profiles.plan', flag(true).as('mine'), flag(false).as('matches')])
        .where('profiles.member_no', '=', member)
        .orderBy('profiles.no')
        .limit(MAX_OWN_SEATS)
        .as('own'),
    )
    .selectAll()
    .unionAll(
      profiles
        .select((eb) => [
          'profiles.no',
          'profiles.plan',
          isMine(eb).as('mine'),
          flag(true).as('matches'),
        ])
        .where('profiles.public_id', '=', sql<string>`upper(${text})`),
    )
    .unionAll(
      db
        .selectFrom(
          profiles
            .innerJoin(namedLike(start).as('named'), 'named.member_no', 'profiles.member_no')
            .select((eb) => [
              'profiles.no',
              'profiles.plan',
              isMine(eb).as('mine'),
              flag(true).as('matches'),
            ])
            .orderBy((eb) => sql`${lower(eb.ref('named.username'))} using ~<~`)
            .orderBy('profiles.no')
            .limit(MAX_LOOKED_AT)
            .as('found'),
        )
        .selectAll(),
    )
})

/**
 * Seats in the member's own network whose profile id equals the text, or whose owner's username
 * starts with it, ignoring case. One statement over two indexes, then the seat map.
 */
export async function searchNetwork(db: Db, seats: Seats, member: number, text: string) {
  const rows = await findSeats.rows(db, { member, text, start: literally(text) })
  const map = await seats.read(rows.map(({ no }) => no))
  const own = rows.filter(({ mine, no }) => mine && isSeated(map, no))
  const found = rows.filter((row) => row.matches && (row.mine || isSeen(map, row, own)))
  const numbers = [...new Set(found.map(({ no }) => no))]
  const more = numbers.length > MAX_FOUND || rows.length >= MAX_LOOKED_AT
  return { numbers: numbers.slice(0, MAX_FOUND), more }
}

const findNamed = compileOnce((db, { start }: Given<{ start: string }>) =>
  db
    .selectFrom(namedLike(start).as('named'))
    .innerJoin('profiles', 'profiles.member_no', 'named.member_no')
    .select('profiles.no')
    .orderBy('profiles.no')
    .limit(MAX_LOOKED_AT),
)

/** Numbers of the profiles whose owner's username starts with the text, ignoring case. */
export async function findByName(db: Db, text: string): Promise<number[]> {
  const rows = await findNamed.rows(db, { start: literally(text) })
  return rows.map(({ no }) => no)
}

type FoundRow = RowOf<'profiles', 'no' | 'plan'>

const isSeen = (map: SeatMap, { no, plan }: FoundRow, own: readonly FoundRow[]): boolean =>
  isSeated(map, no) && own.some((seat) => seat.plan === plan && isInDownline(map, no, seat.no))
