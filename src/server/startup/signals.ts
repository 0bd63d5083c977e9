export type Signals = {
  onStop(signal: string): void
  onHardStop(): void
  onBug(error: unknown): void
}

// npm passes Ctrl-C on to a process that the terminal has told already: the echo is no second one.
const echoMs = 1_000

/** The first signal asks for an orderly stop, a second one after a moment ends it at once. */
export function listenToSignals({ onStop, onHardStop, onBug }: Signals): void {
  let firstAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstAt === undefined) {
        firstAt = performance.now()
        onStop(signal)
      } else if (performance.now() - firstAt > echoMs) onHardStop()
    })
  }
  // Crash-only: after a bug nothing in memory can be trusted, and the next start rebuilds it.
  process.on('uncaughtException', onBug)
  process.on('unhandledRejection', onBug)
}
