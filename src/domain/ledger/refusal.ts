/** The closed list of reasons to refuse a command. The contract gives each its status and text. */
import type { Unsound } from '../money/catalog.ts'
import type { Micros } from '../money/money.ts'

export type Refusal =
  | { readonly code: 'already_founded' }
  | { readonly code: 'not_found' }
  | { readonly code: 'already_active' }
  | { readonly code: 'insufficient_balance'; readonly availableMicros: Micros }
  | { readonly code: 'member_suspended' }
  | { readonly code: 'minimum_deposit' }
  | { readonly code: 'amount_out_of_range' }
  | { readonly code: 'already_used' }
  | { readonly code: 'minimum_withdrawal' }
  | { readonly code: 'below_network_fee'; readonly networkFeeMicros: Micros }
  | { readonly code: 'too_many_withdrawals' }
  | { readonly code: 'wrong_state'; readonly state: string }
  | { readonly code: 'old_revision'; readonly revision: number }
  | { readonly code: 'second_operator_required' }
  | { readonly code: 'wrong_attempt'; readonly attempt: number }
  | { readonly code: 'not_as_approved' }
  | { readonly code: 'on_hold'; readonly untilAt: number }
  | { readonly code: 'reason_required' }
  | { readonly code: 'older_rules' }
  | { readonly code: 'paid_board' }
  | { readonly code: 'unsound_catalogue'; readonly unsound: Unsound }

export type RefusalCode = Refusal['code']

export const refuse = (refusal: Refusal): { readonly refusal: Refusal } => ({ refusal })
