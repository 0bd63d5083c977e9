import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { askThread } from '../../threads/ask-thread.ts'
import type { Differences } from '../check/compare-states.ts'

export type ToCompare = { readonly path: string; readonly connectionString: string }

const program = new URL('./compare-thread.ts', import.meta.url)

export type Comparison = { stop(): Promise<void> }

/** The comparison holds two more states, and needs some memory besides. */
const COMPARED_STATES = 3

async function compare(what: ToCompare, signal: AbortSignal): Promise<Differences | Error> {
  const { size } = await stat(what.path)
  // In a container with a memory limit, the system would end the whole process.
  if (process.availableMemory() < COMPARED_STATES * size) return new Error('memory is short')
  return await askThread<Differences>(program, what, signal)
}

/** Compares a snapshot with the tables, in a thread of its own and after a pause. */
export function compareLater(
  what: ToCompare,
  afterMs: number,
  onEnd: (found: Differences | Error) => Promise<void> | void,
): Comparison {
  const stopped = new AbortController()
  const { signal } = stopped
  const running = (async () => {
    await sleep(afterMs, undefined, { signal, ref: false })
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
