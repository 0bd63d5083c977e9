import { compileOnce } from '../../db/compiled.ts'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { bearerToken } from '../auth/caller.ts'
import { route, type Route } from '../http/route.ts'
import type { EventFeed, Listener } from './feed.ts'
import { topics, type Topic } from './publish.ts'
import { EVENT_STREAM, type Stream } from './streams.ts'

const line = (seq: number, topic: Topic, seen?: string): string =>
  `id: ${seq}\nevent: ${topic}\ndata: ${JSON.stringify({ topic, seen })}\n\n`

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
async function listen({ db }: Context, feed: EventFeed, member: number, stream: Stream) {
  const early: Parameters<Listener>[] = []
  let hear: Listener = (...notice) => void early.push(notice)
  const { listening, stop } = feed.subscribe(member, (...notice) => hear(...notice))
  stream.whenOver(stop)
  await listening
  const position = await readPosition(db)
  const start = (listener: Listener): void => {
    hear = listener
    for (const notice of early.splice(0)) listener(...notice)
  }
  return { position, start }
}

export const eventRoutes: Route[] = [
  route('streamEvents', async ({ context, member, request, reply, feed, streams }) => {
    // The same headers as GET. A HEAD has no body to wait for.
    if (request.method === 'HEAD') return reply.type(EVENT_STREAM).send()
    // An error would count against the service for every reader of every ordinary restart.
    const goodbye = streams.goodbye()
    if (goodbye !== null) return reply.type(EVENT_STREAM).send(goodbye)
    const stream = streams.enter(member, bearerToken(request.headers), reply)
    const { position, start } = await listen(context, feed, member.no, stream)
    stream.begin()
    // Send a position at once, so that even a reader without any notice can resume from it.
    stream.send(`id: ${position}\nretry: 1000\n: connected\n\n`)
    const lastSeen = request.headers['last-event-id']
    // We don't list what a returning reader missed. It reloads everything.
    if (lastSeen !== undefined && lastSeen !== String(position)) {
      for (const topic of topics) stream.send(line(position, topic))
    }
    start((seq, changed, seen) => {
      for (const topic of changed) stream.send(line(seq || position, topic, seen))
    })
    return reply
  }),
]
