import { expressionBuilder } from 'kysely'
import { now, type Condition, everyRow } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Message } from '../../contract/subjects/contact.ts'
import type { Db, Tx, Database } from '../../db/types.ts'
import { inOrder, type Slice } from '../http/paging.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { answerEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { audit, type By } from '../audit/audit.ts'
import { readClaims, requireUnclaimed } from '../claims/claims.ts'

type MessageAnswer = z.infer<typeof Message>

const messageColumns = expressionBuilder<Database, 'contact_messages'>()

export const messageFilter = (status: 'open' | 'answered' | undefined): Condition => {
  if (status === undefined) return everyRow
  return messageColumns('contact_messages.answered_at', status === 'open' ? 'is' : 'is not', null)
}

export async function readMessages(
  db: Db | Tx,
  condition: Condition,
  { limit = 1, offset = 0, sort = 'newest' }: Slice = {},
): Promise<MessageAnswer[]> {
  const rows = await db
    .selectFrom('contact_messages')
    .select([
      'no',
      'name',
      'email',
      'subject',
      'message',
      'received_at',
      'answer',
      'answered_by',
      'answered_at',
    ])
    .where(condition)
    .orderBy('no', inOrder(sort))
    .limit(limit)
    .offset(offset)
    .execute()
  const claims = await readClaims(
    db,
    'messages',
    rows.map(({ no }) => no),
  )
  return rows.map((row) => ({
    id: String(row.no),
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    received_at: row.received_at.toISOString(),
    answer: row.answer,
    answered_by: row.answered_by,
    answered_at: row.answered_at?.toISOString() ?? null,
    claim: claims.get(String(row.no)) ?? null,
  }))
}

/** Answers a message by email, once. */
export async function answerMessage(
  db: Db,
  { no, answer }: { no: bigint; answer: string },
  by: By,
): Promise<MessageAnswer> {
  return await db.transaction().execute(async (tx) => {
    await requireUnclaimed(tx, by.operator, 'messages', no)
    const answered = await tx
      .updateTable('contact_messages')
      .set({ answer, answered_by: by.operator, answered_at: now })
      .where('no', '=', no)
      .where('answered_at', 'is', null)
      .returning('language')
      .executeTakeFirst()
    const [message] = await readMessages(tx, messageColumns('contact_messages.no', '=', no))
    if (!message) throw reject('not_found')
    if (!answered) throw reject('already_answered')
    const to = { username: message.name, language: answered.language }
    const content = answerEmail(to, message.subject, answer)
    await enqueueEmails(tx, [{ to: message.email, kind: 'contact', content }])
    const object = `message ${no}`
    await audit(tx, [{ ...by, action: 'answer message', object, after: { answer } }])
    return message
  })
}
