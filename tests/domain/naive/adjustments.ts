/** Adjustments by staff, of the independent model. */
import type { CommandOf } from '../../../src/domain/ledger/command.ts'
import { type Naive, type NaiveAdjustment, balanceIn, move, walletName } from './state.ts'

const DAY_MS = 86_400_000
const size = (micros: bigint): bigint => (micros < 0n ? -micros : micros)

type Adjust = CommandOf<'propose_adjustment' | 'approve_adjustment' | 'reject_adjustment'>

export function playAdjustment(naive: Naive, command: Adjust, at: number): string | null {
  if (command.kind === 'propose_adjustment') return propose(naive, command, at)
  if (command.kind === 'reject_adjustment' && command.reason.trim() === '') return 'reason_required'
  const adjustment = naive.adjustments[command.adjustment - 1]
  if (!adjustment) return 'not_found'
  if (adjustment.ended) return 'wrong_state'
  if (command.kind === 'reject_adjustment') {
    adjustment.ended = true
    return null
  }
  if (adjustment.by === command.operator) return 'second_operator_required'
  if (!pay(naive, adjustment.member, adjustment.micros)) return 'insufficient_balance'
  adjustment.ended = true
  return null
}

function propose(
  naive: Naive,
  command: CommandOf<'propose_adjustment'>,
  at: number,
): string | null {
  const { member, amountMicros: micros, operator: by, reason } = command
  const exists = naive.members.some(({ no }) => no === member)
  if (!exists || member === 1) return 'not_found'
  if (reason.trim() === '') return 'reason_required'
  if (micros === 0n) return 'amount_out_of_range'
  const alone = isAlone(naive, command, at)
  if (alone && !pay(naive, member, micros)) return 'insufficient_balance'
  naive.adjustments.push({ member, micros, by, ended: alone, aloneAt: alone ? at : null })
  return null
}

/** The operator's own adjustments in the last 24 hours plus this one, within both limits. */
function isAlone(naive: Naive, command: CommandOf<'propose_adjustment'>, at: number): boolean {
  const { member, operator, amountMicros } = command
  const today = naive.adjustments.filter(
    ({ by, aloneAt }) => by === operator && aloneAt !== null && at - aloneAt < DAY_MS,
  )
  const sum = (list: NaiveAdjustment[]) =>
    list.reduce((total, { micros }) => total + size(micros), size(amountMicros))
  const forMember = sum(today.filter((each) => each.member === member))
  return (
    forMember <= (command.memberLimitMicros ?? 0n) && sum(today) <= (command.dayLimitMicros ?? 0n)
  )
}

function pay(naive: Naive, member: number, micros: bigint): boolean {
  if (balanceIn(naive, walletName(member)) + micros < 0n) return false
  move(naive, [walletName(member), micros], ['house:adjustments', -micros])
  return true
}
