import type { Expression } from 'kysely'
import { lit, subquery } from '../../db/expressions.ts'

/**
 * How many members someone has referred. Members exist once their email address is verified, and
 * each has a number among those of the same sponsor.
 */
export const countReferrals = (member: Expression<number>) =>
  subquery.fn.coalesce(
    subquery
      .selectFrom('members as referred')
      .select('referred.referral_no')
      .where('referred.sponsor_no', '=', member)
      .orderBy('referred.referral_no', 'desc')
      .limit(lit(1))
      .$asScalar(),
    lit(0),
  )
