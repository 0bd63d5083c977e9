import { reject } from '../../contract/refusals/reject.ts'
import type { Operator } from './route.ts'

/** Rejects the call unless the operator has stepped up recently. */
export function requireProof({ provedUntil }: Pick<Operator, 'provedUntil'>): void {
  if (provedUntil.getTime() < Date.now()) throw reject('step_up_required')
}
