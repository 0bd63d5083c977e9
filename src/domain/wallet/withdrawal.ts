/** Withdrawals: requested, approved, rejected, or canceled. payout.ts pays them. */
import type { CommandOf } from '../ledger/command.ts'
import type { LedgerEvent, WithdrawalEvent, WithdrawalState } from '../ledger/event.ts'
import { WITHDRAWAL_MIN, withdrawalFee } from '../money/fee.ts'
import { holdEntries, returnEntries, type Charge } from '../ledger/journal.ts'
import { post, walletOf } from '../ledger/ledger.ts'
import { approvedOn, countApproval, dayNumberOf, returnApprovals } from './approvals.ts'
import { micros, type Micros } from '../money/money.ts'
import { isSuspended, memberExists } from '../network/members.ts'
import { refuse, type Refusal } from '../ledger/refusal.ts'
import type { State } from '../ledger/state.ts'

/** A member may have this many withdrawals open at once. */
const MAX_OPEN_WITHDRAWALS = 10

type Answer = { readonly refusal: Refusal } | null

/** Each transition of a withdrawal and the states that allow it. There are no others. */
const EDGES = {
  approve: 'pending',
  reject: 'pending or approved',
  cancel: 'pending',
  send: 'approved',
  confirm: 'sent',
  fail: 'sent',
} as const

const allows = (transition: keyof typeof EDGES, state: WithdrawalState): boolean =>
  EDGES[transition].split(' or ').includes(state)

/** Whether a withdrawal's life has ended. */
export const isFinal = (state: WithdrawalState): boolean =>
  state === 'confirmed' || state === 'rejected' || state === 'cancelled'

export function requestWithdrawal(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'request_withdrawal'>,
): Answer {
  const { member, amountMicros, address, holdUntilAt, payIn = 'TRX' } = command
  const { networkFeeMicros = micros(0n) } = command
  if (!memberExists(state, member)) return refuse({ code: 'not_found' })
  if (isSuspended(state, member)) return refuse({ code: 'member_suspended' })
  if (amountMicros < WITHDRAWAL_MIN) return refuse({ code: 'minimum_withdrawal' })
  if (networkFeeMicros < 0n) return refuse({ code: 'amount_out_of_range' })
  const availableMicros = walletOf(state, member)
  if (amountMicros > availableMicros) {
    return refuse({ code: 'insufficient_balance', availableMicros })
  }
  if (netMicros({ amountMicros, feeMicros: withdrawalFee(amountMicros), networkFeeMicros }) <= 0n) {
    return refuse({ code: 'below_network_fee', networkFeeMicros })
  }
  const open = state.openWithdrawals.get(member) ?? 0
  if (open >= MAX_OPEN_WITHDRAWALS) return refuse({ code: 'too_many_withdrawals' })
  const no = ++state.numbers.withdrawal
  state.openWithdrawals.set(member, open + 1)
  post(state, events, 'withdrawal_requested', no, holdEntries(member, amountMicros))
  record(state, events, {
    event: 'withdrawal',
    no,
    member,
    amountMicros,
    feeMicros: withdrawalFee(amountMicros),
    payIn,
    networkFeeMicros,
    address,
    state: 'pending',
    revision: 1,
    attempt: 1,
    holdUntilAt,
    reason: '',
    failure: '',
    ...UNPAID,
  })
  return null
}

/** What an attempt to pay a withdrawal begins with. */
export const UNPAID = {
  coin: null,
  sentUnits: null,
  rateE8: null,
  txid: null,
  approvedBy: [],
} satisfies Partial<WithdrawalEvent>

/** Records a withdrawal's current state; a final one leaves memory. */
export function record(state: State, events: LedgerEvent[], withdrawal: WithdrawalEvent): void {
  events.push(withdrawal)
  if (!isFinal(withdrawal.state)) {
    state.withdrawals.set(withdrawal.no, withdrawal)
    return
  }
  state.withdrawals.delete(withdrawal.no)
  const open = state.openWithdrawals.get(withdrawal.member) ?? 0
  if (open > 1) state.openWithdrawals.set(withdrawal.member, open - 1)
  else state.openWithdrawals.delete(withdrawal.member)
}

