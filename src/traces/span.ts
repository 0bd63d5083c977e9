/**
 * Spans of OpenTelemetry. Without an exporter, work runs as if none of this were here. Attributes
 * name kinds, states, and counts: never a member, an address, an amount, or a secret.
 */
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Link,
  type Span,
  type SpanKind,
} from '@opentelemetry/api'

export { SpanKind } from '@opentelemetry/api'
export type { Context, Span } from '@opentelemetry/api'

const tracer = trace.getTracer('twofold')
let isOn = false

/** Called once the exporter is ready, and when it stops. */
export function switchTraces(on: boolean): void {
  isOn = on
}

/** Whether this process exports traces. */
export const isTracing = (): boolean => isOn

export type SpanOptions = {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** Instead of what is under way. */
  readonly parent?: Context
  readonly links?: Link[]
}

/** Runs work in a span. An error leaves only its kind there: its message may name someone. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!isOn) return await work(null)
  const { parent = context.active(), ...rest } = options
  const span = tracer.startSpan(name, rest, parent)
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span))
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** The same, but only as a part of what is traced already. */
export const inPart = <T>(
  name: string | (() => string),
  options: SpanOptions,
  work: (span: Span | null) => Promise<T>,
): Promise<T> =>
  isOn && trace.getActiveSpan()?.isRecording()
    ? inSpan(typeof name === 'string' ? name : name(), options, work)
    : work(null)

/** A span that its owner ends, and the context for the work in it. */
export function startSpan(name: string, { parent = ROOT_CONTEXT, ...rest }: SpanOptions) {
  const span = tracer.startSpan(name, rest, parent)
  return { span, within: trace.setSpan(parent, span) }
}

export const runWithin = <T>(within: Context, work: () => T): T => context.with(within, work)

function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', kindOf(error))
}

const KIND = /^\w{1,60}$/

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return KIND.test(code) ? code : 'Error'
}

/** What is traced right now; undefined if nothing is, or if it wasn't sampled. */
export function tracedNow(): Context | undefined {
  if (!isOn) return undefined
  const active = context.active()
  return trace.getSpan(active)?.isRecording() ? active : undefined
}

/** The id of the trace that is under way, for the log. */
export const traceIdNow = (): string | undefined =>
  isOn ? trace.getSpanContext(context.active())?.traceId : undefined

export const traceIdOf = (within: Context): string | undefined =>
  trace.getSpanContext(within)?.traceId

/** The headers that carry a trace on (W3C Trace Context); empty if nothing is traced. */
export function traceHeaders(within = tracedNow()): Record<string, string> {
  if (!within) return {}
  const headers: Record<string, string> = {}
  propagation.inject(within, headers)
  return headers
}

/** What a process of ours sent in these headers. */
export const readTrace = (headers: object): Context => propagation.extract(ROOT_CONTEXT, headers)

/**
 * The same of a stranger: it keeps the trace's id and nothing else. A stranger doesn't decide
 * whether we record the trace, and `tracestate` would travel on to the systems that we call.
 */
export function readForeignTrace(headers: object): Context {
  const given = readTrace(headers)
  const span = trace.getSpanContext(given)
  if (!span) return given
  const { traceId, spanId } = span
  const known = { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, known)
}

const MOST_LINKS = 32

/**
 * Runs work that serves several traces at once. Its span belongs to the first of them, and has
 * links to the others. Without any, it belongs to no trace, even if a traced request started it.
 */
export async function inSharedSpan<T>(
  name: string,
  options: SpanOptions,
  served: readonly (Context | undefined)[],
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!isOn) return await work(null)
  const traced = served.filter((each) => each !== undefined)
  const [parent] = traced
  if (!parent) return await context.with(ROOT_CONTEXT, () => work(null))
  const links = traced.slice(0, MOST_LINKS).flatMap((each) => {
    const to = trace.getSpanContext(each)
    return to ? [{ context: to }] : []
  })
  return await inSpan(name, { ...options, parent, links }, work)
}
