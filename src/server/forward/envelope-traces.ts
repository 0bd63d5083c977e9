/**
 * The traces that an envelope's commands belong to. They are in a header, because an older version
 * refuses items with unknown fields, and ignores unknown headers.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isTracing, readTrace, runWithin, traceHeaders, type Context } from '../../traces/span.ts'

const HEADER = 'Ledger-Traces'
/**
 * The most traces in one envelope. Each takes about 60 bytes, and Node accepts 16 kB of headers.
 */
const MOST_TRACED = 64
const ENTRY = /^(\d{1,3})=([0-9a-f-]{55})$/

/** A list such as `0=00-…-01,2=00-…-01`: positions in the envelope, each with its `traceparent`. */
export function encodeTraces(
  items: readonly { readonly trace: Context | undefined }[],
): Record<string, string> {
  const entries: string[] = []
  for (const [i, { trace }] of items.entries()) {
    if (!trace || entries.length === MOST_TRACED) continue
    const { traceparent } = traceHeaders(trace)
    if (traceparent !== undefined) entries.push(`${i}=${traceparent}`)
  }
  return entries.length > 0 ? { [HEADER]: entries.join() } : {}
}

/** Runs the work for the command at this position in the command's trace, if it has one. */
export function openTraces(headers: IncomingHttpHeaders): <T>(place: number, work: () => T) => T {
  if (!isTracing()) return (_place, work) => work()
  const traces = readTraces(headers)
  return (place, work) => {
    const trace = traces.get(place)
    return trace ? runWithin(trace, work) : work()
  }
}

/** Reads the list, and skips entries that don't have this form. */
function readTraces(headers: IncomingHttpHeaders): ReadonlyMap<number, Context> {
  const given = headers[HEADER.toLowerCase()]
  const found = new Map<number, Context>()
  if (typeof given !== 'string') return found
  for (const entry of given.split(',', MOST_TRACED)) {
    const [, place, traceparent] = ENTRY.exec(entry) ?? []
    if (traceparent !== undefined) found.set(Number(place), readTrace({ traceparent }))
  }
  return found
}
