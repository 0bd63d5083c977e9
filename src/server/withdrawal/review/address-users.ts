import type { Expression } from 'kysely'
import { subquery, type Condition } from '../../../db/expressions.ts'

// Who withdraws to an address: the members whose account has it now, and those of earlier
// withdrawals to it. Several may, and their address stays outside custody.

const MAX_NAMES = 10

/** The usernames of members who withdraw to an address, or did. */
export const usersOf = (address: string) =>
  subquery
    .selectFrom('identities')
    .select('username')
    .where('member_no', 'in', (eb) =>
      eb
        .selectFrom('identities as own')
        .select('own.member_no')
        .where('own.wallet_address', '=', address)
        .union(eb.selectFrom('withdrawals').select('member_no').where('address', '=', address)),
    )
    .limit(MAX_NAMES)

/** Whether another member withdraws to an address, or did. */
export const hasOtherUser = (address: Expression<string>, member: Expression<number>): Condition =>
  subquery.or([
    subquery.exists(
      subquery
        .selectFrom('identities')
        .where('identities.wallet_address', '=', address)
        .where('identities.member_no', '<>', member),
    ),
    // In two ranges of the index, which `<>` can't use: a member may have used it very often.
    ...(['<', '>'] as const).map((side) =>
      subquery.exists(
        subquery
          .selectFrom('withdrawals as other')
          .where('other.address', '=', address)
          .where('other.member_no', side, member),
      ),
    ),
  ])
