import DataLoader from 'dataloader'
import type { Db, Tx } from './types.ts'

// A statement costs a round trip and wakes two processes, which is more than reading one more row.
// So the requests that arrive while the process is busy share one statement.

/** The most keys in one statement. */
const MAX_KEYS = 100

type Key = number | bigint

/**
 * Reads by key. The calls of one turn of the event loop share a statement, which runs after all of
 * them were made, so no answer is older than its call. Undefined for keys that `read` doesn't
 * return.
 */
export function readTogether<K extends Key, Found>(
  read: (db: Db | Tx, keys: readonly K[]) => Promise<ReadonlyMap<K, Found>>,
): (db: Db | Tx, key: K) => Promise<Found | undefined> {
  const loaders = new WeakMap<Db | Tx, DataLoader<K, Found | undefined>>()
  const open = (db: Db | Tx) => {
    const loader = new DataLoader<K, Found | undefined>(
      async (keys) => {
        const found = await read(db, [...new Set(keys)])
        return keys.map((key) => found.get(key))
      },
      { cache: false, maxBatchSize: MAX_KEYS, batchScheduleFn: (run) => void setImmediate(run) },
    )
    loaders.set(db, loader)
    return loader
  }
  return (db, key) => (loaders.get(db) ?? open(db)).load(key)
}

/**
 * Only one read at a time. Everyone who asks during a read shares the next one, so no answer is
 * older than its call.
 */
export function shareNext<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  const begin = (): Promise<T> => {
    next = null
    const reading = read()
    running = reading
    return reading
  }
  return () => (next ??= running.then(begin, begin))
}
