import { setTimeout as wait } from 'node:timers/promises'
import { askThread } from '../../threads/ask-thread.ts'
import type { Differences } from '../check/compare-states.ts'

export type ToCompare = { readonly path: string; readonly connectionString: string }

const program = new URL('./compare-thread.ts', import.meta.url)

export type Comparison = { stop(): Promise<void> }

/** Compares a snapshot with the tables, in a thread of its own and after a pause. */
export function compareLater(
  what: ToCompare,
  afterMs: number,
  onEnd: (found: Differences | Error) => Promise<void> | void,
): Comparison {
  const stopped = new AbortController()
  const { signal } = stopped
  const running = (async () => {
    await wait(afterMs, undefined, { signal, ref: false })
    const found = await askThread<Differences>(program, what, signal).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    )
    if (!signal.aborted) await onEnd(found)
  })().catch(() => {})
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}
