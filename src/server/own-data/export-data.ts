import { lower } from '../../db/expressions.ts'
import type { z } from 'zod'
import { requireFound } from '../../contract/refusals/reject.ts'
import type { OwnData } from '../../contract/operations/own-data.ts'
import type { Db } from '../../db/types.ts'
import { readUser } from '../account/queries.ts'
import { listSessions } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { MOST_ROWS, readLists } from './own-lists.ts'
import { readOwnRecords } from './own-records.ts'

/** All that we hold about a member, except what protects the account: hashes, keys, and secrets. */
export async function exportData(
  context: Context,
  { no, session }: { no: number; session: bigint },
): Promise<z.infer<typeof OwnData>> {
  const { db } = context
  const account = requireFound(await readUser(db, no))
  const lists = await readLists(context, no)
  const shortened = Object.entries(lists).filter(([, rows]) => rows.length > MOST_ROWS)
  for (const [, rows] of shortened) rows.length = MOST_ROWS
  return {
    created_at: new Date().toISOString(),
    account,
    ...(await readOwnRecords(db, no)),
    passkeys: await listPasskeys(db, { member: no }),
    sessions: await listSessions(db, no, session),
    ...lists,
    contact_messages: await readMessages(db, account.email),
    shortened: shortened.map(([name]) => name),
  }
}

/** The contact form knows its senders by their address. */
async function readMessages(db: Db, email: string) {
  const rows = await db
    .selectFrom('contact_messages')
    .select(['subject', 'message', 'received_at', 'answer'])
    .where((eb) => eb(lower(eb.ref('email')), '=', lower(email)))
    .orderBy('no', 'desc')
    .limit(MOST_ROWS)
    .execute()
  return rows.map((row) => ({ ...row, received_at: row.received_at.toISOString() }))
}
