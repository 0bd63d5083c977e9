import type { Tx } from '../../db/types.ts'
import { oneLine, renderText, type EmailContent } from './template.ts'

type EmailKind = 'verification' | 'recovery' | 'security' | 'money' | 'contact' | 'news'
export type Email = { to: string; kind: EmailKind; content: EmailContent }

/** Queues emails in the transaction that causes them, so that both commit or neither does. */
export async function enqueueEmails(tx: Tx, emails: readonly Email[]): Promise<void> {
  if (emails.length === 0) return
  const rows = emails.map(({ to, kind, content }) => ({
    recipient: oneLine(to),
    kind,
    subject: oneLine(content.subject),
    text: renderText(content),
    content: JSON.stringify(content),
  }))
  await tx.insertInto('emails').values(rows).execute()
}
