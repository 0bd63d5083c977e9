/** A span for each API request, and the request's id for every log line of its handler. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  isTracing,
  readForeignTrace,
  runWithin,
  SpanKind,
  startSpan,
  traceIdOf,
  type Context,
  type Span,
} from '../../traces/span.ts'

type Traced = { readonly span: Span; readonly within: Context }

const requestIds = new AsyncLocalStorage<string>()
const traced = new WeakMap<FastifyRequest, Traced>()

/** The request whose handler is running. */
export const requestIdNow = (): string | undefined => requestIds.getStore()

/** Runs a handler as part of its request. */
export function runInRequest<T>(request: FastifyRequest, work: () => T): T {
  const own = traced.get(request)
  return requestIds.run(request.id, own ? () => runWithin(own.within, work) : work)
}

export const traceIdOfRequest = (request: FastifyRequest): string | undefined => {
  const own = traced.get(request)
  return own && traceIdOf(own.within)
}

/** Ends a request's span. What continues after that, such as an event stream, isn't timed. */
export function endRequestSpan(request: FastifyRequest, status: number): void {
  const own = traced.get(request)
  if (!own) return
  traced.delete(request)
  own.span.setAttribute('http.response.status_code', status)
  if (status >= 500) own.span.setAttribute('error.type', String(status))
  own.span.end()
}

/** Health checks arrive every second and aren't worth tracing. */
const isTraced = (route: string | undefined): route is string =>
  route !== undefined && route.startsWith('/api/') && !route.startsWith('/api/health')

/** Names requests by their routes, because paths and queries may contain tokens. */
export function addRequestSpans(app: FastifyInstance): void {
  if (!isTracing()) return
  app.addHook('onRequest', async (request) => {
    const { method, routeOptions } = request
    const { url: route } = routeOptions
    if (!isTraced(route)) return
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'twofold.request.id': request.id,
    }
    const parent = readForeignTrace(request.headers)
    const options = { kind: SpanKind.SERVER, attributes, parent }
    traced.set(request, startSpan(`${method} ${route}`, options))
  })
  app.addHook('onResponse', async (request, reply) => endRequestSpan(request, reply.statusCode))
}
