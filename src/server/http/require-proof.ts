import { nowMs } from '../../clock/clock.ts'
import { reject } from '../../contract/refusals/reject.ts'

/** Rejects the call unless the member or operator has stepped up recently. */
export function requireProof({ provedUntil }: { readonly provedUntil: Date }): void {
  if (provedUntil.getTime() < nowMs()) throw reject('step_up_required')
}

/**
 * When a step-up expires, as a time of this process. The database's clock measures its age, because
 * ours may be wrong.
 */
export const proofEnd = (steppedUpAt: Date, readAt: Date, validForMs: number): Date =>
  new Date(nowMs() + validForMs - (readAt.getTime() - steppedUpAt.getTime()))
