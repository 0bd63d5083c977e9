import type { Tx } from '../../db/types.ts'
import type { WithdrawalEvent } from '../../domain/ledger/event.ts'
import type { Config } from '../config/config.ts'
import { moneyEmail, openWithdrawals } from '../email/email-templates.ts'
import { enqueueEmails, type Email } from '../email/outbox.ts'
import { writerOf } from '../language/writer.ts'
import { readRecipients } from './email-withdrawals.ts'

/** Emails the members whose withdrawals were rejected, by our staff or after their own report. */
export async function emailRejections(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  events: readonly WithdrawalEvent[],
  by: 'staff' | 'dispute',
): Promise<void> {
  const rejected = events.filter(({ state }) => state === 'rejected')
  if (rejected.length === 0) return
  const byMember = await readRecipients(tx, rejected)
  const emails = rejected.flatMap(({ member, amountMicros, reason }): Email[] => {
    const person = byMember.get(member)
    if (!person) return []
    const writer = writerOf(person.language)
    const { say, usd } = writer
    const amount = usd(amountMicros)
    const paragraphs =
      by === 'dispute'
        ? [say('returned_text', { amount })]
        : [say('rejected_text', { amount }), say('reason', { reason: reason ?? '' })]
    const content = moneyEmail(person, say('rejected_subject'), paragraphs, {
      action: openWithdrawals(writer, publicUrl),
    })
    return [{ to: person.email, kind: 'money', content }]
  })
  await enqueueEmails(tx, emails)
}
