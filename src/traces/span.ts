/**
 * OpenTelemetry spans. Without an exporter, work runs as if none of this existed. Attributes name
 * kinds, states, and counts: never a member, an address, an amount, or a secret.
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
  /** Replaces the current span. */
  readonly parent?: Context
  readonly links?: Link[]
}

/**
 * Runs work in a span. An error leaves only its kind there, because its message may contain
 * personal data.
 */
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

/** The same, but only as part of an existing trace. */
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

/** The current span; undefined if there is none, or if it wasn't sampled. */
export function tracedNow(): Context | undefined {
  if (!isOn) return undefined
  const active = context.active()
  return trace.getSpan(active)?.isRecording() ? active : undefined
}

/** The id of the current trace, for the log. */
export const traceIdNow = (): string | undefined =>
  isOn ? trace.getSpanContext(context.active())?.traceId : undefined

export const traceIdOf = (within: Context): string | undefined =>
  trace.getSpanContext(within)?.traceId

/** The headers that continue a trace (W3C Trace Context); empty without a trace. */
export function traceHeaders(within = tracedNow()): Record<string, string> {
  if (!within) return {}
  const headers: Record<string, string> = {}
  propagation.inject(within, headers)
  return headers
}

/** The trace that one of our processes sent in these headers. */
export const readTrace = (headers: object): Context => propagation.extract(ROOT_CONTEXT, headers)

/**
 * The same for a stranger, of whom we keep only the trace's id. A stranger doesn't decide whether
 * we record the trace, and we don't pass `tracestate` on to other systems.
 */
export function readForeignTrace(headers: object): Context {
  const given = readTrace(headers)
  const span = trace.getSpanContext(given)
  if (!span) return given
  const { traceId, spanId } = span
  const known = { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, known)
}

const MAX_LINKS = 32

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
  const links = traced.slice(0, MAX_LINKS).flatMap((each) => {
    const to = trace.getSpanContext(each)
    return to ? [{ context: to }] : []
  })
  return await inSpan(name, { ...options, parent, links }, work)
}
