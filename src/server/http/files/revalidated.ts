import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends a text that caches may keep, but have to compare with ours before each use: a day's files
 * change only if the public log loses them and begins again, and then no cache may have old ones.
 */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): FastifyReply {
  // Weak, because a proxy may compress the answer.
  const tag = `W/"${hash('sha256', body)}"`
  reply.header('Cache-Control', 'public, no-cache').header('ETag', tag)
  const known = (request.headers['if-none-match'] ?? '').split(/\s*,\s*/)
  return known.includes(tag) ? reply.code(304).send() : reply.send(body)
}
