import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { SEEN_HEADER } from '../../contract/fields/seen.ts'
import { within } from '../../clock/waits.ts'
import { shareNext } from '../../db/together.ts'
import type { Db } from '../../db/types.ts'
import { parsePosition } from '../../db/wal-position.ts'
import type { Context } from '../context.ts'

// Callers read their own writes even when replicas lag. The answer to a write has the log position
// after it. A read that sends this position waits until a replica has reached it.

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** The context of one request. Its reads include everything that its caller has seen. */
export async function withOwnWrites(
  context: Context,
  { method, headers }: FastifyRequest,
): Promise<Context> {
  const { replicas } = context
  if (!replicas) return context
  // A change must see the current data.
  if (!isRead(method)) return { ...context, read: replicas.readPrimary }
  const seen = headers[SEEN_HEADER.toLowerCase()]
  if (seen === undefined) return { ...context, read: await replicas.readFor(null) }
  // A malformed position could mean any, and only the primary has everything.
  const position = typeof seen === 'string' ? parsePosition(seen) : null
  const read = position === null ? replicas.readPrimary : await replicas.readFor(position)
  return { ...context, read }
}

/** Adds the position to every answer of a call that may have written. */
export function addPositions(app: FastifyInstance, { replicas, db }: Context): void {
  if (!replicas) return
  const position = shareNext(() => queryPosition(db))
  app.addHook('onSend', async (request, reply) => {
    if (isRead(request.method) || !request.url.startsWith('/api/')) return
    const seen = await position()
    if (seen !== null) reply.header(SEEN_HEADER, seen)
  })
}

/** An answer doesn't wait longer for its position, because the write is already done. */
const POSITION_TIMEOUT_MS = 1_000

async function queryPosition(db: Db): Promise<string | null> {
  const asking = sql<{ seen: string }>`select pg_current_wal_insert_lsn()::text as seen`.execute(db)
  const answer = await within(POSITION_TIMEOUT_MS, asking, () => null).catch(() => null)
  return answer?.rows[0]?.seen ?? null
}
