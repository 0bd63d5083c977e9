/** Threads that hash for one tree. Each has one task at a time. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { LeavesAsked, LeavesMade } from './hash-leaves.ts'
import type { Task } from './hash-thread.ts'

/** More would take processors from the ledger and the database. */
const MOST_THREADS = 2

export type HashThreads = Disposable & {
  makeLeaves(asked: LeavesAsked): Promise<LeavesMade>
  makeRoots(leaves: Uint8Array): Promise<Uint8Array>
  /** How many tasks are worth giving at once. */
  readonly width: number
}

function openThread() {
  const worker = new Worker(new URL('./hash-thread.ts', import.meta.url))
  worker.unref()
  const over = Promise.withResolvers<never>()
  over.promise.catch(() => undefined)
  worker.once('error', over.reject)
  worker.once('exit', () => over.reject(new Error('a thread that hashes has ended')))
  const run = async (task: Task): Promise<unknown> => {
    const done = Promise.withResolvers<unknown>()
    worker.ref()
    worker.once('message', done.resolve)
    worker.postMessage(task, [])
    try {
      return await Promise.race([done.promise, over.promise])
    } finally {
      worker.off('message', done.resolve)
      worker.unref()
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(task: Task): Promise<unknown> {
      const turn = last.then(() => run(task))
      last = turn.catch(() => undefined)
      return turn
    },
    stop: () => void worker.terminate(),
  }
}

export function openHashThreads(): HashThreads {
  const width = Math.max(1, Math.min(MOST_THREADS, availableParallelism()))
  const threads = Array.from({ length: width }, openThread)
  let turn = 0
  const run = async (task: Task): Promise<unknown> => threads[turn++ % width]?.run(task)
  return {
    width,
    // Our own threads answer what their task says.
    makeLeaves: async (asked) => (await run({ what: 'leaves', asked })) as LeavesMade,
    makeRoots: async (leaves) => (await run({ what: 'roots', leaves })) as Uint8Array,
    [Symbol.dispose]: () => {
      for (const thread of threads) thread.stop()
    },
  }
}
