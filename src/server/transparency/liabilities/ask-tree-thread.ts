/** The thread that builds one tree. It runs one task at a time. */
import { openThread } from '../../threads/ask-thread.ts'
import type { PackedOwed, PackedResults, Rows, TreeOf } from './tree-rows.ts'
import type { Task } from './tree-thread.ts'

export type TreeThread = AsyncDisposable & {
  addResults(packed: PackedResults): Promise<void>
  addOwed(packed: PackedOwed): Promise<void>
  /** The next rows to store. The last answer contains the root. */
  nextRows(): Promise<Rows>
}

const program = new URL('./tree-thread.ts', import.meta.url)

export function openTreeThread(tree: TreeOf): TreeThread {
  const thread = openThread<Task, unknown>(program, tree)
  return {
    addResults: async (packed) => void (await thread.ask({ what: 'results', packed })),
    addOwed: async (packed) => void (await thread.ask({ what: 'owed', packed })),
    // Our own thread answers what its task says.
    nextRows: async () => (await thread.ask({ what: 'rows' })) as Rows,
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
