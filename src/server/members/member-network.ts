import type { z } from 'zod'
import type { MemberNetwork } from '../../contract/subjects/members.ts'
import { countAll, lit } from '../../db/expressions.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { PLAN_NAMES } from '../../domain/money/catalog.ts'
import { countReferrals } from '../network/count-referrals.ts'
import { requireMember } from './require-member.ts'

const MAX_SPONSORS = 20
const MAX_SEATS = 200

type SeatRow = RowOf<'profiles', 'plan'> &
  RowOf<'seats', 'taken_at' | 'depth' | 'side'> & {
    profile_id: string
    parent_id: string | null
    parent_username: string | null
    filled: number
  }

/** The member's sponsors, and where the member's seats are. */
export async function readNetwork(db: Db, no: number): Promise<z.infer<typeof MemberNetwork>> {
  await requireMember(db, no)
  const sponsors = await db
    .withRecursive('above(no, step)', (query) =>
      query
        .selectFrom('members')
        .select(['sponsor_no as no', lit<number>(1).as('step')])
        .where('no', '=', no)
        .unionAll((eb) =>
          eb
            .selectFrom('above')
            .innerJoin('members', 'members.no', 'above.no')
            .select((each) => [
              'members.sponsor_no as no',
              each('above.step', '+', lit(1)).as('step'),
            ])
            .where('members.sponsor_no', 'is not', null)
            .where('above.step', '<', MAX_SPONSORS),
        ),
    )
    .selectFrom('above')
    .innerJoin('identities', 'identities.member_no', 'above.no')
    .select(['identities.member_no as no', 'identities.username'])
    .orderBy('above.step')
    .execute()
  const counted = await db.selectNoFrom(countReferrals(lit(no)).as('count')).execute()
  const seats = await db
    .selectFrom('profiles')
    .innerJoin('seats', 'seats.profile_no', 'profiles.no')
    .leftJoin('profiles as above', 'above.no', 'seats.parent_no')
    .leftJoin('identities as owner', 'owner.member_no', 'above.member_no')
    .select((eb) => [
      'profiles.public_id as profile_id',
      'profiles.plan',
      'seats.taken_at',
      'seats.depth',
      'seats.side',
      'above.public_id as parent_id',
      'owner.username as parent_username',
      eb(
        eb
          .selectFrom('seats as child')
          .select(countAll.as('count'))
          .whereRef('child.parent_no', '=', 'profiles.no')
          .$asScalar(),
        '+',
        eb
          .selectFrom('seats as child')
          .innerJoin('seats as below', 'below.parent_no', 'child.profile_no')
          .select(countAll.as('count'))
          .whereRef('child.parent_no', '=', 'profiles.no'),
      ).as('filled'),
    ])
    .where('profiles.member_no', '=', no)
    .orderBy('profiles.no', 'desc')
    .limit(MAX_SEATS)
    .execute()
  return {
    sponsors: sponsors.map((row) => ({ id: String(row.no), username: row.username })),
    referrals: counted[0]?.count ?? 0,
    seats: seats.map(showSeat),
  }
}

const showSeat = (row: SeatRow) => ({
  profile_id: row.profile_id,
  plan: PLAN_NAMES[row.plan] ?? '',
  taken_at: row.taken_at.toISOString(),
  depth: row.depth,
  side: sideOf(row.side),
  parent:
    row.parent_id === null
      ? null
      : { profile_id: row.parent_id, username: row.parent_username ?? '' },
  filled: row.filled,
})

export const sideOf = (side: number | null): 'left' | 'right' | null =>
  side === null ? null : side === 0 ? 'left' : 'right'
