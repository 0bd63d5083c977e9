/**
 * Does the same for all items at once. One that fails doesn't keep the others from being done. Then
 * the first failure is thrown.
 */
export async function forEachAlone<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled(items.map(work))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
