/** Payouts: what we send for an approved withdrawal, and how each attempt ends on chain. */
import type { CommandOf } from '../ledger/command.ts'
import type { LedgerEvent, WithdrawalEvent } from '../ledger/event.ts'
import { networkFeeEntries, paidEntries } from '../ledger/journal.ts'
import { post } from '../ledger/ledger.ts'
import { MAX_AMOUNT, type Units } from '../money/money.ts'
import { payoutUnits, valueOf } from '../money/rate.ts'
import { refuse, type Refusal } from '../ledger/refusal.ts'
import type { State } from '../ledger/state.ts'
import { spendApprovals } from './approvals.ts'
import { find, record, netMicros, UNPAID } from './withdrawal.ts'

type Answer = { readonly refusal: Refusal } | null

/**
 * We signed and stored a payout, or an operator paid outside the product. It must be the current
 * attempt and pay the approved amount to the approved address. Nothing is paid before the waiting
 * period ends.
 */
export function sendWithdrawal(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'send_withdrawal'>,
  at: number,
): Answer {
  const found = find(state, command.withdrawal, 'send')
  if ('refusal' in found) return found
  const { withdrawal } = found
  const { attempt, holdUntilAt } = withdrawal
  if (command.attempt !== attempt) return refuse({ code: 'wrong_attempt', attempt })
  if (at < holdUntilAt) return refuse({ code: 'on_hold', untilAt: holdUntilAt })
  const { coin, sentUnits, rateE8, txid } = command
  if (sentUnits <= 0n || sentUnits > MAX_AMOUNT || rateE8 <= 0n) {
    return refuse({ code: 'amount_out_of_range' })
  }
  if (!paysAsApproved(withdrawal, command)) return refuse({ code: 'not_as_approved' })
  const revision = withdrawal.revision + 1
  spendApprovals(state, withdrawal)
  record(state, events, { ...withdrawal, coin, sentUnits, rateE8, txid, state: 'sent', revision })
  return null
}

type Paid = Pick<
  CommandOf<'send_withdrawal'>,
  'address' | 'coin' | 'sentUnits' | 'rateE8' | 'paidBy'
>
type Approved = Pick<
  WithdrawalEvent,
  'address' | 'payIn' | 'amountMicros' | 'feeMicros' | 'networkFeeMicros'
>

/**
 * Whether a payment is the approved one. We sign exactly the net amount in the member's coin. An
 * operator paying from another wallet may use the other coin, at a rate up to 10% higher or lower.
 */
export function paysAsApproved(approved: Approved, paid: Paid): boolean {
  const { coin, sentUnits, rateE8 } = paid
  if (paid.address !== approved.address) return false
  const net = netMicros(approved)
  if (paid.paidBy === 'operator') {
    const difference = valueOf(coin, sentUnits, rateE8) - net
    return (difference < 0n ? -difference : difference) * 10n <= net
  }
  return coin === approved.payIn && sentUnits === payoutUnits(coin, net, rateE8)
}

/** The payout is final on chain. We book the actual network fee, whatever the member paid. */
export function confirmWithdrawal(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'confirm_withdrawal'>,
): Answer {
  const found = findSent(state, command, 'confirm')
  if ('refusal' in found) return found
  const { withdrawal } = found
  const { no, member, coin, sentUnits } = withdrawal
  if (coin === null || sentUnits === null) throw new Error(`withdrawal ${no} was never sent`)
  const entries = paidEntries(member, withdrawal, coin, sentUnits)
  post(state, events, 'withdrawal_paid', no, entries)
  bookNetworkFee(state, events, command.feeSun)
  record(state, events, { ...withdrawal, state: 'confirmed', revision: withdrawal.revision + 1 })
  return null
}

/** The payout failed on chain. The money stays on hold, and the next attempt needs approval. */
export function failWithdrawal(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'fail_withdrawal'>,
): Answer {
  const found = findSent(state, command, 'fail')
  if ('refusal' in found) return found
  const { withdrawal } = found
  bookNetworkFee(state, events, command.feeSun)
  record(state, events, {
    ...withdrawal,
    state: 'pending',
    failure: command.reason,
    revision: withdrawal.revision + 1,
    attempt: withdrawal.attempt + 1,
    ...UNPAID,
  })
  return null
}

type Ending = { readonly withdrawal: number; readonly attempt: number; readonly txid: string }

/** A worker that was paused may try to end an attempt that another one has given up. */
function findSent(state: State, ending: Ending, transition: 'confirm' | 'fail') {
  const found = find(state, ending.withdrawal, transition)
  if ('refusal' in found) return found
  const { attempt, txid } = found.withdrawal
  const isCurrent = ending.attempt === attempt && ending.txid === txid
  return isCurrent ? found : refuse({ code: 'wrong_attempt', attempt })
}

/** Books burned TRX. The subject is the journal's own number, since a fee has no other. */
export function bookNetworkFee(state: State, events: LedgerEvent[], feeSun: Units): void {
  if (feeSun === 0n) return
  post(state, events, 'network_fee', state.numbers.journal + 1, networkFeeEntries(feeSun))
}
