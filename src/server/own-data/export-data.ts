import type { z } from 'zod'
import { requireFound } from '../../contract/refusals/reject.ts'
import type { OwnData } from '../../contract/operations/own-data.ts'
import { readUser } from '../account/queries.ts'
import { listSessions } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { MAX_ROWS, readLists } from './own-lists.ts'
import { readSettings } from './own-records.ts'

/**
 * All data that we hold about a member, except what protects the account: hashes, keys, and
 * secrets.
 */
export async function exportData(
  context: Context,
  { no, session }: { no: number; session: bigint },
): Promise<z.infer<typeof OwnData>> {
  const { db } = context
  const account = requireFound(await readUser(db, no))
  const lists = await readLists(context, no, account.email)
  const shortened = Object.entries(lists).filter(([, rows]) => rows.length > MAX_ROWS)
  for (const [, rows] of shortened) rows.length = MAX_ROWS
  return {
    created_at: new Date().toISOString(),
    account,
    ...(await readSettings(db, no)),
    passkeys: await listPasskeys(db, { member: no }),
    sessions: await listSessions(db, no, session),
    ...lists,
    shortened: shortened.map(([name]) => name),
  }
}
