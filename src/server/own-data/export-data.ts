import { nowMs } from '../../clock/clock.ts'
import type { z } from 'zod'
import { requireFound } from '../../contract/refusals/reject.ts'
import type { OwnData } from '../../contract/operations/own-data.ts'
import type { Tx } from '../../db/types.ts'
import { readUser } from '../account/queries.ts'
import { listSessions } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import { hasMoreProfiles } from '../network/profiles.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { MAX_ROWS, readLists } from './own-lists.ts'
import { readSettings } from './own-records.ts'

type Owner = { no: number; session: bigint }

/**
 * All data that we hold about a member, except what protects the account: hashes, keys, and
 * secrets. It shows one moment, so that the balance is that of the newest posting.
 */
export const exportData = (
  { db, config }: Pick<Context, 'db' | 'config'>,
  owner: Owner,
): Promise<z.infer<typeof OwnData>> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readData(tx, config, owner))

async function readData(
  db: Tx,
  config: Context['config'],
  { no, session }: Owner,
): Promise<z.infer<typeof OwnData>> {
  const account = requireFound(await readUser(db, no))
  const lists = await readLists(db, config, no, account.email)
  const shortened = Object.entries(lists).filter(([, rows]) => rows.length > MAX_ROWS)
  for (const [, rows] of shortened) rows.length = MAX_ROWS
  const hasMore = await hasMoreProfiles(db, no)
  return {
    created_at: new Date(nowMs()).toISOString(),
    account,
    ...(await readSettings(db, no)),
    passkeys: await listPasskeys(db, { member: no }),
    sessions: await listSessions(db, no, session),
    ...lists,
    shortened: [...(hasMore ? ['profiles'] : []), ...shortened.map(([name]) => name)],
  }
}
