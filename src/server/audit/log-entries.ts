import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'

const EVERY_MS = 1000
const MAX_ENTRIES = 1000
export const LOGGED = 'audit entry'

/**
 * Writes each new entry of the audit log as a line of the process's log, which a restored database
 * can't set back. Starts after the head of the last daily email, so that no entry is missing while
 * no process did this. A line can therefore appear again. The object is in hex, because the log
 * hides addresses, and ours are what an operator has to look up.
 */
export function startLoggingEntries({
  db,
  log,
  stopping,
}: Pick<Context, 'db' | 'log' | 'stopping'>): Worker {
  let last: bigint | undefined
  return repeat({ name: 'audit lines', everyMs: EVERY_MS, log, stopping }, async () => {
    last ??= await readEmailedHead(db)
    let isFull = true
    while (isFull && !stopping.aborted) {
      const entries = await readAfter(db, last)
      for (const { no, hash, object, ...entry } of entries) {
        const hex = { hash: hash.toString('hex'), object: Buffer.from(object).toString('hex') }
        log.info({ entry: String(no), ...entry, ...hex }, LOGGED)
        last = no
      }
      isFull = entries.length === MAX_ENTRIES
    }
  })
}

async function readEmailedHead(db: Context['db']): Promise<bigint> {
  const emailed = await db
    .selectFrom('emailed_audit_heads')
    .select('no')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return emailed?.no ?? 0n
}

const readAfter = (db: Context['db'], last: bigint) =>
  db
    .selectFrom('audit_entries')
    .select(['no', 'at', 'operator', 'action', 'object', 'hash'])
    .where('no', '>', last)
    .orderBy('no')
    .limit(MAX_ENTRIES)
    .execute()
