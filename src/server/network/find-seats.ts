import { MAX_LISTED } from '../../contract/fields/complete.ts'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { given, lower } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { findByName } from './search.ts'
import { DEPTH, LEFT, RIGHT } from './seats/seat-fields.ts'
import type { SeatMap } from './seats/seat-map.ts'
import { countLeg, walkPart, type Part } from './seats/walk-seats.ts'

type Order = 'level' | 'newest' | 'team' | 'username' | undefined
type Wanted = { username?: string | undefined; level?: number | undefined; sort?: Order }
type Numbers = Given<{ numbers: readonly number[] }>

const byNewest = compileOnce((db, { numbers }: Numbers) =>
  db
    .selectFrom(given('asked', { no: { values: numbers, type: 'int' } }))
    .innerJoin('seats', 'seats.profile_no', 'asked.no')
    .select('asked.no')
    .orderBy('seats.ordinal', 'desc'),
)

const byName = compileOnce((db, { numbers }: Numbers) =>
  db
    .selectFrom(given('asked', { no: { values: numbers, type: 'int' } }))
    .innerJoin('profiles', 'profiles.no', 'asked.no')
    .innerJoin('identities', 'identities.member_no', 'profiles.member_no')
    .select('asked.no')
    .orderBy((eb) => lower(eb.ref('identities.username')))
    .orderBy('asked.no'),
)

/** The most seats that we sort: some 40 ms of the database's time. */
const MAX_SORTED = 20_000

export const isByLevel = ({ sort = 'level' }: Wanted): boolean => sort === 'level'

export const levelOf = ({ seats }: SeatMap, root: number, no: number): number =>
  seats.get(no, DEPTH) - seats.get(root, DEPTH)

/** The seats of a downline that match, in the order wanted, from as many as that order allows. */
export async function findSeats(
  db: Db,
  map: SeatMap,
  tops: readonly number[],
  root: number,
  wanted: Wanted,
): Promise<Part> {
  const { username, level, sort } = wanted
  const most = isByLevel(wanted) ? MAX_LISTED : MAX_SORTED
  const part =
    username === undefined
      ? walkPart(map, tops, most)
      : await findByName(db, map, tops, username, most)
  const kept = part.found.filter((no) => level === undefined || levelOf(map, root, no) === level)
  const isWhole = part.isWhole || (level !== undefined && isPast(map, root, part.found, level))
  if (!isByLevel(wanted)) return { found: await sortSeats(db, map, kept, sort), isWhole }
  if (username === undefined) return { found: kept, isWhole }
  const byLevel = (a: number, b: number) => levelOf(map, root, a) - levelOf(map, root, b) || a - b
  return { found: kept.toSorted(byLevel), isWhole }
}

/** Whether a walk level by level got further than a level. */
const isPast = (map: SeatMap, root: number, found: readonly number[], level: number): boolean =>
  found.some((no) => levelOf(map, root, no) > level)

/** Seats in an order: the newest first, the largest downline first, or by username. */
async function sortSeats(
  db: Db,
  map: SeatMap,
  numbers: readonly number[],
  order: Order,
): Promise<number[]> {
  const teamOf = (no: number) => countLeg(map, no, LEFT).seats + countLeg(map, no, RIGHT).seats
  // Sorting is stable: equally large ones stay level by level.
  if (order === 'team') return numbers.toSorted((a, b) => teamOf(b) - teamOf(a))
  const rows = await (order === 'newest' ? byNewest : byName).rows(db, { numbers })
  return rows.map(({ no }) => no)
}
