import type { Tx } from '../../db/types.ts'
import type { WithdrawalEvent } from '../../domain/ledger/event.ts'
import type { Config } from '../config/config.ts'
import { emailMembers } from './email-members.ts'

/** Emails the members whose withdrawals were rejected, by our staff or after their own report. */
export async function emailRejections(
  tx: Tx,
  config: Pick<Config, 'publicUrl'>,
  events: readonly WithdrawalEvent[],
  by: 'staff' | 'dispute',
): Promise<void> {
  const rejected = events.filter(({ state }) => state === 'rejected')
  await emailMembers(tx, config, rejected, ({ say, usd }, { amountMicros, reason }) => {
    const amount = usd(amountMicros)
    const paragraphs =
      by === 'dispute'
        ? [say('returned_text', { amount })]
        : [say('rejected_text', { amount }), say('reason', { reason: reason ?? '' })]
    return { subject: say('rejected_subject'), paragraphs }
  })
}
