import { sql } from 'kysely'
import type { z } from 'zod'
import type { User as UserShape } from '../../contract/subjects/account.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { rewardPurposes } from '../book/rows/ledger-rows.ts'
import { readProfiles } from '../network/profiles.ts'

export type User = z.infer<typeof UserShape>

type UserRow = RowOf<
  'identities',
  | 'username'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'phone_number'
  | 'wallet_address'
  | 'referral_code'
  | 'share_contact'
  | 'pending_email'
> &
  RowOf<'members', 'suspended' | 'auto_upgrade' | 'joined_at'> & {
    balance: bigint
    rewards: bigint
    referrals: number
  }

/** The member's own view of the account, in three statements however much they have. */
export async function readUser(
  db: Db,
  member: number,
  viewedBy: string | null = null,
): Promise<User | undefined> {
  const { rows } = await sql<UserRow>`
    select identities.username, identities.email, identities.first_name, identities.last_name,
      identities.phone_number, identities.wallet_address, identities.referral_code,
      identities.share_contact, identities.pending_email, members.suspended,
      members.auto_upgrade, members.joined_at,
      coalesce((select balance from accounts where no = ${wallet(member)}), 0) as balance,
      (select coalesce(sum(amount), 0)::bigint from postings
        where account_no = ${wallet(member)} and purpose = any(${rewardPurposes})) as rewards,
      (select count(*)::int from members referred
        join identities theirs on theirs.member_no = referred.no and theirs.verified_at is not null
        where referred.sponsor_no = ${member}) as referrals
    from identities join members on members.no = identities.member_no
    where identities.member_no = ${member}`.execute(db)
  const row = rows[0]
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
    profiles: await readProfiles(db, sql<boolean>`p.member_no = ${member}`),
  }
}
