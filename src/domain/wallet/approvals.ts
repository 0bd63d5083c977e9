/**
 * What each operator approved today, which limits what they can pay out alone. Since the third
 * version of the rules, an approval no longer counts once it can't pay anything: its withdrawal was
 * returned, or the approval withdrawn, before a payout was sent. A sent one counts, even if it
 * failed, because it may have paid after all.
 */
import type { LedgerEvent, WithdrawalEvent } from '../ledger/event.ts'
import { micros } from '../money/money.ts'
import type { State, UnsentApproval } from '../ledger/state.ts'
import { DAY_MS } from '../time/time.ts'

const RETURN_RULES = 3

export const dayNumberOf = (at: number): number => Math.floor(at / DAY_MS)

/** What an operator approved on a day, as far as it counts. */
export function approvedOn(state: State, operator: string, day: number): bigint {
  const today = state.approvals.get(operator)
  return today?.day === day ? today.micros : 0n
}

/** Counts an approval of a withdrawal's current revision. */
export function countApproval(
  state: State,
  events: LedgerEvent[],
  { no, revision, amountMicros: amount }: WithdrawalEvent,
  operator: string,
  at: number,
): void {
  const day = dayNumberOf(at)
  const known = state.approvals.get(operator)
  const unsent = known?.day === day ? known.unsent : []
  restoreApproval(state, operator, {
    day,
    micros: approvedOn(state, operator, day) + amount,
    unsent: [...unsent, { withdrawal: no, revision, micros: amount }],
  })
  events.push({ event: 'approval', withdrawal: no, revision, operator, micros: amount })
}

/** Stops counting approvals that can't pay anything anymore. */
export function returnApprovals(
  state: State,
  events: LedgerEvent[],
  { no, approvedBy }: Pick<WithdrawalEvent, 'no' | 'approvedBy'>,
  at: number,
): void {
  for (const operator of approvedBy) {
    const approval = takeUnsent(state, operator, no)
    const today = state.approvals.get(operator)
    // One of an earlier day counts against that day's limit.
    const isToday = today?.day === dayNumberOf(at)
    if (!approval || !isToday || state.numbers.rules < RETURN_RULES) continue
    const { revision } = approval
    const amount = micros(approval.micros)
    state.approvals.set(operator, { ...today, micros: today.micros - amount })
    events.push({ event: 'approval_returned', withdrawal: no, revision, operator, micros: amount })
  }
}

/** A payout is sent: the approvals count, even if it fails. */
export function spendApprovals(
  state: State,
  { no, approvedBy }: Pick<WithdrawalEvent, 'no' | 'approvedBy'>,
): void {
  for (const operator of approvedBy) takeUnsent(state, operator, no)
}

function takeUnsent(state: State, operator: string, no: number): UnsentApproval | undefined {
  const known = state.approvals.get(operator)
  const approval = known?.unsent.find(({ withdrawal }) => withdrawal === no)
  if (!known || !approval) return undefined
  const unsent = known.unsent.filter((each) => each !== approval)
  state.approvals.set(operator, { ...known, unsent })
  return approval
}

/** Restores what an operator approved on a day (days since 1970). */
export function restoreApproval(
  state: State,
  operator: string,
  { day, micros: sum, unsent }: { day: number; micros: bigint; unsent: readonly UnsentApproval[] },
): void {
  // Their order isn't part of the state, but states are compared.
  const sorted = unsent.toSorted((one, other) => one.withdrawal - other.withdrawal)
  state.approvals.set(operator, { day, micros: sum, unsent: sorted })
}
