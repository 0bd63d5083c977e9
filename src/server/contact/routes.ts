import { route, type Route } from '../http/route.ts'
import { contactEmail } from '../email/staff-emails.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { answerText, text } from '../../contract/texts/texts.ts'

const thanks = answerText(text('message_received'))

export const contactRoutes: Route[] = [
  route('sendContactMessage', async ({ context: { db, config }, body }) => {
    const { website, ...message } = body
    // The field is hidden, so only bots fill it in. We thank them like everyone and discard the
    // message.
    if (website) return thanks
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('contact_messages').values(message).execute()
      const content = contactEmail(message)
      await enqueueEmails(tx, [{ to: config.supportEmail, kind: 'contact', content }])
    })
    return thanks
  }),
]
