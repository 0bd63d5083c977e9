import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import type { Config } from '../config.ts'

export type SecurityChange =
  | 'email_changed'
  | 'password_changed'
  | 'password_reset'
  | 'wallet_changed'
  | 'totp_enabled'
  | 'totp_disabled'

export type HoldSettings = { ms: number; hours: number }

export const holdSettings = ({ withdrawalHoldMs: ms }: Config): HoldSettings => ({
  ms,
  hours: Math.round(ms / 3_600_000),
})

/** Notes a change of security, after which payouts wait: `hold_until` counts from now. */
export async function holdPayouts(
  tx: Tx,
  hold: HoldSettings,
  member: number,
  kind: SecurityChange,
): Promise<void> {
  await sql`
    update people
    set hold_until = greatest(hold_until, now() + make_interval(secs => ${hold.ms / 1000}))
    where member_no = ${member}`.execute(tx)
  await tx.insertInto('security_events').values({ member_no: member, kind }).execute()
}
