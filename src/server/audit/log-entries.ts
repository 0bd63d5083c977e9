import type { Context } from '../context.ts'
import { lostLines } from '../../terminal/log-output.ts'
import { repeat, type Worker } from '../workers/repeat.ts'

const EVERY_MS = 1000
const MAX_ENTRIES = 1000
export const LOGGED = 'audit entry'

/**
 * Writes each new entry of the audit log as a line of the process's log, which a restored database
 * can't set back. Starts after the head of the last daily email, so that no entry is missing while
 * no process did this, and repeats what couldn't be written. A line can therefore appear again. The
 * object is in hex, because the log hides addresses, and ours are what an operator has to look up.
 */
export function startLoggingEntries({
  db,
  log,
  stopping,
}: Pick<Context, 'db' | 'log' | 'stopping'>): Worker {
  let last: bigint | undefined
  let most = MAX_ENTRIES
  return repeat({ name: 'audit lines', everyMs: EVERY_MS, log, stopping }, async (ends) => {
    last ??= await readEmailedHead(db)
    let isFull = true
    while (isFull && !ends.aborted) {
      const entries = await readAfter(db, last, most)
      const lostBefore = lostLines()
      for (const { no, hash, object, ...entry } of entries) {
        const hex = { hash: hash.toString('hex'), object: Buffer.from(object).toString('hex') }
        log.info({ entry: String(no), ...entry, ...hex }, LOGGED)
      }
      const isWritten = (await flushed(log, ends)) && lostLines() === lostBefore
      // On a full disk, one line is enough to find out whether it still is.
      most = isWritten ? MAX_ENTRIES : 1
      if (!isWritten) return
      last = entries.at(-1)?.no ?? last
      isFull = entries.length === MAX_ENTRIES
    }
  })
}

/** Waits until the log is written, or lost. False if this is to end first. */
async function flushed(log: Context['log'], ends: AbortSignal): Promise<boolean> {
  if (ends.aborted) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const giveUp = (): void => resolve(false)
  ends.addEventListener('abort', giveUp, { once: true })
  log.flush(() => resolve(true))
  return await promise.finally(() => ends.removeEventListener('abort', giveUp))
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

const readAfter = (db: Context['db'], last: bigint, most: number) =>
  db
    .selectFrom('audit_entries')
    .select(['no', 'at', 'operator', 'action', 'object', 'hash'])
    .where('no', '>', last)
    .orderBy('no')
    .limit(most)
    .execute()
