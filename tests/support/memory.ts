import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** Collects garbage. */
export const collect = runInNewContext('gc') as () => void

/** The memory that this process holds after a garbage collection, on the heap and in buffers. */
export function heldBytes(): number {
  collect()
  // What sockets have yet to send may be in `arrayBuffers` only.
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + Math.max(external, arrayBuffers)
}
