import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { nowMs } from '../../clock/clock.ts'
import { BODY_LIMIT_BYTES, tokenLength } from '../../contract/fields/limits.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { openFeed } from '../events/feed.ts'
import { openStreams } from '../events/streams.ts'
import { startPublisher } from '../events/publish.ts'
import { openSeats } from '../network/seats/seat-map.ts'
import type { Mailbox } from '../email/mailbox.ts'
import { addDownloads } from '../http/files/downloads.ts'
import { noDrain, type Drain } from '../http/drain.ts'
import { openMetrics, type Metrics } from '../metrics/metrics.ts'
import { addRoute } from './adapter.ts'
import { callerAddress } from '../http/address.ts'
import {
  answerClientError,
  answerConnect,
  answerErrors,
  answerExpectation,
  answerNotFound,
} from '../http/errors.ts'
import { addPositions } from './own-writes.ts'
import { addDevelopmentPages } from './development.ts'
import { addPolicyReports } from './policy-reports.ts'
import { addPublicLog } from './public-log.ts'
import { addMetrics } from './metrics.ts'
import { addApiDocs } from './api-docs.ts'
import { noRateLimiter, startRateLimiter } from '../http/rate-limit.ts'
import { acceptStrictJson } from '../http/request-body.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { routes } from './rooms.ts'
import { DATA_POLICY, securityHeaders } from '../http/security-headers.ts'
import { isUnclear } from '../http/unclear-request.ts'
import { watchUnused } from '../http/unused-connections.ts'
import { addRequestSpans, traceIdOfRequest } from '../traces/request-spans.ts'
import { keepDisclosure } from '../transparency/disclosure.ts'
import { addPublicPages } from '../transparency/pages/serve-pages.ts'
import { serveWeb } from './web-files.ts'
import { serveVerifiers } from './verifier-files.ts'
import { serveConsole } from './console-files.ts'
import { buildDirectory } from '../startup/require-build.ts'

export type AppOptions = {
  /** Receives a development start's emails, which /dev shows. */
  mailbox?: Mailbox
  /** The process's metrics, to which we add those of HTTP. */
  metrics?: Metrics
  /** The web build's output. Without it, only the API answers. */
  webDirectory?: string
  /** The console build's output. */
  consoleDirectory?: string
  /** Begins with a stop signal. */
  drain?: Drain
  /** How often to check the sessions behind event streams, in milliseconds. */
  sessionCheckMs?: number
  /** How long the reader of a long answer may make no room for more, in milliseconds. */
  readerIdleMs?: number
}

/** Builds the whole HTTP edge: the API, the web app, health and metrics. Doesn't listen yet. */
export async function buildApp(
  context: Context,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { mailbox, webDirectory = join(buildDirectory, 'client'), drain = noDrain() } = options
  const { config, log } = context
  const headers = securityHeaders(config.publicUrl)
  const app = openServer(context, headers)
  app.server.on('checkExpectation', answerExpectation)
  app.server.on('connect', answerConnect)
  const limiter = config.rateLimits
    ? startRateLimiter(context.db, (error) => log.warn({ error }, 'rate limits not exchanged'))
    : noRateLimiter
  const lost = (error: unknown): void => log.warn({ err: error }, 'live events are interrupted')
  const feed = openFeed(context.pool, lost, context.replicas)
  const streams = openStreams({ ...context, feed, drain, everyMs: options.sessionCheckMs })
  const seats = openSeats(context)
  // After a failover that lost commands, a number may mean something else.
  context.book.onReloaded(() => seats.forget())
  const stopPublisher = startPublisher(context.book, context.db, lost)
  // Open streams would keep the server from closing, and so would unused connections.
  app.addHook('preClose', async () => streams.stop())
  app.addHook('preClose', watchUnused(app.server))
  app.addHook('onClose', async () => {
    await limiter.stop()
    await stopPublisher()
    await feed.stop()
  })
  const downloads = addDownloads(app, options.readerIdleMs)
  addHeaders(app, headers, drain)
  addRequestLog(app)
  if (config.production) warnOfUnknownProxy(app, config)
  acceptStrictJson(app)
  app.setErrorHandler(answerErrors)
  app.setNotFoundHandler(answerNotFound)
  addPositions(app, context)
  addMetrics(app, config, options.metrics ?? openMetrics(config.part), streams)
  const services = { limiter, feed, streams, seats, drain, downloads }
  for (const route of routes) addRoute(app, context, services, route)
  addPolicyReports(app, context, limiter)
  addPublicLog(app, context, limiter)
  addApiDocs(app, context)
  if (!config.production) addDevelopmentPages(app, config, mailbox)
  await addPublicPages(app, context, limiter, webDirectory, serveVerifiers(app, buildDirectory))
  await serveWeb(app, webDirectory, supportOf(config), keepDisclosure(context.db))
  await serveConsole(app, options.consoleDirectory ?? join(buildDirectory, 'console'), config)
  return app
}

