import { createServer } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

const localHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i
const byProxy = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** Whether this machine itself sent the request. A proxy on it forwards requests from elsewhere. */
const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.test(socket.remoteAddress ?? '') &&
  localHost.test(headers.host ?? '') &&
  byProxy.every((name) => headers[name] === undefined)

/**
 * Prometheus metrics: on METRICS_PORT, or in development on the main port for loopback only. A
 * proxy that adds no header looks like loopback, so in production the main port has none.
 */
export function addMetrics(app: FastifyInstance, context: Context): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const bugs = new Counter({
    name: 'http_errors_total',
    help: 'Answers of 500: each is a bug',
    registers: [registry],
  })
  registry.registerMetric(emailsWaiting(context))
  registry.registerMetric(nodeRequests(context))
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const status = String(reply.statusCode)
    seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    if (reply.statusCode === 500) bugs.inc()
  })
  if (context.config.metricsPort !== null) {
    serveMetrics(app, context, registry)
    return
  }
  if (context.config.production) return
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) throw reject('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Providers count requests. The rate over a day shows how much of a quota is left. */
const nodeRequests = ({ tron }: Context): Gauge =>
  new Gauge({
    name: 'tron_node_requests_total',
    help: 'Requests sent to each TRON node since this process started',
    labelNames: ['node'],
    registers: [],
    collect() {
      for (const { host, asked } of tron.health()) this.set({ node: host }, asked)
    },
  })

function serveMetrics(app: FastifyInstance, context: Context, registry: Registry): void {
  const server = createServer((_request, response) => {
    const send = async () => {
      const text = await registry.metrics()
      response.setHeader('Content-Type', registry.contentType).end(text)
    }
    send().catch((error: unknown) => {
      context.log.warn({ err: error }, 'metrics not written')
      response.writeHead(503).end()
    })
  })
  app.addHook('onListen', async () => {
    server.listen(context.config.metricsPort ?? 0, context.config.metricsHost)
  })
  app.addHook('onClose', async () => {
    server.close()
    server.closeAllConnections()
  })
}

const emailsWaiting = ({ db }: Context): Gauge =>
  new Gauge({
    name: 'mails_waiting',
    help: 'Emails that have not been sent yet',
    registers: [],
    async collect() {
      const waiting = await db
        .selectFrom('emails')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .executeTakeFirstOrThrow()
      this.set(Number(waiting.count))
    },
  })
