import { compileOnce, type Given } from '../../db/compiled.ts'
import { given, lower } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { LEFT, RIGHT } from './seat-fields.ts'
import type { SeatMap } from './seat-map.ts'
import { countLeg } from './walk-seats.ts'

type Order = 'level' | 'newest' | 'team' | 'username' | undefined
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

/** Seats in an order: the newest first, the largest downline first, or by username. */
export async function sortSeats(
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
