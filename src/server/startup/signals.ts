export type Signals = {
  onStop(signal: string): void
  onHardStop(): void
  onBug(error: unknown): void
}

// npm forwards Ctrl-C to a process that already got it from the terminal. Don't count it twice.
const DUPLICATE_MS = 1_000

/** The first signal requests an orderly stop. A second one, after a moment, ends it at once. */
export function listenToSignals({ onStop, onHardStop, onBug }: Signals): void {
  let firstAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstAt === undefined) {
        firstAt = performance.now()
        onStop(signal)
      } else if (performance.now() - firstAt > DUPLICATE_MS) onHardStop()
    })
  }
  // Crash-only: after a bug we can't trust anything in memory, and the next start rebuilds it.
  process.on('uncaughtException', onBug)
  process.on('unhandledRejection', onBug)
}
