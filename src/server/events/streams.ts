import { randomInt } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf, lit, now } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { stream } from '../../contract/fields/event-stream.ts'
import { Rejection, reject } from '../../contract/refusals/reject.ts'
import { readAccessToken } from '../auth/tokens/access-token.ts'
import { authenticateView } from '../auth/tokens/view-token.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import type { Drain } from '../http/drain.ts'
import type { Member } from '../http/route.ts'
import type { EventFeed } from './feed.ts'

// The event streams that this process holds open. A stream ends with the session behind it: at once
// if the notice arrives, and within one round otherwise.

declare module '../http/route.ts' {
  interface CallServices {
    streams: Streams
  }
}

export type Streams = {
  /**
   * Reserves a place for a stream until the connection closes. Refuses if there is none:
   * `overloaded`, or `rate_limited` for a member who has too many.
   */
  enter(member: Member, token: string, reply: FastifyReply): Stream
  /** While the process stops, the whole text of a new stream; otherwise null. */
  goodbye(): string | null
  count(): number
  stop(): void
}

export type Stream = {
  /** Answers 200, so that `send` can write. */
  begin(): void
  /** Does nothing before the beginning, and after the end. */
  send(text: string): void
  /** Called once when the stream is over, before its connection closes. */
  whenOver(stop: () => void): void
}

type Open = Stream & {
  readonly member: Member
  readonly token: string
  readonly end: () => void
}

type Options = Pick<Context, 'db' | 'stopping'> & {
  readonly config: Pick<Config, 'authSecret' | 'maxStreams'>
  readonly feed: Pick<EventFeed, 'onSessionEnded'>
  readonly drain: Drain
  /** How often we check all sessions. */
  readonly everyMs?: number | undefined
}

export const EVENT_STREAM = 'text/event-stream; charset=utf-8'
const MAX_STREAMS_OF_MEMBER = 6
/** We disconnect a reader with more unread data than this. It reconnects and reloads. */
const MAX_UNREAD_BYTES = 64 * 1024
/** How long a reader may take to read the rest of an ended stream. */
const LAST_READ_MS = 5_000
/** Streams to check or write to in one turn of the event loop. */
const AT_ONCE = 250
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 15_000
/** By then, this process has stopped, and another may have its place. */
const GOODBYE_RETRY_MS = 5_000

export function openStreams(options: Options): Streams {
  const { db, config, feed, drain, stopping, everyMs = stream.roundMs } = options
  const open = new Set<Open>()
  /** By member, or by the operator who views the product as one. */
  const places = new Map<number | string, number>()
  const round = (): Promise<void> => checkAll(db, config.authSecret, [...open])
  const timer = setInterval(() => void round(), everyMs).unref()
  const forget = feed.onSessionEnded((session) => {
    for (const each of open) if (each.member.session === session) each.end()
  })
  const leave = (): void => sendAway([...open], drain.ms)
  drain.signal.addEventListener('abort', leave)
  const endAll = (): void => open.forEach(({ end }) => end())
  stopping.addEventListener('abort', endAll)
  const isLeaving = (): boolean => drain.signal.aborted || stopping.aborted
  return {
    goodbye: () => (isLeaving() ? `retry: ${GOODBYE_RETRY_MS + randomInt(1_000)}\n\n` : null),
    enter(member, token, reply) {
      // Nobody would tell us again that a connection has closed.
      const isGone = isLeaving() || reply.raw.closed
      if (isGone || open.size >= config.maxStreams) throw reject('overloaded')
      const holder = member.viewedBy ?? member.no
      const own = places.get(holder) ?? 0
      if (own >= MAX_STREAMS_OF_MEMBER) throw reject('rate_limited')
      const entered = { member, token, ...openStream(reply) }
      open.add(entered)
      places.set(holder, own + 1)
      reply.raw.once('close', () => {
        open.delete(entered)
        const left = (places.get(holder) ?? 1) - 1
        if (left > 0) places.set(holder, left)
        else places.delete(holder)
      })
      return entered
    },
    count: () => open.size,
    stop() {
      clearInterval(timer)
      forget()
      drain.signal.removeEventListener('abort', leave)
      stopping.removeEventListener('abort', endAll)
      endAll()
    },
  }
}

function openStream(reply: FastifyReply): Pick<Open, 'begin' | 'send' | 'whenOver' | 'end'> {
  const { raw } = reply
  // Fastify stops listening when the answer is finished. A later error would end the process.
  raw.on('error', () => raw.destroy())
  const over = new AbortController()
  raw.once('close', () => over.abort())
  return {
    begin() {
      reply.header('Content-Type', EVENT_STREAM)
      reply.header('Cache-Control', 'no-store')
      reply.header('X-Accel-Buffering', 'no')
      reply.hijack()
      // It may have ended before it began.
      if (raw.headersSent) return
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) raw.setHeader(name, value)
      }
      raw.writeHead(200)
    },
    send(text) {
      // A stream with a reserved place may still be about to begin.
      if (!raw.headersSent || raw.writableEnded || raw.destroyed) return
      if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
      else raw.write(text)
    },
    whenOver: (stop) => over.signal.addEventListener('abort', stop),
    end() {
      if (over.signal.aborted) return
      over.abort()
      raw.end()
      // A reader who takes nothing would keep the connection, and the member's place.
      const late = setTimeout(() => raw.destroy(), LAST_READ_MS)
      raw.once('close', () => clearTimeout(late))
    },
  }
}

const liveSessions = compileOnce((db, { sessions }: Given<{ sessions: readonly bigint[] }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.no', 'sessions.member_no')
    .select('sessions.no')
    .where('sessions.no', '=', anyOf(sessions, 'bigint'))
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('members.suspended', '=', lit(false)),
)

/**
 * Ends the streams whose token or session has ended, with one query for all of them, and sends the
 * others a sign of life. A brief database outage ends no session.
 */
async function checkAll(db: Db, secret: string, open: readonly Open[]): Promise<void> {
  if (open.length === 0) return
  const sessions = [...new Set(open.map(({ member }) => member.session))]
  const live = await liveSessions.rows(db, { sessions }).then(
    (rows) => new Set(rows.map(({ no }) => no)),
    () => null,
  )
  for (const [i, each] of open.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await nextTurn()
    if (await isOver(db, secret, each, live)) each.end()
    else each.send(': alive\n\n')
  }
}

async function isOver(
  db: Db,
  secret: string,
  { member, token }: Open,
  live: ReadonlySet<bigint> | null,
): Promise<boolean> {
  try {
    // The few staff who view the product as a member have none of that member's sessions.
    if (member.viewedBy !== null) await authenticateView(db, secret, token, 'GET')
    else {
      await readAccessToken(secret, token)
      return live !== null && !live.has(member.session)
    }
  } catch (error) {
    return error instanceof Rejection
  }
  return false
}

/**
 * Ends all streams evenly over the given time. We ask their readers to return a little later. The
 * more there are, the longer we spread them, so that they don't flood the other processes.
 */
function sendAway(open: readonly Open[], ms: number): void {
  const spreadMs = Math.min(LAST_RETRY_MS - FIRST_RETRY_MS, 3 * open.length)
  for (const [i, { send, end }] of open.entries()) {
    send(`retry: ${FIRST_RETRY_MS + randomInt(spreadMs + 1)}\n\n`)
    setTimeout(end, (ms * i) / open.length)
  }
}
