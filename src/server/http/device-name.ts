import type { FastifyRequest } from 'fastify'

/** What lists of sessions show of the browser: a line without control characters. */
export const deviceOf = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 200)
