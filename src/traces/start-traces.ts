/** Starts the export of traces, if a collector is configured. */
import { switchTraces } from './span.ts'

export type TraceSettings = {
  /** The base URL of a collector that accepts OTLP over HTTP. */
  readonly url: string
  /** For the collector: `name=value`, with commas in between. */
  readonly headers: string
  /** The recorded share of traces, from 0 to 1. */
  readonly share: number
}

/** The process's role, on each of its spans. */
export type TracedProcess = { readonly role: string; readonly version: string }

/** Called when spans can't be delivered, at most once a minute. */
export type OnTrouble = (message: string) => void

/**
 * Exports this process's traces until the returned function is called. It loads the packages for
 * that, so a process without a collector doesn't pay for them.
 */
export async function startTraces(
  settings: TraceSettings,
  process: TracedProcess,
  onTrouble: OnTrouble,
): Promise<() => Promise<void>> {
  const { openExport } = await import('./otlp.ts')
  const stop = openExport(settings, process, onTrouble)
  switchTraces(true)
  return async () => {
    switchTraces(false)
    await stop()
  }
}
