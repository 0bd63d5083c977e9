import { sql } from 'kysely'
import { countAll, is, lit } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { MemberDetail } from '../../contract/subjects/members.ts'
import type { Db, Tx } from '../../db/types.ts'
import { withdrawalHold } from '../../domain/ledger/account.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { countReferrals } from '../network/count-referrals.ts'
import { readProfilesOf } from '../network/profiles.ts'
import { showMember, selectMembers } from './members.ts'

export type Detail = z.infer<typeof MemberDetail>

/** Everything that the console shows about one member; undefined if there is none. */
export async function readMember(db: Db | Tx, no: number): Promise<Detail | undefined> {
  const row = await selectMembers(db)
    .select((eb) => [
      'members.auto_upgrade',
      eb
        .selectFrom('account_closings')
        .select('closed_at')
        .whereRef('account_closings.member_no', '=', 'members.no')
        .as('closed_at'),
      'members.sponsor_no',
      'identities.first_name',
      'identities.last_name',
      'identities.phone_number',
      'identities.wallet_address',
      'identities.referral_code',
      'identities.hold_until',
      is(eb('identities.totp_confirmed_at', 'is not', null)).as('totp'),
      eb
        .selectFrom('passkeys')
        .select(countAll.as('count'))
        .whereRef('passkeys.member_no', '=', 'identities.member_no')
        .$asScalar()
        .as('passkeys'),
      eb
        .selectFrom('deposit_addresses')
        .select('address')
        .whereRef('deposit_addresses.member_no', '=', 'members.no')
        .as('deposit_address'),
      eb
        .selectFrom('audit_entries')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('members.suspended', '=', lit(true))
        .where('action', '=', lit('suspend member'))
        .where('object', '=', sql<string>`'member ' || ${eb.ref('members.no')}`)
        .as('suspended_at'),
      eb.fn
        .coalesce(
          eb
            .selectFrom('accounts as hold')
            .select('hold.balance')
            .where('hold.no', '=', BigInt(withdrawalHold(no))),
          lit(0n),
        )
        .as('withdrawing'),
      countReferrals(eb.ref('members.no')).as('referrals'),
    ])
    .where('members.no', '=', no)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    ...showMember(row),
    first_name: row.first_name,
    last_name: row.last_name,
    phone_number: row.phone_number,
    wallet_address: row.wallet_address,
    withdrawing: formatUsd(row.withdrawing),
    suspended_at: row.suspended_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    auto_upgrade: row.auto_upgrade,
    total_referrals: row.referrals,
    profiles: await readProfilesOf(db, no),
    deposit_address: row.deposit_address,
    referral_code: row.referral_code,
    sponsor_id: row.sponsor_no === null ? null : String(row.sponsor_no),
    totp_enabled: row.totp,
    passkeys: row.passkeys ?? 0,
    hold_until: row.hold_until?.toISOString() ?? null,
    accepted_texts: await readAccepted(db, no, 100),
  }
}

/** The newest legal texts that a member accepted. */
export async function readAccepted(db: Db | Tx, member: number, most: number) {
  const rows = await db
    .selectFrom('text_acceptances')
    .select(['kind', 'version', 'language', 'accepted_at'])
    .where('member_no', '=', member)
    .orderBy('accepted_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ kind, version, language, accepted_at: at }) => {
    return { kind, version: String(version), language, at: at.toISOString() }
  })
}
