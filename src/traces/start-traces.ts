/** Starts the export of traces, if a collector is configured. */
import type { OnTrouble, TracedProcess, TraceSettings } from './otlp.ts'
import { switchTraces } from './span.ts'

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
