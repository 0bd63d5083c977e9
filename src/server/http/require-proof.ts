import { nowMs } from '../../clock/clock.ts'
import { reject } from '../../contract/refusals/reject.ts'

/** Rejects the call unless the member or operator has stepped up recently. */
export function requireProof({ provedUntil }: { readonly provedUntil: Date }): void {
  if (provedUntil.getTime() < nowMs()) throw reject('step_up_required')
}

/** A step-up may be newer than the transaction that reads it, but not by more than this. */
const MAX_AHEAD_MS = 60_000

/**
 * When a step-up expires, as a time of this process. The database's clock measures its age, because
 * ours may be wrong. If that clock was set back since, nobody knows the age, so it has expired.
 */
export function proofEnd(steppedUpAt: Date, readAt: Date, validForMs: number): Date {
  const ageMs = readAt.getTime() - steppedUpAt.getTime()
  return ageMs < -MAX_AHEAD_MS ? new Date(0) : new Date(nowMs() + validForMs - ageMs)
}
