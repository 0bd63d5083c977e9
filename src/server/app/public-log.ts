import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { epochOf } from '../../proof/epochs.ts'
import { sendRevalidated } from '../http/files/revalidated.ts'
import { countVisitor, type RateLimiter } from '../http/rate-limit.ts'
import { readAnchorFile } from '../transparency/anchor/anchor-day.ts'
import { readEpochNotes } from '../transparency/log/epochs.ts'
import {
  readCheckpointNote,
  readConsistency,
  readSuggestedPolicy,
  readTile,
  readTilePath,
  readVerifiers,
} from '../transparency/log/serve-log.ts'

const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const FOR_SECONDS = 'public, max-age=5'
const FOREVER = 'public, max-age=31536000, immutable'
const NO_ENTRIES =
  'Entries are not public: they would tell what each member does. ' +
  'Members have receipts of their own entries, and auditors read all of them.\n'

const send = (reply: FastifyReply, caching: string, type: string, body: string | Buffer) =>
  reply
    .header('Cache-Control', caching)
    .header('Access-Control-Allow-Origin', '*')
    .type(type)
    .send(body)

/**
 * Serves the public log below /log, for anyone and every cache. Reads from the primary: who has a
 * checkpoint asks for its tiles next, and a replica may still lack them.
 */
export function addPublicLog(
  app: FastifyInstance,
  { db, config }: Context,
  limiter: RateLimiter,
): void {
  const preHandler = countVisitor(limiter)
  app.get('/log/checkpoint', { preHandler }, async (_request, reply) => {
    const note = await readCheckpointNote(db)
    return note === undefined ? reply.callNotFound() : send(reply, FOR_SECONDS, TEXT, note)
  })
  app.get<{ Params: { log: string } }>(
    '/:log(^log\\d{1,6}$)/checkpoint',
    { preHandler },
    async ({ params: { log } }, reply) => {
      const note = await readCheckpointNote(db)
      const isNewest = note?.split('\n')[0]?.endsWith(`/${log}`) === true
      return isNewest ? send(reply, FOR_SECONDS, TEXT, note) : reply.callNotFound()
    },
  )
  app.get('/log/keys', { preHandler }, async (_request, reply) =>
    send(reply, FOR_SECONDS, TEXT, await readVerifiers(db)),
  )
  app.get('/log/policy', { preHandler }, async (_request, reply) =>
    send(reply, FOR_SECONDS, TEXT, await readSuggestedPolicy(db, config.witnesses)),
  )
  app.get('/log/epochs', { preHandler }, async (_request, reply) =>
    send(reply, FOR_SECONDS, TEXT, await readEpochNotes(db)),
  )
  app.get<{ Params: { older: string } }>(
    '/log/consistency/:older',
    { preHandler },
    async ({ params: { older } }, reply) => {
      const isSize = /^[1-9]\d{0,14}$/.test(older)
      const proof = isSize ? await readConsistency(db, Number(older)) : undefined
      return proof === undefined ? reply.callNotFound() : send(reply, FOR_SECONDS, TEXT, proof)
    },
  )
  app.get<{ Params: { day: string } }>(
    '/log/anchor/:day',
    { preHandler },
    async (request, reply) => {
      const anchor = await readAnchorFile(db, request.params.day)
      if (anchor === undefined) return reply.callNotFound()
      reply.header('Access-Control-Allow-Origin', '*').type(JSON_TYPE)
      return sendRevalidated(request, reply, anchor)
    },
  )
  // A cache may keep a tile forever, so a new log has addresses of its own.
  app.get<{ Params: { log: string; '*': string } }>(
    '/:log(^log\\d{0,6}$)/tile/*',
    { preHandler },
    async ({ params: { log, '*': path } }, reply) => {
      if (path.startsWith('entries/')) {
        return send(reply.code(404), FOR_SECONDS, TEXT, NO_ENTRIES)
      }
      const tile = readTilePath(path)
      const hashes = tile && (await readTile(db, epochOf(log).no, tile))
      if (!hashes) return reply.callNotFound()
      return send(reply, FOREVER, 'application/octet-stream', hashes)
    },
  )
}
