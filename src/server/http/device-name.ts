import type { FastifyRequest } from 'fastify'

/** The browser's name for lists of sessions: one line without control characters. */
export const deviceOf = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 200)
