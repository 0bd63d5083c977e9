import type { Replayed } from './catch-up.ts'
import type { Outcome } from './submission.ts'

/** More than can wait for an answer when a leader ends. */
const MOST = 10_000

/**
 * What other processes' latest commands did, by submission. A new leader answers from it those who
 * lost the answer of the one before, even without an idempotency key.
 */
export class RecentOutcomes {
  readonly #bySubmission = new Map<string, Outcome>()

  add(commands: readonly Replayed[]): void {
    for (const { submission, outcome } of commands) this.#bySubmission.set(submission, outcome)
    // A map keeps the order of insertion, so the first ones are the oldest.
    for (const submission of this.#bySubmission.keys()) {
      if (this.#bySubmission.size <= MOST) break
      this.#bySubmission.delete(submission)
    }
  }

  find(submission: string): Outcome | undefined {
    return this.#bySubmission.get(submission)
  }

  /** Those from a moment on, in order. */
  since(ms: number): Outcome[] {
    return [...this.#bySubmission.values()].filter(({ at }) => at >= ms)
  }

  clear(): void {
    this.#bySubmission.clear()
  }
}
