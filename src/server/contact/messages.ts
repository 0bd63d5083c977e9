import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Message } from '../../contract/subjects/contact.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Sort } from '../http/paging.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { answerEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { audit } from '../audit/audit.ts'
import { readClaims, requireUnclaimed } from '../claims/claims.ts'

type MessageAnswer = z.infer<typeof Message>

export const messageFilter = (status: 'open' | 'answered' | undefined): RawBuilder<unknown> => {
  if (status === undefined) return sql`true`
  return status === 'open' ? sql`answered_at is null` : sql`answered_at is not null`
}

export async function readMessages(
  db: Db | Tx,
  condition: RawBuilder<unknown>,
  limit = 1,
  offset = 0,
  sort: Sort = 'newest',
): Promise<MessageAnswer[]> {
  const rows = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where(sql<boolean>`${condition}`)
    .orderBy('no', sort === 'oldest' ? 'asc' : 'desc')
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
  operator: string,
  { no, answer, requestId }: { no: bigint; answer: string; requestId: string },
): Promise<MessageAnswer> {
  return await db.transaction().execute(async (tx) => {
    await requireUnclaimed(tx, operator, 'messages', no)
    const { numAffectedRows } = await sql`
      update contact_messages set answer = ${answer}, answered_by = ${operator},
        answered_at = now() where no = ${no} and answered_at is null`.execute(tx)
    const [message] = await readMessages(tx, sql`no = ${no}`)
    if (!message) throw reject('not_found')
    if (numAffectedRows !== 1n) throw reject('already_answered')
    const content = answerEmail(message, answer)
    await enqueueEmails(tx, [{ to: message.email, kind: 'contact', content }])
    const object = `message ${no}`
    await audit(tx, [{ operator, action: 'answer message', object, after: { answer }, requestId }])
    return message
  })
}
