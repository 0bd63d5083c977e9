import type { Insertable } from 'kysely'
import { takeTurn } from '../../db/named-locks.ts'
import { lower } from '../../db/expressions.ts'
import type { Database, Tx } from '../../db/types.ts'
import { networkOf } from '../http/address.ts'
import { byAddress, byTyped } from '../http/limit-key.ts'
import { countDone } from '../http/rate-limit.ts'
import { route, type Route } from '../http/route.ts'
import { contactEmail } from '../email/staff-emails.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { answerText, text } from '../../contract/texts/texts.ts'

const thanks = answerText(text('message_received'))

type Sent = Pick<Insertable<Database['contact_messages']>, 'email' | 'subject' | 'message'>

/** Whether the message is already waiting for an answer. People repeat it after a lost answer. */
async function isWaiting(tx: Tx, { email, subject, message }: Sent): Promise<boolean> {
  // One at a time, so that each sees the previous one.
  const content = JSON.stringify([email.toLowerCase(), subject, message])
  await takeTurn(tx, content)
  const found = await tx
    .selectFrom('contact_messages')
    .select('no')
    .where((eb) => eb(lower(eb.ref('email')), '=', lower(email)))
    .where('subject', '=', subject)
    .where('message', '=', message)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

const everyone = byTyped('everyone')

export const contactRoutes: Route[] = [
  route('sendContactMessage', async ({ context, body, limiter, address, reply }) => {
    const { db, config } = context
    await limiter.count('contactNetwork', byAddress(networkOf(address)), reply)
    const { website, ...message } = body
    // The field is hidden, so only bots fill it in. We thank them like everyone and discard the
    // message.
    if (website) return thanks
    await db.transaction().execute(async (tx) => {
      if (await isWaiting(tx, message)) return
      await countDone(tx, config, 'contactOfAll', everyone)
      await tx.insertInto('contact_messages').values(message).execute()
      const content = contactEmail(message)
      await enqueueEmails(tx, [{ to: config.supportEmail, kind: 'contact', content }])
    })
    return thanks
  }),
]
