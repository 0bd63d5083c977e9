import { now, countAll, is } from '../../db/expressions.ts'
import { compileOnce, type Given } from '../../db/compiled.ts'
import type { Db } from '../../db/types.ts'
import { HOUR_MS } from '../../domain/time/time.ts'
import { readHoldMs, type HoldSetting } from '../pins/payout-hold.ts'

const findSecurity = compileOnce((db, { member }: Given<{ member: number }>) =>
  db
    .selectFrom('identities')
    .select((eb) => [
      is(eb('totp_confirmed_at', 'is not', null)).as('totp_enabled'),
      eb
        .selectFrom('recovery_codes')
        .select(countAll.as('count'))
        .where('member_no', '=', member)
        .where('used_at', 'is', null)
        .$asScalar()
        .as('codes'),
      eb
        .selectFrom('passkeys')
        .select(countAll.as('count'))
        .where('member_no', '=', member)
        .$asScalar()
        .as('passkeys'),
      eb.case().when('hold_until', '>', now).then(eb.ref('hold_until')).end().as('hold_until'),
    ])
    .where('member_no', '=', member),
)

/** The member's security settings, and how long payouts are held. */
export async function readSecurity(db: Db, config: HoldSetting, member: number) {
  const [row, holdMs] = await Promise.all([
    findSecurity.first(db, { member }),
    readHoldMs(db, config),
  ])
  if (!row) return undefined
  return {
    totp_enabled: row.totp_enabled,
    passkeys: row.passkeys,
    recovery_codes_left: row.totp_enabled ? row.codes : 0,
    hold_until: row.hold_until?.toISOString() ?? null,
    hold_hours: Math.round(holdMs / HOUR_MS),
  }
}
