import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEM_TYPE, type Problem } from '../../contract/refusals/problem.ts'
import { api } from '../../contract/routes.ts'
import { allowedMethods } from './methods.ts'
import { httpStatusOf, toProblem } from './problem.ts'
import { rejectionOf } from './rejection-of.ts'
import { reject, type Rejection } from '../../contract/refusals/reject.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers a path outside the API with the web app's own 404; null if it has no such page. */
    notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null
  }
}

/** Answers every error as problem+json. We log a bug in full but answer only `internal_error`. */
export function answerErrors(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const rejection = rejectionOf(error)
  if (!rejection) request.log.error({ err: error, id: request.id }, 'a bug')
  else if (httpStatusOf(rejection) >= 500) {
    request.log.warn({ err: error, id: request.id }, rejection.code)
  }
  return sendProblem(request, reply, rejection ?? reject('internal_error'))
}

/** The path doesn't exist, doesn't accept this method, or has a parameter that is too long. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  const allowed = allowedMethods(request)
  // The router skips a call's route if a parameter is too long, and then finds the web app's.
  if (allowed.includes(request.method)) return sendProblem(request, reply, reject('uri_too_long'))
  if (allowed.length > 0) {
    reply.header('Allow', allowed.join(', '))
    return sendProblem(request, reply, reject('method_not_allowed'))
  }
  const asPage = request.method === 'GET' ? request.server.notFoundPage?.(request, reply) : null
  return asPage ?? sendProblem(request, reply, reject('not_found'))
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, rejection: Rejection) {
  const problem = toProblem(rejection, request.id)
  const { status } = problem
  const { retryAfterSeconds } = rejection.details
  const seconds = retryAfterSeconds ?? (status === 503 ? 5 : undefined)
  if (seconds !== undefined) reply.header('Retry-After', String(seconds))
  // The unread rest of a body would look like the next request.
  if (status === 413 || status === 408) reply.header('Connection', 'close')
  return reply
    .code(status)
    .header('Content-Type', PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify({ ...problem, ...legacyMembers(request, problem) })))
}

/** What clients of one call read in addition to the problem, whatever refused the call. */
function legacyMembers(request: FastifyRequest, { detail }: Problem) {
  if (request.routeOptions.url !== api.verifyDeposit.path) return {}
  return { success: false, error: detail, message: detail }
}

/** Answers input too malformed to become a request, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  endBare(socket, rejectionOf(error) ?? reject('malformed_request'))
}

function endBare(socket: Duplex, rejection: Rejection, ...more: readonly string[]): void {
  const { status, body, headers } = makeBare(rejection)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...more,
      '',
      body,
    ].join('\r\n'),
  )
}

/** Answers a request for a tunnel, which is none of our calls, and which Node wouldn't answer. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  // It is no longer the server's, so nobody else watches for errors.
  socket.on('error', () => socket.destroy())
  endBare(socket, reject('method_not_allowed'), 'Allow: ')
}

/** Answers an `Expect` other than `100-continue`, which the parser hides from the framework. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, body, headers } = makeBare(reject('expectation_failed'))
  response.writeHead(status, headers).end(body)
}

/** A refusal for input that never became a framework request. */
function makeBare(rejection: Rejection) {
  const problem = toProblem(rejection, randomUUID())
  const body = JSON.stringify(problem)
  const headers = {
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': problem.request_id,
    Connection: 'close',
  }
  return { status: problem.status, body, headers }
}
