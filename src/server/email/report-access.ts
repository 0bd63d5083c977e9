import type { Tx } from '../../db/types.ts'
import type { Config } from '../config/config.ts'
import { enqueueEmails } from './outbox.ts'
import { accessEmail } from './staff-emails.ts'

/** Emails the alert mailbox about what an operator did, because this may be an intruder. */
export async function reportAccess(
  tx: Tx,
  { alertEmail }: Pick<Config, 'alertEmail'>,
  operator: string,
  what: string,
  { device, address }: { device: string; address: string },
): Promise<void> {
  const content = accessEmail(operator, what, { device, address })
  await enqueueEmails(tx, [{ to: alertEmail, kind: 'security', content }])
}
