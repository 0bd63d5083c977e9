import { sql, type Expression, type ExpressionBuilder } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf, is, lower, subquery, lit } from '../../db/expressions.ts'
import type { Db, Database } from '../../db/types.ts'
import { OWNER } from './seats/seat-fields.ts'
import type { SeatMap, Seats } from './seats/seat-map.ts'
import { MAX_OWN_SEATS } from './visibility.ts'
import {
  downlineOf,
  highestOf,
  isSeated,
  walkDown,
  walkPart,
  type Part,
} from './seats/walk-seats.ts'

// Finds names in a downline. Names have an index, but millions of strangers may share a prefix.
// Downlines are in the seat map, but the largest have millions of seats. So we first read the first
// names with the prefix. If there are more, we look up the names of the whole downline. If the
// downline is large, many names are in it, and we continue by name.

const MAX_FOUND = 20
/** Names that one statement reads. Hardly any prefix matches more. */
const FIRST_NAMES = 1_000
const NAMES_AT_ONCE = 5_000

/** The limit of a search: some 40 ms of the database's time either way. */
const LIMITS = { seats: 50_000, names: 50_000 }

/** Members whose username starts with the text, by name: a range of one index. */
const namedLike = (start: Expression<string>, most: number) =>
  subquery
    .selectFrom('identities')
    .select((eb) => ['member_no', lower(eb.ref('username')).as('name')])
    .where((eb) => eb(lower(eb.ref('username')), 'like', sql<string>`lower(${start}) || '%'`))
    .orderBy((eb) => sql`${lower(eb.ref('username'))} using ~<~`)
    .limit(most)

/** Escapes LIKE wildcards in the text. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const flag = (value: boolean) => lit<boolean>(value)
const noName = lit<string>('').as('name')

type NameQuery = { member: number; text: string; start: string }

const findSeats = compileOnce((db, { member, text, start }: Given<NameQuery>) => {
  const profiles = db.selectFrom('profiles')
  const isMine = (eb: ExpressionBuilder<Database, 'profiles'>) =>
    is(eb('profiles.member_no', '=', member)).as('mine')
  return db
    .selectFrom(
      profiles
        .select(['profiles.no', flag(true).as('mine'), flag(false).as('matches'), noName])
        .where('profiles.member_no', '=', member)
        .orderBy('profiles.no')
        .limit(MAX_OWN_SEATS)
        .as('own'),
    )
    .selectAll()
    .unionAll(
      profiles
        .select((eb) => ['profiles.no', isMine(eb), flag(true).as('matches'), noName])
        .where('profiles.public_id', '=', sql<string>`upper(${text})`),
    )
    .unionAll(
      db
        .selectFrom(
          profiles
            .innerJoin(
              namedLike(start, FIRST_NAMES).as('named'),
              'named.member_no',
              'profiles.member_no',
            )
            .select((eb) => ['profiles.no', isMine(eb), flag(true).as('matches'), 'named.name'])
            .orderBy(sql`named.name using ~<~`)
            .orderBy('profiles.no')
            .limit(FIRST_NAMES)
            .as('found'),
        )
        .selectAll(),
    )
})

type Search = {
  db: Db
  map: SeatMap
  member: number
  /** The prefix, without wildcards. */
  start: string
  /** The member's highest seats. */
  tops: readonly number[]
  isSeen: (no: number) => boolean
}

type Found = { numbers: readonly number[]; isAll: boolean }

/**
 * Seats in the member's own network whose profile id equals the text, or whose owner's username
 * starts with it, ignoring case. The shortest name comes first, so a whole name is always found.
 * @returns the first ones, and whether there may be more
 */
export async function searchNetwork(
  db: Db,
  seats: Seats,
  member: number,
  text: string,
  furthest = LIMITS,
) {
  const start = literally(text)
  const rows = await findSeats.rows(db, { member, text, start })
  const map = await seats.read(rows.map(({ no }) => no))
  const own = rows.filter(({ mine, matches }) => mine && !matches).map(({ no }) => no)
  const tops = highestOf(
    map,
    own.filter((no) => isSeated(map, no)),
  )
  const isInside = downlineOf(map, tops)
  const isSeen = (no: number): boolean => isSeated(map, no) && isInside(no)
  const found = rows.filter(({ no, mine, matches }) => matches && (mine || isSeen(no)))
  const first = found.map(({ no }) => no)
  const named = rows.filter(({ name }) => name !== '')
  const search = { db, map, member, start, tops, isSeen }
  const isEnough = named.length < FIRST_NAMES || first.length > MAX_FOUND
  const { numbers, isAll } = isEnough
    ? { numbers: first, isAll: true }
    : await searchOn(search, furthest, own, named.at(-1))
  const all = [...new Set([...first, ...numbers])]
  return { numbers: all.slice(0, MAX_FOUND), more: !isAll || all.length > MAX_FOUND }
}

