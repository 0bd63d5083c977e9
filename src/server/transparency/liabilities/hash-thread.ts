/** A thread that hashes, so the process that asks stays responsive. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { makeLeaves, makeRoots, type LeavesAsked } from './hash-leaves.ts'

export type Task =
  | { readonly what: 'leaves'; readonly asked: LeavesAsked }
  | { readonly what: 'roots'; readonly leaves: Uint8Array }

// Commands of members come first. Only Linux takes this for a thread, and not for the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', (task: Task) => {
  if (task.what === 'leaves') {
    const made = makeLeaves(task.asked)
    parentPort?.postMessage(made, [made.bytes.buffer])
  } else {
    const roots = makeRoots(task.leaves)
    parentPort?.postMessage(roots, [roots.buffer])
  }
})
