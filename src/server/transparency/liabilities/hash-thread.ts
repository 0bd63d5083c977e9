/** A thread that hashes, so the process that asks stays responsive. */
import { parentPort } from 'node:worker_threads'
import { makeLeaves, makeRoots, type LeavesAsked } from './hash-leaves.ts'

export type Task =
  | { readonly what: 'leaves'; readonly asked: LeavesAsked }
  | { readonly what: 'roots'; readonly leaves: Uint8Array }

parentPort?.on('message', (task: Task) => {
  const made = task.what === 'leaves' ? makeLeaves(task.asked) : makeRoots(task.leaves)
  parentPort?.postMessage(made, [])
})
