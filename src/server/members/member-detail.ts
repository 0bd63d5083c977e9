import { sql } from 'kysely'
import type { z } from 'zod'
import type { MemberDetail } from '../../contract/subjects/members.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { withdrawalHold } from '../../domain/ledger/account.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { readProfiles } from '../network/profiles.ts'
import { memberColumns, memberTables, showMember, type MemberColumns } from './members.ts'

export type Detail = z.infer<typeof MemberDetail>

type MemberDetailRow = MemberColumns &
  RowOf<
    'identities',
    'first_name' | 'last_name' | 'phone_number' | 'wallet_address' | 'referral_code' | 'hold_until'
  > &
  RowOf<'members', 'auto_upgrade' | 'sponsor_no'> & {
    suspended_at: Date | null
    withdrawing: bigint
    referrals: number
    deposit_address: string | null
    totp: boolean
  }

/** Everything that the console shows about one member; undefined if there is none. */
export async function readMember(db: Db | Tx, no: number): Promise<Detail | undefined> {
  const { rows } = await sql<MemberDetailRow>`
    select ${memberColumns}, m.auto_upgrade, m.sponsor_no, identities.first_name,
      identities.last_name, identities.phone_number, identities.wallet_address,
      identities.referral_code, identities.hold_until,
      identities.totp_confirmed_at is not null as totp,
      (select address from deposit_addresses where member_no = m.no) as deposit_address,
      (select max(at) from audit_entries where m.suspended and action = 'suspend member'
        and object = 'member ' || m.no) as suspended_at,
      coalesce((select balance from accounts where no = ${withdrawalHold(no)}), 0) as withdrawing,
      (select count(*)::int from members theirs
        join identities p on p.member_no = theirs.no and p.verified_at is not null
        where theirs.sponsor_no = m.no) as referrals
    ${memberTables} where m.no = ${no}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  return {
    ...showMember(row),
    first_name: row.first_name,
    last_name: row.last_name,
    phone_number: row.phone_number,
    wallet_address: row.wallet_address,
    withdrawing: formatUsd(row.withdrawing),
    suspended_at: row.suspended_at?.toISOString() ?? null,
    auto_upgrade: row.auto_upgrade,
    total_referrals: row.referrals,
    profiles: await readProfiles(db, sql<boolean>`p.member_no = ${no}`),
    deposit_address: row.deposit_address,
    referral_code: row.referral_code,
    sponsor_id: row.sponsor_no === null ? null : String(row.sponsor_no),
    totp_enabled: row.totp,
    hold_until: row.hold_until?.toISOString() ?? null,
    accepted_texts: await readAcceptances(db, no),
  }
}

async function readAcceptances(db: Db | Tx, no: number): Promise<Detail['accepted_texts']> {
  const rows = await db
    .selectFrom('text_acceptances')
    .selectAll()
    .where('member_no', '=', no)
    .orderBy('accepted_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ kind, version, accepted_at: at }) => {
    return { kind, version: String(version), at: at.toISOString() }
  })
}
