import { pagesOf } from '../../db/pages.ts'

/** Does the same for all items at once. Throws the first failure once the others are done. */
async function forEachAlone<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled(items.map(work))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * Does the same for all items of a list, page by page. One that fails doesn't keep the others from
 * being done. Then the first failure is thrown.
 * @param readPage returns up to `size` items after the last one
 */
export async function forEachPageAlone<T>(
  size: number,
  readPage: (last: T | undefined) => Promise<readonly T[]>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = []
  for await (const page of pagesOf(size, readPage)) {
    await forEachAlone(page, work).catch((error: unknown) => failed.push(error))
  }
  if (failed.length > 0) throw failed[0]
}

/**
 * Does the same for each item, one after the other. One that fails doesn't keep the others from
 * being done. Then the first failure is thrown.
 */
export async function forEachInTurn<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}
