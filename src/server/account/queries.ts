import { sql } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { given, lit } from '../../db/expressions.ts'
import { readTogether } from '../../db/together.ts'
import type { z } from 'zod'
import type { User as UserShape } from '../../contract/subjects/account.ts'
import type { Db } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { countReferrals } from '../network/count-referrals.ts'
import { readProfilesOf } from '../network/profiles.ts'

export type User = z.infer<typeof UserShape>

type UserQuery = { members: readonly number[]; wallets: readonly bigint[] }

const usersOf = compileOnce((db, { members, wallets }: Given<UserQuery>) =>
  db
    .selectFrom(
      given('asked', {
        member: { values: members, type: 'int' },
        wallet: { values: wallets, type: 'bigint' },
      }),
    )
    .innerJoin('identities', 'identities.member_no', 'asked.member')
    .innerJoin('members', 'members.no', 'asked.member')
    .leftJoin('accounts', 'accounts.no', 'asked.wallet')
    .select([
      'members.no',
      'identities.username',
      'identities.email',
      'identities.first_name',
      'identities.last_name',
      'identities.phone_number',
      'identities.wallet_address',
      'identities.referral_code',
      'identities.share_contact',
      'identities.language',
      'identities.pending_email',
      'members.suspended',
      'members.auto_upgrade',
      'members.joined_at',
    ])
    .select((eb) => [
      eb.fn.coalesce('accounts.balance', lit(0n)).as('balance'),
      eb.fn.coalesce('accounts.rewards', lit(0n)).as('rewards'),
      countReferrals(eb.ref('asked.member')).as('referrals'),
      eb
        .selectFrom('deposit_requests')
        .select(({ ref }) =>
          sql<string[] | null>`array_agg(${ref('public_id')} order by ${ref('no')} desc)`.as('ids'),
        )
        .whereRef('member_no', '=', 'asked.member')
        .where('state', '=', lit('open'))
        .$asScalar()
        .as('open_deposits'),
    ]),
)

const findUser = readTogether(async (db, members: readonly number[]) => {
  const wallets = members.map((member) => BigInt(wallet(member)))
  const rows = await usersOf.rows(db, { members, wallets })
  return new Map(rows.map((row) => [row.no, row]))
})

/** The member's own view of the account, in two statements. */
export async function readUser(
  db: Db,
  member: number,
  viewedBy: string | null = null,
): Promise<User | undefined> {
  const [row, profiles] = await Promise.all([findUser(db, member), readProfilesOf(db, member)])
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
    language: row.language,
    pending_email: row.pending_email,
    is_active: !row.suspended,
    date_joined: row.joined_at.toISOString(),
    open_deposits: row.open_deposits ?? [],
    viewed_by: viewedBy,
    profiles,
  }
}
