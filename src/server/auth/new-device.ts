import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { newDeviceEmail } from '../email/email-templates.ts'
import type { LockedAccount } from './locked-account.ts'
import { noteSecurity, tellMember, type SecuritySettings } from './security-change.ts'

/** Devices remembered per member. We forget the least recently used one first. */
const MAX_DEVICES = 50

/**
 * Remembers the device that a member signs in from. Reports a new device to the member by email and
 * in the activity, unless it is their first.
 */
export async function noteDevice(
  { tx, member_no: member, username, email: to }: LockedAccount,
  settings: Pick<SecuritySettings, 'publicUrl'>,
  device: string,
): Promise<void> {
  const hash = createHash('sha256').update(device).digest()
  const { rows } = await sql<{ isNew: boolean; others: number }>`
    insert into devices (member_no, hash) values (${member}, ${hash})
    on conflict (member_no, hash) do update set seen_at = now()
    returning xmax = 0 as "isNew",
      (select count(*)::int from devices where member_no = ${member}) as others`.execute(tx)
  const [noted] = rows
  if (!noted?.isNew || noted.others === 0) return
  await sql`
    delete from devices where member_no = ${member} and hash in (
      select hash from devices where member_no = ${member}
      order by seen_at desc offset ${MAX_DEVICES})`.execute(tx)
  await noteSecurity(tx, member, 'new_device')
  const content = newDeviceEmail(username, device, new Date())
  await tellMember(settings, { tx, member, to, kind: 'new_device', content })
}
