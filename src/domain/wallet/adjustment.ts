/**
 * Adjustments: changes to a member's wallet by staff. One operator proposes and another approves.
 * Small ones may need only one operator. Those count toward a 24-hour limit, so a series of small
 * ones can't replace one that needs approval.
 */
import type { CommandOf, ProposeAdjustment } from '../ledger/command.ts'
import type { AdjustmentEvent, LedgerEvent } from '../ledger/event.ts'
import { adjustmentEntries } from '../ledger/journal.ts'
import { post, walletOf } from '../ledger/ledger.ts'
import { MAX_AMOUNT, micros, type Micros } from '../money/money.ts'
import { memberExists } from '../network/members.ts'
import { refuse, type Refusal } from '../ledger/refusal.ts'
import { HOUSE, type AloneAdjustment, type State } from '../ledger/state.ts'
import { DAY_MS } from '../time/time.ts'

type Answer = { readonly refusal: Refusal } | null

/** How long an adjustment counts toward an operator's limit. */
export const ALONE_WINDOW_MS = DAY_MS

export const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** What one operator may adjust alone within 24 hours: for one member, and in total. */
export type AloneLimits = { readonly memberLimitMicros: Micros; readonly dayLimitMicros: Micros }

/**
 * What an operator may still adjust alone for a member: the smaller remainder of both limits, never
 * below zero.
 * @param earlier the operator's own adjustments; those older than 24 hours don't count
 */
export function leftAlone(
  limits: AloneLimits,
  earlier: readonly AloneAdjustment[],
  who: { readonly operator: string; readonly member: number },
  at: number,
): Micros {
  let left: bigint = limits.memberLimitMicros
  let leftForAll: bigint = limits.dayLimitMicros
  for (const { operator, member, sizeMicros, at: then } of earlier) {
    if (operator !== who.operator || then <= at - ALONE_WINDOW_MS) continue
    leftForAll -= sizeMicros
    if (member === who.member) left -= sizeMicros
  }
  const least = left < leftForAll ? left : leftForAll
  return micros(least > 0n ? least : 0n)
}

/** Records an adjustment made alone, and drops those that no longer count. */
export function recordAdjustedAlone(state: State, adjusted: AloneAdjustment): void {
  const counting = state.adjustedAlone.filter(({ at }) => at > adjusted.at - ALONE_WINDOW_MS)
  state.adjustedAlone = [...counting, adjusted]
}

/** Awaits a second operator, or takes effect at once within the operator's own limit. */
export function proposeAdjustment(
  state: State,
  events: LedgerEvent[],
  command: ProposeAdjustment,
  at: number,
): Answer {
  const { member, amountMicros, operator, reason } = command
  if (!memberExists(state, member) || member === HOUSE) return refuse({ code: 'not_found' })
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  const sizeMicros = sizeOf(amountMicros)
  if (sizeMicros === 0n || sizeMicros > MAX_AMOUNT) return refuse({ code: 'amount_out_of_range' })
  const { memberLimitMicros = micros(0n), dayLimitMicros = micros(0n) } = command
  const limits = { memberLimitMicros, dayLimitMicros }
  const alone = sizeMicros <= leftAlone(limits, state.adjustedAlone, { operator, member }, at)
  const short = alone ? refuseShort(state, command) : null
  if (short) return short
  const adjustment: AdjustmentEvent = {
    event: 'adjustment',
    no: ++state.numbers.adjustment,
    member,
    amountMicros,
    reason,
    proposedBy: operator,
    approvedBy: null,
    alone,
    rejectedBy: null,
    rejectReason: '',
  }
  if (alone) {
    recordAdjustedAlone(state, { operator, member, sizeMicros, at })
    book(state, events, { ...adjustment, approvedBy: operator })
  } else {
    state.adjustments.set(adjustment.no, adjustment)
    events.push(adjustment)
  }
  return null
}

export function approveAdjustment(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'approve_adjustment'>,
): Answer {
  const adjustment = state.adjustments.get(command.adjustment)
  if (!adjustment) return refuseEnded(state, command.adjustment)
  if (adjustment.proposedBy === command.operator) {
    return refuse({ code: 'second_operator_required' })
  }
  const short = refuseShort(state, adjustment)
  if (short) return short
  state.adjustments.delete(adjustment.no)
  book(state, events, { ...adjustment, approvedBy: command.operator })
  return null
}

/** The proposer may reject it too, because no money has moved. */
export function rejectAdjustment(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'reject_adjustment'>,
): Answer {
  const { operator, reason } = command
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  const adjustment = state.adjustments.get(command.adjustment)
  if (!adjustment) return refuseEnded(state, command.adjustment)
  state.adjustments.delete(adjustment.no)
  events.push({ ...adjustment, rejectedBy: operator, rejectReason: reason })
  return null
}

function book(state: State, events: LedgerEvent[], adjustment: AdjustmentEvent): void {
  const { no, member, amountMicros } = adjustment
  post(state, events, 'adjustment', no, adjustmentEntries(member, amountMicros))
  events.push(adjustment)
}

type Change = { readonly member: number; readonly amountMicros: Micros }

function refuseShort(state: State, { member, amountMicros }: Change): Answer {
  const availableMicros = walletOf(state, member)
  if (availableMicros + amountMicros >= 0n) return null
  return refuse({ code: 'insufficient_balance', availableMicros })
}

function refuseEnded(state: State, adjustment: number): Answer {
  const ended = adjustment >= 1 && adjustment <= state.numbers.adjustment
  return refuse(ended ? { code: 'wrong_state', state: 'decided' } : { code: 'not_found' })
}
