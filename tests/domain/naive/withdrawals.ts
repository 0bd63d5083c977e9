/** Withdrawals of the naive model: one list, one state each, with the money on hold in between. */
import type { Command, CommandOf } from '../../../src/domain/ledger/command.ts'
import {
  type Naive,
  type NaiveWithdrawal,
  balanceIn,
  heldName,
  memberNo,
  move,
  walletName,
} from './state.ts'

type WithdrawalCommand = Extract<Command, { withdrawal: number }> | CommandOf<'request_withdrawal'>

const DAY_MS = 24 * 60 * 60 * 1000
const FINAL = ['confirmed', 'rejected', 'cancelled']

/** 2 % to the cent, half up; at least $0.50. */
export function naiveWithdrawalFee(amount: bigint): bigint {
  const cents = (2n * amount + 500_000n) / 1_000_000n
  return (cents < 50n ? 50n : cents) * 10_000n
}

/** The states from which each event may come. */
const FROM = {
  approve_withdrawal: ['pending'],
  reject_withdrawal: ['pending', 'approved'],
  cancel_withdrawal: ['pending'],
  send_withdrawal: ['approved'],
  confirm_withdrawal: ['sent'],
  fail_withdrawal: ['sent'],
}

export function playWithdrawal(
  naive: Naive,
  command: WithdrawalCommand,
  at: number,
): string | null {
  if (command.kind === 'request_withdrawal') return request(naive, command)
  if (command.kind === 'reject_withdrawal' && command.reason.trim() === '') return 'reason_required'
  const withdrawal = naive.withdrawals[command.withdrawal - 1]
  if (!withdrawal) return 'not_found'
  const isFinal = FINAL.includes(withdrawal.state)
  if (command.kind === 'cancel_withdrawal' && !isFinal && command.member !== withdrawal.member) {
    return 'not_found'
  }
  if (!FROM[command.kind].includes(withdrawal.state)) return 'wrong_state'
  return change(naive, withdrawal, command, at)
}

function request(naive: Naive, command: CommandOf<'request_withdrawal'>): string | null {
  const { member: no, amountMicros: micros, holdUntilAt } = command
  const networkFee = command.networkFeeMicros ?? 0n
  const member = memberNo(naive, no)
  if (!member) return 'not_found'
  if (member.suspended) return 'member_suspended'
  if (micros < 3_000_000n) return 'minimum_withdrawal'
  if (micros > balanceIn(naive, walletName(no))) return 'insufficient_balance'
  if (naiveWithdrawalFee(micros) + networkFee >= micros) return 'below_network_fee'
  const own = naive.withdrawals.filter((each) => each.member === no)
  if (own.filter(({ state }) => !FINAL.includes(state)).length >= 10) return 'too_many_withdrawals'
  move(naive, [walletName(no), -micros], [heldName(no), micros])
  const fresh = { revision: 1, holdUntilAt, attempt: 1, approvedBy: [], sent: null }
  const { address, payIn = 'TRX' } = command
  const asked = { member: no, micros, networkFee, address, payIn }
  naive.withdrawals.push({ ...asked, state: 'pending', ...fresh })
  return null
}

function change(
  naive: Naive,
  withdrawal: NaiveWithdrawal,
  command: Extract<Command, { withdrawal: number }>,
  at: number,
): string | null {
  const { member, micros } = withdrawal
  switch (command.kind) {
    case 'approve_withdrawal':
      return approve(naive, withdrawal, command, at)
    case 'reject_withdrawal':
    case 'cancel_withdrawal':
      move(naive, [heldName(member), -micros], [walletName(member), micros])
      withdrawal.state = command.kind === 'reject_withdrawal' ? 'rejected' : 'cancelled'
      forgetApprovals(naive, withdrawal, withdrawal.approvedBy, at)
      break
    case 'send_withdrawal':
      if (command.attempt !== withdrawal.attempt) return 'wrong_attempt'
      if (at < withdrawal.holdUntilAt) return 'on_hold'
      if (command.sentUnits <= 0n) return 'amount_out_of_range'
      if (!isApproved(withdrawal, command)) return 'not_as_approved'
      withdrawal.state = 'sent'
      withdrawal.sent = { coin: command.coin, units: command.sentUnits, txid: command.txid }
      break
    case 'confirm_withdrawal':
      if (isOther(withdrawal, command)) return 'wrong_attempt'
      confirm(naive, withdrawal, command.feeSun)
      break
    case 'fail_withdrawal':
      if (isOther(withdrawal, command)) return 'wrong_attempt'
      move(naive, ['custody:TRX', -command.feeSun], ['house:network fees', command.feeSun])
      Object.assign(withdrawal, { state: 'pending', approvedBy: [], sent: null })
      withdrawal.attempt++
  }
  withdrawal.revision++
  return null
}