/** The server without any routes, with the limits of a request. */
function openServer({ config, log }: Context, headers: Record<string, string>): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  return fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Requests that arrive while the server closes get a normal answer, not Fastify's own 503.
    return503OnClosing: false,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 20_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 70_000,
    // We refuse a request without Host ourselves, in our own form.
    http: {
      headersTimeout: 15_000,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
      // By default, Node checks every half minute, so a slow sender gets three times its limit.
      connectionsCheckingInterval: 1_000,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: tokenLength.max },
    // These errors never reach a hook, so we set their headers here.
    frameworkErrors: (error, request, reply) =>
      answerErrors(error, request, addDataHeaders(reply.headers(headersOf(headers, request)))),
    clientErrorHandler: answerClientError,
  })
}

const supportOf = ({ supportEmail, supportTelegram, supportWhatsapp }: Config) => ({
  email: supportEmail,
  telegram: supportTelegram,
  whatsapp: supportWhatsapp,
})

const headersOf = (headers: Record<string, string>, request: FastifyRequest) => ({
  ...headers,
  'X-Request-Id': request.id,
  // Pages go by our time: they say when a locked rate or a waiting time ends.
  Date: new Date(nowMs()).toUTCString(),
})

function addHeaders(app: FastifyInstance, headers: Record<string, string>, drain: Drain): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(headers, request))
    // A proxy that keeps its connections would lose the requests it sends as we stop.
    if (drain.signal.aborted) reply.header('Connection', 'close')
    if (!isUnclear(request.raw)) return
    reply.header('Connection', 'close')
    throw reject('malformed_request')
  })
  app.addHook('onSend', async (_request, reply) => void addDataHeaders(reply))
  app.addHook('onSend', async ({ method, raw }, _reply, body) => {
    if (!(body instanceof Readable)) return body
    if (method === 'HEAD') return leaveUnread(body)
    // Without chunks, the usual end of a connection is also that of a whole file.
    if (raw.httpVersion === '1.0') body.once('error', () => raw.socket.resetAndDestroy())
    return body
  })
}

/** Fastify would read a file to its end for nobody, as fast as it can. */
function leaveUnread(body: Readable): Readable {
  body.destroy()
  return Readable.from([])
}

/** Answers are private data unless they set other headers. */
function addDataHeaders(reply: FastifyReply): FastifyReply {
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
  if (!reply.hasHeader('Content-Security-Policy')) {
    reply.header('Content-Security-Policy', DATA_POLICY)
  }
  return reply
}

// Behind an unknown proxy, all callers appear under its address and share every limit.
function warnOfUnknownProxy(app: FastifyInstance, { trustedProxies }: Config): void {
  if (trustedProxies > 0) return
  let told = false
  app.addHook('onRequest', async (request) => {
    if (told || request.headers['x-forwarded-for'] === undefined) return
    told = true
    request.log.warn('X-Forwarded-For is set but TRUSTED_PROXIES is 0: all callers share one limit')
  })
}

// One line per answer. It has the route's pattern, because a path may contain a token.
function addRequestLog(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
  app.addHook('onResponse', async (request, reply) => {
    const { id, method } = request
    const caller = request.caller ?? callerAddress(request.ip)
    const route = request.routeOptions.url ?? 'none'
    const ms = Math.round(reply.elapsedTime)
    const status = reply.statusCode
    const traceId = traceIdOfRequest(request)
    request.log.info({ id, traceId, method, route, caller, status, ms }, 'answered')
  })
  addRequestSpans(app)
}
