/** A token bucket with a pause, for one node. The clock is given, so that tests can move it. */
export type RateLimit = {
  /** Milliseconds to wait before the next call may go; the call is counted at once. */
  reserve(nowMs: number): number
  /** No call at all before this moment. Pauses only ever grow. */
  pauseUntil(timeMs: number): void
  pausedUntilMs(): number
}

/** Calls may come in a burst of one second's worth, then evenly. */
export function openRateLimit(perSecond: number): RateLimit {
  const spacingMs = 1000 / perSecond
  const burstMs = 1000 - spacingMs
  // The moment at which the bucket would be empty if every counted call were evenly spaced.
  let nextMs = 0
  let pausedMs = 0
  return {
    reserve(nowMs) {
      nextMs = Math.max(nextMs, nowMs - Math.max(0, burstMs))
      const waitMs = Math.max(0, nextMs - nowMs)
      nextMs += spacingMs
      return waitMs
    },
    pauseUntil(timeMs) {
      pausedMs = Math.max(pausedMs, timeMs)
    },
    pausedUntilMs: () => pausedMs,
  }
}
