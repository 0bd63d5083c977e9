import { formatUsd } from '../../domain/money/money.ts'
import type { Refusal, RefusalCode } from '../../domain/ledger/refusal.ts'
import { edgeRefusals, type EdgeCode } from './edge-refusals.ts'
import { text, type Text } from '../texts/texts.ts'
import { unsoundText } from '../texts/unsound-catalog.ts'
import { hasKey } from '../../domain/records.ts'

// Every reason to reject a call, as a closed list, with its HTTP status and its sentence. A code of
// the rules without a line here doesn't compile.

type RefusalOf = { [C in RefusalCode]: Extract<Refusal, { code: C }> }
type RuleRefusal = { [C in RefusalCode]: { status: number; say: (refusal: RefusalOf[C]) => Text } }

const ruleRefusals: RuleRefusal = {
  older_rules: { status: 409, say: () => text('older_rules') },
  paid_board: { status: 409, say: () => text('paid_board') },
  already_founded: { status: 409, say: () => text('already_founded') },
  not_found: { status: 404, say: () => text('not_found') },
  already_active: { status: 409, say: () => text('already_active') },
  insufficient_balance: {
    status: 409,
    say: ({ availableMicros }) =>
      text('insufficient_balance', { amount: formatUsd(availableMicros) }),
  },
  member_suspended: { status: 403, say: () => text('member_suspended') },
  minimum_deposit: { status: 400, say: () => text('minimum_deposit') },
  amount_out_of_range: { status: 400, say: () => text('amount_invalid') },
  already_used: { status: 409, say: () => text('already_used') },
  minimum_withdrawal: { status: 400, say: () => text('minimum_withdrawal') },
  below_network_fee: {
    status: 400,
    say: ({ networkFeeMicros }) =>
      text('below_network_fee', { amount: formatUsd(networkFeeMicros) }),
  },
  too_many_withdrawals: { status: 409, say: () => text('too_many_withdrawals') },
  wrong_state: {
    status: 409,
    say: ({ state }) => text(state === 'ended' ? 'request_closed' : 'wrong_state'),
  },
  old_revision: { status: 409, say: () => text('old_revision') },
  second_operator_required: { status: 403, say: () => text('second_operator_required') },
  wrong_attempt: { status: 409, say: ({ attempt }) => text('wrong_attempt', { attempt }) },
  not_as_approved: { status: 409, say: () => text('not_as_approved') },
  on_hold: {
    status: 409,
    say: ({ untilAt }) => text('on_hold', { time: new Date(untilAt).toISOString() }),
  },
  reason_required: { status: 400, say: () => text('reason_required') },
  unsound_catalogue: { status: 400, say: ({ unsound }) => unsoundText(unsound) },
}

export type AnyCode = EdgeCode | RefusalCode

/** The errors of any command to the ledger writer: it is full, or doesn't know the outcome. */
export const writerErrors = ['overloaded', 'outcome_unknown'] as const satisfies readonly AnyCode[]

export { edgeRefusals, type EdgeCode }

/** The sentence for a refusal of the rules, including its figures. */
export const ruleText = (refusal: Refusal): Text => refusalSentence(refusal.code, refusal)

const refusalSentence = <C extends RefusalCode>(code: C, refusal: RefusalOf[C]): Text =>
  ruleRefusals[code].say(refusal)

/** Whether this version has a code. */
export const isCode = (code: string): code is AnyCode =>
  hasKey(ruleRefusals, code) || hasKey(edgeRefusals, code)

/** The HTTP status of any refusal. */
export function statusOf(code: AnyCode): number {
  return hasKey(ruleRefusals, code) ? ruleRefusals[code].status : edgeRefusals[code].status
}
