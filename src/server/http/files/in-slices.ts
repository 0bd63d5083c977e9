import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long we work before other requests get their turn. */
const SLICE_MS = 4

/** Maps many items in slices, so that the process can answer other requests in between. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T) => R,
): Promise<readonly R[]> {
  const mapped: R[] = []
  let startedAt = performance.now()
  for (const item of items) {
    mapped.push(map(item))
    if (performance.now() - startedAt < SLICE_MS) continue
    await nextTurn()
    startedAt = performance.now()
  }
  return mapped
}
