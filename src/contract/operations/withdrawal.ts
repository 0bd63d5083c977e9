import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, listOf, oneOf, usd } from '../fields/described.ts'
import {
  csvPaging,
  filledLine,
  line,
  pageOf,
  paging,
  paramsOf,
  queuePaging,
  reason,
  search,
  usdIn,
} from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import { transactionStates, withdrawalStages } from '../fields/states.ts'
import { writerErrors } from '../refusals/refusals.ts'
import {
  DecidedWithdrawal,
  decision,
  OperatorWithdrawal,
  Payout,
  PayoutDetail,
  revision,
  Withdrawal,
  WithdrawalDetail,
} from '../subjects/withdrawal.ts'
import { issueText } from '../texts/texts.ts'

const params = paramsOf('withdrawal')
/** Errors of every decision about a withdrawal. */
const undecidable = ['invalid_request', 'not_found', 'wrong_state', ...writerErrors] as const

export const withdrawalCalls = {
  listWithdrawals: {
    summary: 'List your withdrawals',
    description: 'Returns all of your withdrawals, newest first.',
    query: paging,
    answer: pageOf(Withdrawal),
    errors: ['invalid_request'],
  },
  getWithdrawalTerms: {
    summary: 'Get the terms of a withdrawal',
    description: 'Returns the available payout coins and the current cost of a USDT payout.',
    query: z.object({
      amount: described(usdIn.optional(), 'The amount to withdraw, in US dollars.', '40.00'),
    }),
    answer: z.object({
      methods: listOf(z.enum(['trx', 'usdt']), 'The available coins.', ['trx', 'usdt']),
      usdt_network_fee: usd(
        'The network fee of a USDT payout; null if unknown.',
        '1.40',
      ).nullable(),
    }),
    errors: ['invalid_request'],
  },
  requestWithdrawal: {
    summary: 'Request a withdrawal',
    description:
      'Puts the amount on hold and requests a payout to the wallet address on your profile. The ' +
      'fee ' +
      'is 2%, at least $0.50, and is taken out of the amount. Needs a recent step-up.',
    body: z.object({
      amount: described(
        usdIn,
        'The amount to debit from the wallet, in US dollars. At least 3.',
        '40.00',
      ),
      payment_method: described(
        z
          .string({ error: issueText('choose_coin') })
          .toLowerCase()
          .pipe(z.enum(['trx', 'usdt'], { error: issueText('choose_coin') })),
        'The coin of the payout: `trx` or `usdt`.',
        'trx',
      ),
      network_fee: described(
        usdIn.optional(),
        'The network fee that the member saw, for `usdt`. If ours is now more than 5% higher, ' +
          'the call returns `figures_differ` and requests nothing.',
        '1.40',
      ),
      wallet_address: described(
        line(limits.addressLength.max).nullish(),
        'The payout address that the member saw. If the one on the profile is another by now, ' +
          'the call returns `address_differs` and requests nothing.',
        'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
      ),
      payment_details: described(
        line(limits.paymentDetailsLength.max).nullish(),
        'A note for your records. It doesn’t change the address or the amount.',
        'My wallet',
      ),
    }),
    answer: Withdrawal,
    errors: [
      'invalid_request',
      'step_up_required',
      'minimum_withdrawal',
      'insufficient_balance',
      'below_network_fee',
      'figures_differ',
      'address_differs',
      'too_many_withdrawals',
      'deposits_under_review',
      'chain_unavailable',
      'rate_unavailable',
      ...writerErrors,
    ],
  },
  cancelWithdrawal: {
    summary: 'Cancel a withdrawal',
    description:
      'Returns the money to the wallet. Possible until it is approved, unless we may be paying it.',
    params,
    answer: Withdrawal,
    errors: ['not_found', 'wrong_state', ...writerErrors],
  },
  operatorListWithdrawals: {
    summary: 'List withdrawals',
    description: 'Returns the withdrawals of all members.',
    query: queuePaging.extend({
      status: oneOf(withdrawalStages, 'Only this stage.').optional(),
      search,
    }),
    answer: pageOf(OperatorWithdrawal),
    errors: ['invalid_request'],
  },
  getWithdrawal: {
    summary: 'Get a withdrawal',
    description: 'Returns a withdrawal with its member, payouts, and warning signs.',
    params,
    answer: WithdrawalDetail,
    errors: ['not_found'],
  },
  approveWithdrawal: {
    summary: 'Approve a withdrawal',
    description:
      'Approves the withdrawal for payout. Large payouts need two different operators, so it ' +
      'may remain pending after the first approval.',
    params,
    body: z.object({ revision: revision.optional() }).optional(),
    answer: OperatorWithdrawal,
    errors: [...undecidable, 'old_revision', 'second_operator_required', 'claimed_by_another'],
  },
  approveWithdrawals: {
    summary: 'Approve several withdrawals',
    description:
      'Approves each one separately. The response lists the result of each, and after ' +
      '`outcome_unknown`, check that one before you try again.',
    body: z.object({
      items: described(
        z.array(decision).min(1, issueText('choose_item')).max(100),
        'The withdrawals to approve, at most 100.',
      ),
    }),
    answer: z.object({ results: listOf(DecidedWithdrawal, 'One outcome for each withdrawal.') }),
    errors: ['invalid_request', ...writerErrors],
  },
  rejectWithdrawal: {
    summary: 'Reject a withdrawal',
    description: 'Returns the money to the wallet and emails the member the reason.',
    params,
    body: z.object({ reason }),
    answer: OperatorWithdrawal,
    errors: [...undecidable, 'claimed_by_another'],
  },
  markWithdrawalSent: {
    summary: 'Record a manual payout',
    description:
      'For a withdrawal that staff paid by hand. We check that the transaction pays the right ' +
      'amount to the right address.',
    params,
    body: z.object({
      transaction_hash: described(
        filledLine(80).regex(limits.transactionHashPattern, issueText('transaction_hash_invalid')),
        'The TRON transaction: 64 hexadecimal digits.',
        'c3a1f09e5b7d4826a1f09e5b7d4826c3a1f09e5b7d4826c3a1f09e5b7d4826aa',
      ),
    }),
    answer: OperatorWithdrawal,
    errors: [...undecidable, 'already_used', 'on_hold', 'chain_unavailable', 'rate_unavailable'],
  },
  listPayouts: {
    summary: 'List payouts',
    description: 'Returns the on-chain transactions of withdrawals, newest first.',
    query: csvPaging.extend({
      state: oneOf(transactionStates, 'Only this state.').optional(),
      search,
    }),
    answer: pageOf(Payout),
    errors: ['invalid_request'],
  },
  getPayout: {
    summary: 'Get a payout',
    description: 'Returns a payout with the signed transaction.',
    params: paramsOf('payout'),
    answer: PayoutDetail,
    errors: ['not_found'],
  },
} satisfies Record<string, CallContract>
