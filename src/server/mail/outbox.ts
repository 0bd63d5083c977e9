import type { Tx } from '../../db/types.ts'
import { oneLine, renderHtml, renderText, type Letter } from './template.ts'

export type MailKind = 'verification' | 'recovery' | 'security' | 'money' | 'contact'
export type Mail = { to: string; kind: MailKind; letter: Letter }

/** Writes mails to be sent, in the transaction of their cause: rolled back with it, sent with it. */
export async function enqueueMails(tx: Tx, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ to, kind, letter }) => ({
    recipient: oneLine(to),
    kind,
    subject: oneLine(letter.subject),
    text: renderText(letter),
    html: renderHtml(letter),
  }))
  await tx.insertInto('mails').values(rows).execute()
}
