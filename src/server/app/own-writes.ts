import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { SEEN_HEADER } from '../../contract/fields/seen.ts'
import { parsePosition } from '../../db/wal-position.ts'
import type { Context } from '../context.ts'

// Callers see their own writes although replicas are behind: the answer to a write says how far the
// log was, and a read that brings this along waits for a replica to get there.

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** The context of one request. Its reads show what its caller has seen. */
export async function withOwnWrites(
  context: Context,
  { method, headers }: FastifyRequest,
): Promise<Context> {
  const { replicas } = context
  if (!replicas) return context
  // A change judges by what is there now.
  if (!isRead(method)) return { ...context, read: replicas.readPrimary }
  const seen = headers[SEEN_HEADER.toLowerCase()]
  if (seen === undefined) return { ...context, read: await replicas.readFor(null) }
  // What isn't a position may mean any: only the primary has everything.
  const position = typeof seen === 'string' ? parsePosition(seen) : null
  const read = position === null ? replicas.readPrimary : await replicas.readFor(position)
  return { ...context, read }
}

/** Adds the position to every answer of a call that may have written. */
export function addPositions(app: FastifyInstance, { replicas, pool }: Context): void {
  if (!replicas) return
  const position = sharePosition(pool)
  app.addHook('onSend', async (request, reply) => {
    if (isRead(request.method) || !request.url.startsWith('/api/')) return
    const seen = await position()
    if (seen !== null) reply.header(SEEN_HEADER, seen)
  })
}

/** An answer doesn't wait longer for its position. The write is done. */
const PATIENCE_MS = 1_000

/**
 * Asks the primary how far its log is. All who ask while one query runs share the next one, so this
 * costs one query at a time, however many write.
 */
function sharePosition(pool: Pool): () => Promise<string | null> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<string | null> | null = null
  const begin = (): Promise<string | null> => {
    next = null
    const asking = askPosition(pool)
    running = asking
    return asking
  }
  return () => (next ??= running.then(begin))
}

async function askPosition(pool: Pool): Promise<string | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), PATIENCE_MS)
  const asking = pool.query<{ seen: string }>('select pg_current_wal_insert_lsn()::text as seen')
  try {
    return await Promise.race([asking.then(({ rows }) => rows[0]?.seen ?? null), late.promise])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
