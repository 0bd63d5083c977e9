/** What a tool has to end before it exits at Ctrl-C. */

type Step = () => Promise<unknown>

const steps: Step[] = []

/**
 * Runs a step at SIGINT or SIGTERM and then ends the process, the newest step first. A tool that
 * handles these signals in another way ends on its own.
 */
export function atSignals(step: Step): void {
  if (steps.push(step) > 1) return
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      if (process.listenerCount(signal) > 0) return
      void end()
    })
  }
}

async function end(): Promise<void> {
  for (const step of steps.toReversed()) await step().catch(() => {})
  process.exit(130)
}
