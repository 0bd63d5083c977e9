import { setTimeout as sleep } from 'node:timers/promises'

/** Sleeps, or returns early when the signal ends the wait. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined)

/**
 * Waits for work, but not for long. After that, `late` gives or throws the result. The work goes
 * on, and nobody learns how it ends.
 */
export async function within<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    return await Promise.race([work, promise.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/** True at the first call, and then at most once in this time. */
export function atMostEvery(ms: number): () => boolean {
  let lastAt = -Infinity
  return () => {
    const at = performance.now()
    if (at - lastAt < ms) return false
    lastAt = at
    return true
  }
}