type Found = { readonly withdrawal: WithdrawalEvent } | { readonly refusal: Refusal }

export function find(state: State, no: number, transition: keyof typeof EDGES): Found {
  const withdrawal = state.withdrawals.get(no)
  if (!withdrawal) {
    const ended = Number.isInteger(no) && no >= 1 && no <= state.numbers.withdrawal
    return refuse(ended ? { code: 'wrong_state', state: 'ended' } : { code: 'not_found' })
  }
  if (!allows(transition, withdrawal.state)) {
    return refuse({ code: 'wrong_state', state: withdrawal.state })
  }
  return { withdrawal }
}

/**
 * One operator's approval. Above the per-payout limit or the operator's daily limit, a second
 * operator must approve the same revision.
 */
export function approveWithdrawal(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'approve_withdrawal'>,
  at: number,
): Answer {
  const found = find(state, command.withdrawal, 'approve')
  if ('refusal' in found) return found
  const { withdrawal } = found
  const { operator, revision } = command
  if (revision !== null && revision !== withdrawal.revision) {
    return refuse({ code: 'old_revision', revision: withdrawal.revision })
  }
  if (withdrawal.approvedBy.includes(operator)) return refuse({ code: 'second_operator_required' })
  const amount = withdrawal.amountMicros
  const spent = approvedOn(state, operator, dayNumberOf(at))
  const needsTwo = amount > command.payoutLimitMicros || spent + amount > command.dayLimitMicros
  countApproval(state, events, withdrawal, operator, at)
  // Sorted by name: rows of one batch share a time, so only names give the fold an order.
  const approvedBy = [...withdrawal.approvedBy, operator].toSorted()
  const enough = approvedBy.length >= 2 || !needsTwo
  record(
    state,
    events,
    enough
      ? { ...withdrawal, approvedBy, state: 'approved', revision: withdrawal.revision + 1 }
      : { ...withdrawal, approvedBy },
  )
  return null
}

export function rejectWithdrawal(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'reject_withdrawal'>,
  at: number,
): Answer {
  if (command.reason.trim() === '') return refuse({ code: 'reason_required' })
  const found = find(state, command.withdrawal, 'reject')
  if ('refusal' in found) return found
  const { reason } = command
  returnHold(state, events, { ...found.withdrawal, state: 'rejected', reason }, at)
  return null
}

export function cancelWithdrawal(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'cancel_withdrawal'>,
  at: number,
): Answer {
  const held = state.withdrawals.get(command.withdrawal)
  if (held && held.member !== command.member) return refuse({ code: 'not_found' })
  const found = find(state, command.withdrawal, 'cancel')
  if ('refusal' in found) return found
  returnHold(state, events, { ...found.withdrawal, state: 'cancelled' }, at)
  return null
}

function returnHold(state: State, events: LedgerEvent[], ended: WithdrawalEvent, at: number): void {
  const { no, member, amountMicros, revision } = ended
  post(state, events, 'withdrawal_returned', no, returnEntries(member, amountMicros))
  returnApprovals(state, events, ended, at)
  record(state, events, { ...ended, revision: revision + 1 })
}

/** Net of a withdrawal: what is paid out, in micro-dollars. */
export const netMicros = ({ amountMicros, feeMicros, networkFeeMicros }: Charge): Micros =>
  micros(amountMicros - feeMicros - networkFeeMicros)

/** Restores an open withdrawal from the tables into memory. */
export function restoreWithdrawal(state: State, withdrawal: WithdrawalEvent): void {
  state.withdrawals.set(withdrawal.no, withdrawal)
  const open = state.openWithdrawals.get(withdrawal.member) ?? 0
  state.openWithdrawals.set(withdrawal.member, open + 1)
}
