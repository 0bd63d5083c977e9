import type { Outcome, Replayed } from './catch-up.ts'

/** More commands than can be waiting for a response when a leader dies. */
const MAX_OUTCOMES = 10_000

/**
 * The outcomes of other processes' latest commands, by submission. With these, a new leader answers
 * callers who lost the previous leader's answer, even without an idempotency key.
 */
export class RecentOutcomes {
  readonly #bySubmission = new Map<string, Outcome>()

  add(commands: readonly Replayed[]): void {
    for (const { submission, outcome } of commands) this.#bySubmission.set(submission, outcome)
    // A map keeps the order of insertion, so the first ones are the oldest.
    for (const submission of this.#bySubmission.keys()) {
      if (this.#bySubmission.size <= MAX_OUTCOMES) break
      this.#bySubmission.delete(submission)
    }
  }

  find(submission: string): Outcome | undefined {
    return this.#bySubmission.get(submission)
  }

  /** The outcomes since a given time, in order. */
  since(ms: number): Outcome[] {
    return [...this.#bySubmission.values()].filter(({ at }) => at >= ms)
  }

  clear(): void {
    this.#bySubmission.clear()
  }
}
