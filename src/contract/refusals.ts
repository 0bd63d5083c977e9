import { formatUsd } from '../domain/money/money.ts'
import type { Refusal, RefusalCode } from '../domain/ledger/refusal.ts'
import { edgeRefusals, type EdgeCode } from './edge-refusals.ts'

// Every reason for which a call is refused, as a closed list: its HTTP status and the sentence
// that the member reads. A code of the rules that has no line here does not compile.

type Of<C extends RefusalCode> = Extract<Refusal, { code: C }>
type RuleText = { [C in RefusalCode]: { status: number; text: (refusal: Of<C>) => string } }

const shortOf = (reason: Of<'unsound_catalogue'>) => {
  const { plan, rule, left, right } = reason.unsound
  const figures = `${formatUsd(left)} against ${formatUsd(right)}`
  if (rule === 'rewards_exceed_fee') {
    return `${plan}: the rewards and the sponsor bonus exceed the joining fee (${figures}).`
  }
  if (rule === 'reentries_exceed_board') {
    return `${plan}: the re-entries cost more than the board pays (${figures}).`
  }
  if (rule === 'reentries_below_diamond') {
    return `${plan}: only a Diamond board gives re-entries (${left} against ${right}).`
  }
  return `${plan}: an amount is out of range.`
}

const ruleRefusals: RuleText = {
  already_founded: { status: 409, text: () => 'The product has been set up already.' },
  not_found: { status: 404, text: () => 'Not found' },
  already_active: { status: 409, text: () => 'This profile is already active.' },
  insufficient_balance: {
    status: 409,
    text: ({ availableMicros }) =>
      `Insufficient balance. Your wallet holds $${formatUsd(availableMicros)}.`,
  },
  member_suspended: {
    status: 403,
    text: () => 'This account is suspended. Please contact support.',
  },
  minimum_deposit: { status: 400, text: () => 'Minimum deposit amount is $2' },
  amount_out_of_range: { status: 400, text: () => 'Please enter a valid amount' },
  already_used: { status: 409, text: () => 'This transaction has been credited already.' },
  minimum_withdrawal: { status: 400, text: () => 'Minimum withdrawal is $3' },
  below_network_fee: {
    status: 400,
    text: ({ networkFeeMicros }) =>
      `The network takes $${formatUsd(networkFeeMicros)} for a payout in USDT: nothing is left.`,
  },
  too_many_withdrawals: {
    status: 409,
    text: () => 'You have too many open withdrawals. Please wait until one is processed.',
  },
  wrong_state: {
    status: 409,
    text: ({ state }) =>
      state === 'ended'
        ? 'This is not possible any more: it has ended.'
        : `This is not possible now: it is ${state.replaceAll('_', ' ')}.`,
  },
  old_revision: {
    status: 409,
    text: () => 'This has changed since you looked at it. Please look again.',
  },
  second_operator_required: {
    status: 403,
    text: () => 'Another operator has to approve this.',
  },
  wrong_attempt: {
    status: 409,
    text: ({ attempt }) => `This withdrawal is on attempt ${attempt} now.`,
  },
  not_as_approved: { status: 409, text: () => 'This payment isn’t the one that was approved.' },
  on_hold: {
    status: 409,
    text: ({ untilAt }) => `This is on hold until ${new Date(untilAt).toISOString()}.`,
  },
  reason_required: { status: 400, text: () => 'Please give a reason.' },
  unsound_catalogue: { status: 400, text: shortOf },
}

export type AnyCode = EdgeCode | RefusalCode

/** How any command to the ledger writer can fail: it is full, or lost sight of the outcome. */
export const writerErrors = ['overloaded', 'outcome_unknown'] as const satisfies readonly AnyCode[]

export { edgeRefusals, type EdgeCode }

/** The sentence for a refusal of the rules, with its figures. */
export function ruleText(refusal: Refusal): string {
  const { text } = ruleRefusals[refusal.code]
  return (text as (refusal: Refusal) => string)(refusal)
}

/** The HTTP status of any refusal. */
export function statusOf(code: AnyCode): number {
  return code in ruleRefusals
    ? ruleRefusals[code as RefusalCode].status
    : edgeRefusals[code as EdgeCode].status
}
