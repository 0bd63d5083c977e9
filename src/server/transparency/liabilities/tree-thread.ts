/** Builds one tree in a separate thread, so that the requesting process stays responsive. */
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openTree, type PackedOwed, type PackedResults, type TreeOf } from './tree-rows.ts'

export type Task =
  | { readonly what: 'results'; readonly packed: PackedResults }
  | { readonly what: 'owed'; readonly packed: PackedOwed }
  | { readonly what: 'rows' }

// Members' commands come first. Only Linux applies this to the thread instead of the process. A
// sandbox may forbid it, and the tree matters more than its priority.
try {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {}

// Who started us wrote this.
const tree = openTree(workerData as TreeOf)
let rows: ReturnType<typeof tree.rows> | null = null

parentPort?.on('message', (task: Task) => {
  if (task.what === 'results') tree.addResults(task.packed)
  if (task.what === 'owed') tree.addOwed(task.packed)
  if (task.what === 'rows') rows ??= tree.rows()
  parentPort?.postMessage(task.what === 'rows' ? rows?.next().value : null, [])
})
