import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does some work but answers no sooner than a minimum time. Known and unknown addresses take
 * different paths, and neither the answer nor its timing may reveal which. Failures wait as well.
 */
export async function withMinDuration<T>(floorMs: number, work: () => Promise<T>): Promise<T> {
  const floor = sleep(floorMs)
  try {
    return await work()
  } finally {
    await floor
  }
}
