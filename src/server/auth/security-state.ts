import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { SecuritySettings } from './security-change.ts'

type SecurityRow = { totp_enabled: boolean; codes: number; hold_until: Date | null }

/** The member's security settings, and how long payouts are held, in one statement. */
export async function readSecurity(db: Db, { holdHours }: SecuritySettings, member: number) {
  const { rows } = await sql<SecurityRow>`
    select totp_confirmed_at is not null as totp_enabled,
      (select count(*)::int from recovery_codes
        where member_no = ${member} and used_at is null) as codes,
      case when hold_until > now() then hold_until end as hold_until
    from identities where member_no = ${member}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    totp_enabled: row.totp_enabled,
    recovery_codes_left: row.totp_enabled ? row.codes : 0,
    hold_until: row.hold_until?.toISOString() ?? null,
    hold_hours: holdHours,
  }
}
