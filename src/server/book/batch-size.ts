/** How many commands one batch takes: fewer after the server was too slow for it, then more. */

const MOST = 1_000
const SHRINK = 4

export type BatchSize = {
  readonly limit: number
  /** A batch of so many didn't get through. */
  shrink(from: number): void
  /** A batch of so many did. */
  recover(done: number): void
}

export function openBatchSize(): BatchSize {
  let limit = MOST
  return {
    get limit() {
      return limit
    },
    // Each failed try costs a whole time limit, and callers don't wait for many of those.
    shrink(from) {
      limit = Math.max(1, Math.min(limit, Math.floor(from / SHRINK)))
    },
    recover(done) {
      if (done >= limit) limit = Math.min(MOST, Math.ceil(limit * 1.25))
    },
  }
}