/** Continues a search whose first names are mostly strangers'. */
async function searchOn(
  search: Search,
  furthest: typeof LIMITS,
  own: readonly number[],
  last: { name: string; no: number } | undefined,
): Promise<Found> {
  const { map, tops, member } = search
  if (!map.isWhole) return { numbers: [], isAll: false }
  const below = walkDown(map, tops, furthest.seats + 1)
  if (below.length > furthest.seats) return await continueByName(search, furthest.names, last)
  const found = await findAmong(search, below, MAX_FOUND + 1)
  const isMine = (no: number): boolean => map.seats.get(no, OWNER) === member
  return { numbers: found.flatMap((no) => (isMine(no) ? own : [no])), isAll: true }
}

type After = { start: string; name: string; no: number }

const namesAfter = compileOnce((db, { start, name, no }: Given<After>) =>
  db
    .selectFrom(
      namedLike(start, NAMES_AT_ONCE)
        .where((eb) => sql`${lower(eb.ref('username'))} ~>=~ ${name}`)
        .as('named'),
    )
    .innerJoin('profiles', 'profiles.member_no', 'named.member_no')
    .select(['profiles.no', 'named.name'])
    .where((eb) => eb.or([eb('named.name', '<>', name), eb('profiles.no', '>', no)]))
    .orderBy(sql`named.name using ~<~`)
    .orderBy('profiles.no')
    .limit(NAMES_AT_ONCE),
)

/** Continues by name until enough of them are in the downline. */
async function continueByName(
  { db, start, isSeen }: Search,
  most: number,
  last: { name: string; no: number } | undefined,
): Promise<Found> {
  const numbers: number[] = []
  let [after, looked] = [last, FIRST_NAMES]
  while (after && looked < most && numbers.length <= MAX_FOUND) {
    const rows = await namesAfter.rows(db, { start, ...after })
    numbers.push(...rows.map(({ no }) => no).filter(isSeen))
    looked += rows.length
    after = rows.at(-1)
  }
  return { numbers, isAll: after === undefined }
}

type Among = { members: readonly number[]; start: string; most: number }

const namedAmong = compileOnce((db, { members, start, most }: Given<Among>) =>
  db
    .selectFrom('identities')
    .select('member_no')
    .where('member_no', '=', anyOf(members, 'int'))
    .where((eb) => eb(lower(eb.ref('username')), 'like', sql<string>`lower(${start}) || '%'`))
    .orderBy((eb) => sql`${lower(eb.ref('username'))} using ~<~`)
    .limit(most),
)

/** The seats among these that belong to the first matching members, by name. */
async function findAmong(
  { db, map, start }: Pick<Search, 'db' | 'map' | 'start'>,
  seats: readonly number[],
  most: number,
): Promise<number[]> {
  const byOwner = Map.groupBy(seats, (no) => map.seats.get(no, OWNER))
  const rows = await namedAmong.rows(db, { members: [...byOwner.keys()], start, most })
  return rows.flatMap(({ member_no: member }) => byOwner.get(member) ?? [])
}

const findNamed = compileOnce((db, { start }: Given<{ start: string }>) =>
  db
    .selectFrom(namedLike(start, FIRST_NAMES).as('named'))
    .innerJoin('profiles', 'profiles.member_no', 'named.member_no')
    .select('profiles.no')
    .limit(FIRST_NAMES),
)

/**
 * The seats of some legs whose owner's username starts with the text, ignoring case. Strangers with
 * such a name don't count. For a common prefix, we look up the names of the legs' first `most`
 * seats.
 */
export async function findByName(
  db: Db,
  map: SeatMap,
  tops: readonly number[],
  text: string,
  most: number,
): Promise<Part> {
  const start = literally(text)
  const rows = await findNamed.rows(db, { start })
  if (rows.length < FIRST_NAMES) {
    const isInside = downlineOf(map, tops)
    const found = rows.map(({ no }) => no).filter((no) => isSeated(map, no) && isInside(no))
    return { found, isWhole: true }
  }
  const { found: seats, isWhole } = walkPart(map, tops, most)
  return { found: await findAmong({ db, map, start }, seats, seats.length), isWhole }
}
