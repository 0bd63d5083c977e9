import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Differences } from '../check/compare-states.ts'

export type ToCompare = { readonly path: string; readonly connectionString: string }

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
    const found = await compare(what, signal).catch((error: unknown) =>
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

async function compare(what: ToCompare, signal: AbortSignal): Promise<Differences> {
  const thread = new Worker(new URL('./compare-thread.ts', import.meta.url), { workerData: what })
  try {
    // Node types an event's arguments as any. The thread sends nothing else.
    const [found] = (await once(thread, 'message', { signal })) as [Differences]
    return found
  } finally {
    await thread.terminate()
  }
}
