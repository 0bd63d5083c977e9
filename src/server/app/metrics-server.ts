import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import type { Drain } from '../http/drain.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { checkHealth, statusOf } from '../monitoring/health.ts'
import { namePort } from '../startup/local-services.ts'
import type { StopList } from '../startup/stop-list.ts'

/** Whether a process has started everything, and a web process listens on PORT. */
type Startup = { isDone: boolean }

type Served = { metrics: Metrics; drain: Drain; startup: Readonly<Startup> }

/**
 * Serves /metrics and /health on METRICS_PORT, if there is one, for every role. A process that only
 * works in the background has no other port.
 */
export async function serveMetrics(
  context: Context,
  stops: StopList,
  served: Served,
): Promise<void> {
  const { metricsPort: port, metricsHost: host } = context.config
  if (port === null) return
  const server = createServer((request, response) => {
    answer(context, served, request, response).catch((error: unknown) => {
      context.log.warn({ err: error }, 'metrics not written')
      if (!response.headersSent) response.writeHead(503)
      response.end()
    })
  })
  // Later errors, as with too many open files, concern one connection and must not end the process.
  server.on('error', (error) => context.log.warn({ err: error }, 'the metrics port failed'))
  await namePort('METRICS_PORT', port, async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject).listen(port, host, resolve)
    await promise
  })
  stops.add('metrics', async () => {
    server.close()
    server.closeAllConnections()
  })
}

async function answer(
  context: Context,
  { metrics: { registry }, drain, startup }: Served,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET') return void response.writeHead(405, { Allow: 'GET' }).end()
  if (url === '/metrics') {
    const text = await registry.metrics()
    return void response.setHeader('Content-Type', registry.contentType).end(text)
  }
  // A process that answers at all is alive. Restarting it would not bring a database back.
  if (url === '/health/live') return void response.end('{"status":"ok"}')
  // This port opens first. Load balancers and people must not take that for the other one.
  if (!startup.isDone && (url === '/health' || url === '/health/serving')) {
    response.writeHead(503, { 'Content-Type': 'application/json' })
    return void response.end('{"status":"starting"}')
  }
  // The same body as /api/health/ready of the web process.
  if (url === '/health') {
    const checks = await checkHealth(context)
    const status = statusOf(checks)
    response.writeHead(status === 'down' ? 503 : 200, { 'Content-Type': 'application/json' })
    return void response.end(JSON.stringify({ status, checks }))
  }
  // The same body as /api/health/serving of the web process.
  if (url === '/health/serving') {
    const status = drain.signal.aborted ? 'draining' : 'ok'
    response.writeHead(status === 'ok' ? 200 : 503, { 'Content-Type': 'application/json' })
    return void response.end(JSON.stringify({ status }))
  }
  response.writeHead(404).end()
}
