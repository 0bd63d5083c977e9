import { setTimeout as wait } from 'node:timers/promises'

/**
 * Does some work and answers no sooner than after a floor: where known and unknown addresses take
 * different paths, neither the answer nor its time tells which it was. Failures wait as well.
 */
export async function withMinDuration<T>(floorMs: number, work: () => Promise<T>): Promise<T> {
  const floor = wait(floorMs)
  try {
    return await work()
  } finally {
    await floor
  }
}