/** Since the third rules, approvals of the same day don't count if they can pay nothing anymore. */
function forgetApprovals(
  naive: Naive,
  withdrawal: NaiveWithdrawal,
  operators: readonly string[],
  at: number,
): void {
  if (naive.rules < 3) return
  const day = Math.floor(at / DAY_MS)
  naive.approvals = naive.approvals.filter(
    (each) =>
      each.of !== withdrawal ||
      each.attempt !== withdrawal.attempt ||
      each.day !== day ||
      !operators.includes(each.operator),
  )
}

/** Voids an operator's approvals of everything that wasn't sent yet. */
export function withdrawApprovals(naive: Naive, operator: string, at: number): void {
  for (const each of naive.withdrawals) {
    const waits = each.state === 'pending' || each.state === 'approved'
    if (!waits || !each.approvedBy.includes(operator)) continue
    each.approvedBy = each.approvedBy.filter((name) => name !== operator)
    forgetApprovals(naive, each, [operator], at)
    each.state = 'pending'
    each.revision++
  }
  for (const each of naive.adjustments) if (each.by === operator) each.ended = true
}

const isOther = (
  { attempt, sent }: NaiveWithdrawal,
  command: { attempt: number; txid: string },
): boolean => command.attempt !== attempt || command.txid !== sent?.txid

/** We pay the exact net to the millionth. An operator may deviate by a tenth, in either coin. */
function isApproved(withdrawal: NaiveWithdrawal, command: CommandOf<'send_withdrawal'>): boolean {
  const { micros, networkFee, address, payIn } = withdrawal
  const { coin, sentUnits, rateE8 } = command
  const net = micros - naiveWithdrawalFee(micros) - networkFee
  const rate = coin === 'USDT' ? 100_000_000n : rateE8
  if (command.address !== address) return false
  if (command.paidBy === 'us') return coin === payIn && sentUnits === (net * 100_000_000n) / rate
  const worth = (sentUnits * rate) / 100_000_000n
  return 10n * worth >= 9n * net && 10n * worth <= 11n * net
}

function confirm(naive: Naive, withdrawal: NaiveWithdrawal, burnedSun: bigint): void {
  const { member, micros, networkFee, sent } = withdrawal
  if (!sent) throw new Error('confirmed, and never sent')
  const fee = naiveWithdrawalFee(micros)
  move(
    naive,
    [heldName(member), -micros],
    ['house:withdrawal fees', fee],
    ['house:network fees charged', networkFee],
    [`conversion:USD for ${sent.coin}`, micros - fee - networkFee],
    [`custody:${sent.coin}`, -sent.units],
    [`conversion:${sent.coin}`, sent.units],
  )
  move(naive, ['custody:TRX', -burnedSun], ['house:network fees', burnedSun])
  withdrawal.state = 'confirmed'
}

/** Two operators above the limit per payout or the operator's daily limit, otherwise one. */
function approve(
  naive: Naive,
  withdrawal: NaiveWithdrawal,
  command: CommandOf<'approve_withdrawal'>,
  at: number,
): string | null {
  const { operator, revision, payoutLimitMicros, dayLimitMicros } = command
  if (revision !== null && revision !== withdrawal.revision) return 'old_revision'
  if (withdrawal.approvedBy.includes(operator)) return 'second_operator_required'
  const { micros } = withdrawal
  const day = Math.floor(at / DAY_MS)
  const today = naive.approvals.filter((each) => each.operator === operator && each.day === day)
  const sum = today.reduce((total, each) => total + each.micros, micros)
  naive.approvals.push({ operator, day, micros, of: withdrawal, attempt: withdrawal.attempt })
  withdrawal.approvedBy = [...withdrawal.approvedBy, operator].toSorted()
  const alone = micros <= payoutLimitMicros && sum <= dayLimitMicros
  if (!alone && withdrawal.approvedBy.length < 2) return null
  withdrawal.state = 'approved'
  withdrawal.revision++
  return null
}
