import type { FastifyReply } from 'fastify'
import { bearerToken, findMember } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { route, type Route } from '../http/route.ts'
import { topics, type Topic } from './publish.ts'

const heartbeatMs = 15_000
const maxStreams = 5_000
const maxStreamsOfMember = 6
/** A reader that leaves more than this unread is cut off; it comes back and reads again. */
const maxUnreadBytes = 64 * 1024

let streams = 0
const streamsOf = new Map<number, number>()

const line = (seq: number, topic: Topic): string =>
  `id: ${seq}\nevent: ${topic}\ndata: {"topic":"${topic}"}\n\n`

function begin(reply: FastifyReply): (text: string) => void {
  reply.header('Content-Type', 'text/event-stream; charset=utf-8')
  reply.header('Cache-Control', 'no-store')
  reply.header('X-Accel-Buffering', 'no')
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(200)
  return (text) => {
    if (reply.raw.writableLength > maxUnreadBytes) reply.raw.destroy()
    else reply.raw.write(text)
  }
}

function count(member: number, by: 1 | -1): void {
  streams += by
  const own = (streamsOf.get(member) ?? 0) + by
  if (own > 0) streamsOf.set(member, own)
  else streamsOf.delete(member)
}

export const eventRoutes: Route[] = [
  route('events', async ({ context, member, request, reply, feed }) => {
    const full = streams >= maxStreams
    if (full) throw refuse('overloaded')
    if ((streamsOf.get(member.no) ?? 0) >= maxStreamsOfMember) throw refuse('rate_limited')
    const token = bearerToken(request.headers)
    const send = begin(reply)
    count(member.no, 1)
    const unsubscribe = feed.subscribe(member.no, (seq, changed) => {
      for (const topic of changed) send(line(seq || context.book.status().seq, topic))
    })
    const lastSeen = request.headers['last-event-id']
    const { seq } = context.book.status()
    // With a place from the beginning, so that also who has heard nothing yet can come back to it.
    send(`id: ${seq}\nretry: 2000\n: connected\n\n`)
    // What was missed in between is not listed; whoever comes back reads everything again.
    if (lastSeen !== undefined && lastSeen !== String(seq)) {
      for (const topic of topics) send(line(seq, topic))
    }
    // The stream lives no longer than the token and the session behind it.
    const heartbeat = setInterval(() => {
      findMember(context.db, context.config.authSecret, token).then(
        () => send(': alive\n\n'),
        () => reply.raw.end(),
      )
    }, heartbeatMs)
    const end = (): void => reply.raw.end() && undefined
    context.stopping.addEventListener('abort', end)
    reply.raw.once('close', () => {
      clearInterval(heartbeat)
      context.stopping.removeEventListener('abort', end)
      unsubscribe()
      count(member.no, -1)
    })
    return reply
  }),
]
