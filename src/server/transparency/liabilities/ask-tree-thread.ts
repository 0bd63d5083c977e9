/** The thread that builds one tree. It runs one task at a time. */
import { Worker } from 'node:worker_threads'
import type { PackedOwed, PackedResults, Rows, TreeOf } from './tree-rows.ts'
import type { Task } from './tree-thread.ts'

export type TreeThread = Disposable & {
  addResults(packed: PackedResults): Promise<void>
  addOwed(packed: PackedOwed): Promise<void>
  /** The next rows to store. The last answer contains the root. */
  nextRows(): Promise<Rows>
}

export function openTreeThread(tree: TreeOf): TreeThread {
  const worker = new Worker(new URL('./tree-thread.ts', import.meta.url), { workerData: tree })
  const over = Promise.withResolvers<never>()
  over.promise.catch(() => undefined)
  worker.once('error', over.reject)
  worker.once('exit', () => over.reject(new Error('a thread that hashes has ended')))
  const ask = async (task: Task): Promise<unknown> => {
    const done = Promise.withResolvers<unknown>()
    worker.once('message', done.resolve)
    try {
      worker.postMessage(task, [])
      return await Promise.race([done.promise, over.promise])
    } finally {
      worker.off('message', done.resolve)
    }
  }
  return {
    addResults: async (packed) => void (await ask({ what: 'results', packed })),
    addOwed: async (packed) => void (await ask({ what: 'owed', packed })),
    // Our own thread answers what its task says.
    nextRows: async () => (await ask({ what: 'rows' })) as Rows,
    [Symbol.dispose]: () => void worker.terminate(),
  }
}
