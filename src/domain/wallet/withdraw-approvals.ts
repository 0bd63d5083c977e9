/**
 * When an operator is disabled or loses the right to approve, their approvals stop counting. Unsent
 * money then needs another operator's approval.
 */
import type { CommandOf } from '../ledger/command.ts'
import type { LedgerEvent } from '../ledger/event.ts'
import type { State } from '../ledger/state.ts'
import { returnApprovals } from './approvals.ts'
import { record } from './withdrawal.ts'

/** Withdraws an operator's approvals of unsent withdrawals and rejects their proposals. */
export function withdrawApprovals(
  state: State,
  events: LedgerEvent[],
  { operator, by, reason }: CommandOf<'withdraw_approvals'>,
  at: number,
): null {
  for (const [, withdrawal] of state.withdrawals.entries()) {
    const { no, approvedBy, revision } = withdrawal
    if (withdrawal.state === 'sent' || !approvedBy.includes(operator)) continue
    const others = approvedBy.filter((name) => name !== operator)
    const changed = { state: 'pending', approvedBy: others, revision: revision + 1 } as const
    returnApprovals(state, events, { no, approvedBy: [operator] }, at)
    record(state, events, { ...withdrawal, ...changed })
  }
  for (const [no, adjustment] of state.adjustments.entries()) {
    if (adjustment.proposedBy !== operator) continue
    state.adjustments.delete(no)
    events.push({ ...adjustment, rejectedBy: by, rejectReason: reason })
  }
  return null
}
