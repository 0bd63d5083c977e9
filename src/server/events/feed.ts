import type { Pool } from 'pg'
import { startBeat } from '../../db/connection/silence.ts'
import { parsePosition } from '../../db/wal-position.ts'
import type { Replicas } from '../reads/replicas.ts'
import { CHANNEL, readNotice, topics, type Topic } from './publish.ts'

/**
 * Receives changes for one member.
 * @param seen the position that includes the changes, if replicas might lag behind it
 */
export type Listener = (seq: number, changed: readonly Topic[], seen?: string) => void

declare module '../http/route.ts' {
  interface CallServices {
    feed: EventFeed
  }
}

export type EventFeed = {
  /**
   * Listens for one member until the returned function is called. Once `listening` resolves, the
   * listener can't miss anything published afterward.
   */
  subscribe(member: number, listener: Listener): { listening: Promise<void>; stop: () => void }
  /** Notifies the listener of sessions that end in any process, while someone is subscribed. */
  onSessionEnded(listener: (session: bigint) => void): () => void
  stop(): Promise<void>
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 10_000
/** How often we ask whether the connection still works. A silent one brings no notices. */
const BEAT_MS = 10_000

/**
 * Receives what every process publishes, through one connection that opens for the first listener.
 * After a broken connection, every reader must reload everything, because it missed notices.
 */
export function openFeed(
  pool: Pool,
  onError: (error: unknown) => void,
  replicas?: Pick<Replicas, 'caughtUp'>,
  beatMs = BEAT_MS,
): EventFeed {
  const listeners = new Map<number, Set<Listener>>()
  const ends = new Set<(session: bigint) => void>()
  let close: (() => void) | undefined
  let connecting: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = FIRST_RETRY_MS
  let stopped = false
  let broken = false

  const everyone = (): void => {
    for (const set of listeners.values()) for (const listener of set) listener(0, topics)
  }
  const retry = (error: unknown): void => {
    if (stopped) return
    broken = true
    onError(error)
    timer = setTimeout(connect, retryMs)
    retryMs = Math.min(LAST_RETRY_MS, retryMs * 2)
  }
  const connect = (): void => {
    const channels = {
      [CHANNEL]: (text: string) => pass(listeners, text, replicas),
      // A trigger writes to this one when a session ends.
      session_ended: async (text: string) => {
        const session = BigInt(text)
        for (const end of ends) end(session)
      },
    }
    connecting = listen(pool, { channels, beatMs, onError, onBreak: retry }).then((opened) => {
      close = opened
      if (broken) everyone()
      broken = false
      retryMs = FIRST_RETRY_MS
      return undefined
    }, retry)
  }
  return {
    subscribe(member, listener) {
      if (!connecting) connect()
      const set = listeners.get(member) ?? new Set()
      listeners.set(member, set.add(listener))
      const stop = (): void => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(member) === set) listeners.delete(member)
      }
      return { listening: connecting ?? Promise.resolve(), stop }
    },
    onSessionEnded(listener) {
      ends.add(listener)
      return () => void ends.delete(listener)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await connecting
      close?.()
    },
  }
}

/** Passes a notice on once the replicas have its changes, because readers reload at once. */
async function pass(
  listeners: ReadonlyMap<number, ReadonlySet<Listener>>,
  text: string,
  replicas: Pick<Replicas, 'caughtUp'> | undefined,
): Promise<void> {
  const { seq, changed, seen } = readNotice(text)
  if (replicas && changed.some(([member]) => listeners.has(member))) {
    await replicas.caughtUp(parsePosition(seen) ?? 0n)
  }
  for (const [member, what] of changed) {
    for (const listener of listeners.get(member) ?? []) {
      listener(seq, what, replicas ? seen : undefined)
    }
  }
}

type Listening = {
  readonly channels: Record<string, (text: string) => Promise<void>>
  readonly beatMs: number
  /** Called for a notice that can't be read: any role of the database may send one. */
  readonly onError: (error: unknown) => void
  readonly onBreak: (error: unknown) => void
}

/** Opens a connection that listens. Returns a function that closes it. */
async function listen(
  pool: Pool,
  { channels, beatMs, onError, onBreak }: Listening,
): Promise<() => void> {
  const client = await pool.connect()
  const stopBeat = startBeat(client, beatMs, beatMs)
  let isListening = false
  let isOver = false
  const end = (): void => {
    stopBeat()
    if (!isOver) client.release(true)
    isOver = true
  }
  client.on('notification', ({ channel, payload }) => {
    if (payload) channels[channel]?.(payload).catch(onError)
  })
  // A server may report why it closes a connection after we released it, or report it twice.
  client.on('error', (error) => {
    if (isListening && !isOver) onBreak(error)
    end()
  })
  try {
    for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`)
  } catch (error) {
    end()
    throw error
  }
  isListening = true
  return end
}
