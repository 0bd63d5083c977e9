import { sql } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { countAll, anyOf, sumOf } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { User as UserShape } from '../../contract/subjects/account.ts'
import type { Db } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { rewardPurposes } from '../book/rows/ledger-rows.ts'
import { readProfilesOf } from '../network/profiles.ts'

export type User = z.infer<typeof UserShape>

const findUser = compileOnce(
  (db, { member, account }: Given<{ member: number; account: bigint }>) =>
    db
      .selectFrom('identities')
      .innerJoin('members', 'members.no', 'identities.member_no')
      .select([
        'identities.username',
        'identities.email',
        'identities.first_name',
        'identities.last_name',
        'identities.phone_number',
        'identities.wallet_address',
        'identities.referral_code',
        'identities.share_contact',
        'identities.pending_email',
        'members.suspended',
        'members.auto_upgrade',
        'members.joined_at',
      ])
      .select((eb) => [
        eb.fn
          .coalesce(
            eb.selectFrom('accounts').select('balance').where('no', '=', account),
            sql<bigint>`0`,
          )
          .as('balance'),
        eb
          .selectFrom('postings')
          .select(({ ref }) => sumOf(ref('amount')).as('sum'))
          .where('account_no', '=', account)
          .where('purpose', '=', anyOf(rewardPurposes, 'smallint'))
          .$asScalar()
          .as('rewards'),
        eb
          .selectFrom('members as referred')
          .innerJoin('identities as theirs', 'theirs.member_no', 'referred.no')
          .select(countAll.as('count'))
          .where('theirs.verified_at', 'is not', null)
          .where('referred.sponsor_no', '=', member)
          .$asScalar()
          .as('referrals'),
      ])
      .where('identities.member_no', '=', member),
)

/** The member's own view of the account, in three statements however much they have. */
export async function readUser(
  db: Db,
  member: number,
  viewedBy: string | null = null,
): Promise<User | undefined> {
  const account = BigInt(wallet(member))
  const row = await findUser.first(db, { member, account })
  if (!row) return undefined
  return {
    id: String(member),
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    phone_number: row.phone_number,
    total_referrals: row.referrals,
    total_rewards: formatUsd(row.rewards),
    wallet_balance: formatUsd(row.balance),
    wallet_address: row.wallet_address,
    referral_code: row.referral_code,
    auto_upgrade: row.auto_upgrade,
    share_contact: row.share_contact,
    pending_email: row.pending_email,
    is_active: !row.suspended,
    date_joined: row.joined_at.toISOString(),
    viewed_by: viewedBy,
    profiles: await readProfilesOf(db, member),
  }
}
