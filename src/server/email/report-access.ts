import type { Tx } from '../../db/types.ts'
import type { Config } from '../config/config.ts'
import { byOperator } from '../http/limit-key.ts'
import { countDone } from '../http/rate-limit.ts'
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

/**
 * The same for a change that an operator can repeat at will. Refuses too many of them, so that
 * nobody buries an email under others. What takes access away, or lets someone in, isn't limited.
 */
export async function reportChange(
  tx: Tx,
  config: Pick<Config, 'alertEmail' | 'rateLimits'>,
  operator: string,
  what: string,
  from: { device: string; address: string },
): Promise<void> {
  await countDone(tx, config, 'reportedChange', byOperator(operator))
  await reportAccess(tx, config, operator, what, from)
}
