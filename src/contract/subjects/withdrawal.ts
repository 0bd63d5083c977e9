import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { claim } from './claims.ts'
import {
  csvPaging,
  filledLine,
  id,
  line,
  money,
  pageOf,
  paging,
  params,
  queuePaging,
  reason,
  requestStatus,
  search,
  time,
  usdIn,
} from '../fields/fields.ts'
import { MemberRow } from './members.ts'
import { writerErrors } from '../refusals/refusals.ts'
import * as limits from '../fields/limits.ts'
import { issueText } from '../texts/texts.ts'

// Money on its way out: withdrawal requests, their approval, and payouts.

export const withdrawalStages = [
  'pending',
  'approved',
  'sent',
  'confirmed',
  'failed',
  'rejected',
  'cancelled',
] as const

export const Withdrawal = z
  .object({
    id: z.string(),
    amount: money,
    fee_amount: money,
    net_amount: money,
    payment_method: z.string(),
    payment_details: z.string(),
    wallet_address: z.string(),
    status: requestStatus,
    stage: z.enum(withdrawalStages),
    revision: z.number().int(),
    hold_until: time.nullable(),
    reason: z.string().nullable(),
    request_date: time,
    processed_date: time.nullable(),
    transaction_hash: z.string().nullable(),
  })
  .meta({ id: 'Withdrawal' })

export const withdrawalFlags = [
  'new_address',
  'first_withdrawal',
  'shared_address',
  'velocity',
  'on_hold',
] as const

export const OperatorWithdrawal = Withdrawal.extend({
  username: z.string(),
  member_id: z.string(),
  flags: z.array(z.enum(withdrawalFlags)),
  claim,
  approvals: z.array(z.object({ operator: z.string(), at: time })),
  approvals_needed: z.number().int(),
}).meta({ id: 'OperatorWithdrawal' })

const payoutStates = ['stored', 'confirmed', 'failed', 'expired'] as const

export const Payout = z
  .object({
    id: z.string(),
    withdrawal: z.string(),
    username: z.string(),
    attempt: z.number().int(),
    asset: z.enum(['TRX', 'USDT']),
    amount: money,
    from_address: z.string(),
    to_address: z.string(),
    transaction_hash: z.string(),
    state: z.enum(payoutStates),
    created_at: time,
    expires_at: time.nullable(),
    broadcasts: z.number().int(),
    broadcast_at: time.nullable(),
    settled_at: time.nullable(),
    network_fee_trx: money.nullable(),
  })
  .meta({ id: 'Payout' })

/** With the bytes that were signed; null for a payout made outside. */
export const PayoutDetail = Payout.extend({
  signed_transaction: z.string().nullable(),
  last_answer: z.string(),
}).meta({ id: 'PayoutDetail' })

export const WithdrawalDetail = OperatorWithdrawal.extend({
  member: MemberRow,
  history: z.object({
    deposited: money,
    withdrawn: money,
    withdrawals_paid: z.number().int(),
    withdrawals_rejected: z.number().int(),
    last_paid_at: time.nullable(),
    address_used_by: z.array(z.string()),
  }),
  payouts: z.array(Payout),
}).meta({ id: 'WithdrawalDetail' })

export const DecidedWithdrawal = z
  .object({
    id: z.string(),
    done: z.boolean(),
    code: z.string().nullable(),
    detail: z.string().nullable(),
    withdrawal: OperatorWithdrawal.nullable(),
  })
  .meta({ id: 'DecidedWithdrawal' })

const decision = z.object({ id, revision: z.number().int().min(0) })

export const withdrawalCalls = {
  listWithdrawals: {
    query: paging,
    answer: pageOf(Withdrawal),
    errors: ['invalid_request'],
  },
  getWithdrawalTerms: {
    query: z.object({ amount: usdIn.optional() }),
    answer: z.object({
      methods: z.array(z.enum(['trx', 'usdt'])),
      /** What the network takes for a payout in USDT; null while unknown. */
      usdt_network_fee: money.nullable(),
    }),
    errors: ['invalid_request'],
  },
  requestWithdrawal: {
    body: z.object({
      amount: usdIn,
      payment_method: z
        .string({ error: issueText('choose_coin') })
        .toLowerCase()
        .pipe(z.enum(['trx', 'usdt'], { error: issueText('choose_coin') })),
      /** A note of what the member saw; the stored address and the server's figures count. */
      payment_details: line(limits.paymentDetailsLength.max).nullish(),
    }),
    answer: Withdrawal,
    errors: [
      'invalid_request',
      'step_up_required',
      'minimum_withdrawal',
      'insufficient_balance',
      'below_network_fee',
      'too_many_withdrawals',
      'member_suspended',
      'deposits_under_review',
      'chain_unavailable',
      'rate_unavailable',
      ...writerErrors,
    ],
  },
  cancelWithdrawal: {
    params,
    answer: Withdrawal,
    errors: ['not_found', 'wrong_state', ...writerErrors],
  },
  operatorListWithdrawals: {
    query: queuePaging.extend({
      status: z.enum(withdrawalStages).optional(),
      search,
    }),
    answer: pageOf(OperatorWithdrawal),
    errors: ['invalid_request'],
  },
  getWithdrawal: {
    params,
    answer: WithdrawalDetail,
    errors: ['not_found'],
  },
  approveWithdrawal: {
    params,
    body: z.object({ revision: z.number().int().min(0).optional() }).optional(),
    answer: OperatorWithdrawal,
    errors: [
      'invalid_request',
      'not_found',
      'wrong_state',
      ...writerErrors,
      'old_revision',
      'second_operator_required',
      'claimed_by_another',
    ],
  },
  approveWithdrawals: {
    body: z.object({ items: z.array(decision).min(1, issueText('choose_item')).max(100) }),
    answer: z.object({ results: z.array(DecidedWithdrawal) }),
    errors: ['invalid_request', ...writerErrors],
  },
  rejectWithdrawal: {
    params,
    body: z.object({ reason }),
    answer: OperatorWithdrawal,
    errors: ['invalid_request', 'not_found', 'wrong_state', ...writerErrors, 'claimed_by_another'],
  },
  markWithdrawalSent: {
    params,
    body: z.object({
      transaction_hash: filledLine(80).regex(
        limits.transactionHashPattern,
        issueText('transaction_hash_invalid'),
      ),
    }),
    answer: OperatorWithdrawal,
    errors: [
      'invalid_request',
      'not_found',
      'wrong_state',
      ...writerErrors,
      'already_used',
      'on_hold',
      'chain_unavailable',
      'rate_unavailable',
    ],
  },
  listPayouts: {
    query: csvPaging.extend({ state: z.enum(payoutStates).optional(), search }),
    answer: pageOf(Payout),
    errors: ['invalid_request'],
  },
  getPayout: {
    params,
    answer: PayoutDetail,
    errors: ['not_found'],
  },
} satisfies Record<string, CallContract>
