import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { now, countAll } from '../../db/expressions.ts'
import { newDeviceEmail } from '../email/email-templates.ts'
import type { LockedAccount } from './locked-account.ts'
import { reportSecurityEvent, type SecuritySettings } from './security-change.ts'

/** Devices remembered per member. We forget the least recently used one first. */
const MAX_DEVICES = 50

/**
 * Remembers the device that a member signs in from. Reports a new device to the member by email and
 * in the activity, unless it is their first.
 */
export async function recordDevice(
  account: LockedAccount,
  settings: Pick<SecuritySettings, 'publicUrl'>,
  device: string,
): Promise<void> {
  const { tx, member_no: member, email: to } = account
  const noted = await tx
    .insertInto('devices')
    .values({ member_no: member, hash: hash('sha256', device, 'buffer') })
    .onConflict((conflict) => conflict.columns(['member_no', 'hash']).doUpdateSet({ seen_at: now }))
    .returning((eb) => [
      sql<boolean>`xmax = 0`.as('isNew'),
      eb
        .selectFrom('devices as known')
        .select(countAll.as('count'))
        .where('known.member_no', '=', member)
        .$asScalar()
        .as('others'),
    ])
    .executeTakeFirst()
  if (!noted?.isNew || noted.others === 0) return
  await tx
    .deleteFrom('devices')
    .where('member_no', '=', member)
    .where('hash', 'in', (eb) =>
      eb
        .selectFrom('devices as known')
        .select('known.hash')
        .where('known.member_no', '=', member)
        .orderBy('known.seen_at', 'desc')
        .offset(MAX_DEVICES),
    )
    .execute()
  const content = newDeviceEmail(account, device)
  await reportSecurityEvent(settings, { tx, member, to, kind: 'new_device', content })
}
