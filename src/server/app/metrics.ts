import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Histogram } from 'prom-client'
import { reject } from '../../contract/refusals/reject.ts'
import type { Config } from '../config/config.ts'
import type { Streams } from '../events/streams.ts'
import type { Metrics } from '../metrics/metrics.ts'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

const localHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i
const byProxy = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** Whether this machine itself sent the request. A proxy on it forwards requests from elsewhere. */
const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.test(socket.remoteAddress ?? '') &&
  localHost.test(headers.host ?? '') &&
  byProxy.every((name) => headers[name] === undefined)

/**
 * Measures requests. Without METRICS_PORT, development has /metrics on the main port for loopback.
 * A proxy that adds no header looks like loopback, so in production the main port has none.
 */
export function addMetrics(
  app: FastifyInstance,
  { metricsPort, production }: Config,
  metrics: Metrics,
  streams: Counted,
): void {
  const { registry } = metrics
  exportHttp(app, metrics, streams)
  if (metricsPort !== null || production) return
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) throw reject('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

type Counted = Pick<Streams, 'count'>

/** Adds what only a process that answers HTTP has. */
export function exportHttp(
  app: Pick<FastifyInstance, 'addHook'>,
  metrics: Metrics,
  streams: Counted,
): void {
  const registers = [metrics.registry]
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Response time, by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const bugs = new Counter({
    name: 'http_errors_total',
    help: 'Responses with status 500, each of which is a bug',
    registers,
  })
  // A series by status begins with its first response, so Prometheus's rate() doesn't see that one.
  const failures = new Counter({
    name: 'http_failures_total',
    help: 'Responses with a 5xx, without those to health checks',
    registers,
  })
  const help = 'Open event streams'
  metrics.gauge('sse_streams', help, [], (set) => set(streams.count()))
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const status = String(reply.statusCode)
    seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    if (reply.statusCode === 500) bugs.inc()
    if (reply.statusCode >= 500 && !route.startsWith('/api/health/')) failures.inc()
  })
}
