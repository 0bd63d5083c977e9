import { Socket } from 'node:net'
import { Pool, type Client, type PoolClient } from 'pg'
import { markLost } from '../errors.ts'

// A network that drops packets reports nothing, and neither does a proxy whose server is gone. So
// where nothing else limits how long we wait for an answer, we have to notice the silence.

/** The server went silent in the middle of something. */
export class ServerSilent extends Error {
  override name = 'ServerSilent'
}

const CHECKS = 4

/**
 * Breaks a connection once it has received nothing for so long. Call the returned function to stop
 * watching. A busy event loop delays the checks, so it doesn't look like a silent server.
 */
function breakWhenSilent({ connection }: Client, ms: number): () => void {
  const { stream } = connection
  const received = (): number => (stream instanceof Socket ? stream.bytesRead : 0)
  let before = received()
  let silentFor = 0
  const timer = setInterval(() => {
    const now = received()
    silentFor = now === before ? silentFor + 1 : 0
    before = now
    if (silentFor < CHECKS) return
    clearInterval(timer)
    stream.destroy(new ServerSilent(`the database server has been silent for ${ms} ms`))
  }, ms / CHECKS)
  return () => clearInterval(timer)
}

const ANSWER_MS = 10_000

/**
 * Asks the server something at intervals, and breaks the connection when no answer comes. So both
 * sides notice when the other is gone, and no proxy ends a session that waits.
 */
export function startBeat(client: Client, everyMs: number, answerMs = ANSWER_MS): () => void {
  let isAsking = false
  const ask = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    // An error may have ended the transaction with its locks, so the connection's user must notice.
    await client.query('select').catch(() => void client.connection.stream.destroy())
    isAsking = false
  }
  const timer = setInterval(() => void ask(), everyMs)
  const stopWatching = breakWhenSilent(client, everyMs + answerMs)
  return () => {
    clearInterval(timer)
    stopWatching()
    // A connection of a pool would wait for this answer before it closes, and might do so forever.
    if (isAsking) client.connection.stream.destroy()
  }
}

/** Longer than PostgreSQL takes to count the rows of the largest table. */
const READ_SILENCE_MS = 300_000
const readLimits = new WeakMap<Pool, number>()

/** Sets the silence after which a long read over this pool fails. */
export const limitReads = (pool: Pool, silenceMs: number): void =>
  void readLimits.set(pool, silenceMs)

/**
 * Reads over a connection of its own, which it opens as the pool opens its connections. It may take
 * any time, as long as something arrives. COPY works only here: the pool's connections have
 * pipelining, which excludes it.
 * @throws ServerSilent, or an error for which `isConnectionLost` is true
 */
export async function readLong<T>(pool: Pool, read: (client: PoolClient) => Promise<T>) {
  const own = new Pool({ ...pool.options, max: 1, pipeline: false })
  let isOpen = false
  // A break also fails the statement that is running, and that is what the reader gets.
  const onBreak = (): void => void (isOpen = false)
  own.on('error', onBreak)
  own.on('connect', (client) => client.on('error', onBreak))
  try {
    const client = await own.connect()
    isOpen = true
    const stopWatching = breakWhenSilent(client, readLimits.get(pool) ?? READ_SILENCE_MS)
    try {
      return await read(client)
    } finally {
      stopWatching()
      client.release(true)
    }
  } catch (error) {
    // The driver's own errors don't say that they are about the connection.
    if (!isOpen) markLost(error)
    throw error
  } finally {
    await own.end()
  }
}
