import type { Tx } from '../../db/types.ts'
import { oneLine, renderText, type EmailTemplate } from './template.ts'

type MailKind = 'verification' | 'recovery' | 'security' | 'money' | 'contact' | 'news'
export type Mail = { to: string; kind: MailKind; letter: EmailTemplate }

/** Queues emails in the transaction that causes them, so that both commit or neither does. */
export async function enqueueMails(tx: Tx, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ to, kind, letter }) => ({
    recipient: oneLine(to),
    kind,
    subject: oneLine(letter.subject),
    text: renderText(letter),
    letter: JSON.stringify(letter),
  }))
  await tx.insertInto('emails').values(rows).execute()
}
