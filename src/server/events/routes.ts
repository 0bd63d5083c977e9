import { randomInt } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { compileOnce } from '../../db/compiled.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { bearerToken, authenticateMember } from '../auth/caller.ts'
import { Rejection, reject } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import type { EventFeed, Listener } from './feed.ts'
import { topics, type Topic } from './publish.ts'

const HEARTBEAT_MS = 12_000
/** Spreads the checks of streams that started at the same moment. */
const SPREAD_MS = 3_000
const MAX_STREAMS = 5_000
const MAX_STREAMS_OF_MEMBER = 6
/** We disconnect a reader with more unread data than this. It reconnects and reloads. */
const MAX_UNREAD_BYTES = 64 * 1024

let streams = 0
export const countStreams = (): number => streams
const streamsOf = new Map<number, number>()

const EVENT_STREAM = 'text/event-stream; charset=utf-8'

const line = (seq: number, topic: Topic): string =>
  `id: ${seq}\nevent: ${topic}\ndata: {"topic":"${topic}"}\n\n`

function begin(reply: FastifyReply): (text: string) => void {
  reply.header('Content-Type', EVENT_STREAM)
  reply.header('Cache-Control', 'no-store')
  reply.header('X-Accel-Buffering', 'no')
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(200)
  return (text) => {
    if (reply.raw.writableLength > MAX_UNREAD_BYTES) reply.raw.destroy()
    else reply.raw.write(text)
  }
}

function count(member: number, by: 1 | -1): void {
  streams += by
  const own = (streamsOf.get(member) ?? 0) + by
  if (own > 0) streamsOf.set(member, own)
  else streamsOf.delete(member)
}

const lastSeq = compileOnce((db) =>
  db.selectFrom('commands').select(({ fn }) => fn.max('seq').as('seq')),
)

/** The end of the command log, whichever process wrote to it. */
async function readPosition(db: Db): Promise<number> {
  const row = await lastSeq.first(db, {})
  return Number(row?.seq ?? 0)
}

/**
 * Starts listening for a member before we read the position, so that nothing is lost in between.
 * Keeps early notices for `begin`, which returns the listener for the rest.
 */
async function listen({ db }: Context, feed: EventFeed, member: number, reply: FastifyReply) {
  const early: Parameters<Listener>[] = []
  let hear: Listener = (...notice) => void early.push(notice)
  const { listening, stop } = feed.subscribe(member, (...notice) => hear(...notice))
  count(member, 1)
  reply.raw.once('close', () => {
    stop()
    count(member, -1)
  })
  await listening
  const position = await readPosition(db)
  const start = (listener: Listener): void => {
    hear = listener
    for (const notice of early.splice(0)) listener(...notice)
  }
  return { position, start }
}

export const eventRoutes: Route[] = [
  route('streamEvents', async ({ context, member, request, reply, feed }) => {
    // The same headers as GET. A HEAD has no body to wait for.
    if (request.method === 'HEAD') return reply.type(EVENT_STREAM).send()
    if (streams >= MAX_STREAMS) throw reject('overloaded')
    if ((streamsOf.get(member.no) ?? 0) >= MAX_STREAMS_OF_MEMBER) throw reject('rate_limited')
    const token = bearerToken(request.headers)
    const { position, start } = await listen(context, feed, member.no, reply)
    const send = begin(reply)
    // Send a position at once, so that even a reader without any notice can resume from it.
    send(`id: ${position}\nretry: 2000\n: connected\n\n`)
    const lastSeen = request.headers['last-event-id']
    // We don't list what a returning reader missed. It reloads everything.
    if (lastSeen !== undefined && lastSeen !== String(position)) {
      for (const topic of topics) send(line(position, topic))
    }
    start((seq, changed) => {
      for (const topic of changed) send(line(seq || position, topic))
    })
    // The stream ends with the token or session behind it.
    const heartbeat = setInterval(
      () => {
        authenticateMember(context.db, context.config.authSecret, token).then(
          () => send(': alive\n\n'),
          // A brief database outage doesn't end a session.
          (error: unknown) => void (error instanceof Rejection && reply.raw.end()),
        )
      },
      HEARTBEAT_MS + randomInt(SPREAD_MS),
    )
    const end = (): void => reply.raw.end() && undefined
    context.stopping.addEventListener('abort', end)
    const forget = (): void => {
      clearInterval(heartbeat)
      context.stopping.removeEventListener('abort', end)
    }
    reply.raw.once('close', forget)
    if (reply.raw.destroyed) forget()
    return reply
  }),
]
