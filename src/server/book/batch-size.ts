/** The batch size. It shrinks when the server is too slow for a batch, then grows back. */

const MAX_COMMANDS = 1_000
const SHRINK = 4

export type BatchSize = {
  readonly limit: number
  /** A batch of this size failed. */
  shrink(from: number): void
  /** A batch of this size committed. */
  recover(done: number): void
}

export function openBatchSize(): BatchSize {
  let limit = MAX_COMMANDS
  return {
    get limit() {
      return limit
    },
    // Shrinks fast: each failed try costs a full time limit, and callers won't wait for many.
    shrink(from) {
      limit = Math.max(1, Math.min(limit, Math.floor(from / SHRINK)))
    },
    recover(done) {
      if (done >= limit) limit = Math.min(MAX_COMMANDS, Math.ceil(limit * 1.25))
    },
  }
}
