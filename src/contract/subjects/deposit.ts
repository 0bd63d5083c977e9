import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { claim } from './claims.ts'
import {
  Text,
  cryptoIn,
  cryptocurrency,
  csvPaging,
  filledLine,
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
import { writerErrors } from '../refusals/refusals.ts'

// Money on its way in: deposit addresses, the live rate, requests, and unmatched transfers.

const requestId = filledLine(40)

export const depositStages = [
  'awaiting_payment',
  'seen',
  'confirming',
  'mismatch',
  'credited',
  'expired',
  'replaced',
] as const

export const Deposit = z
  .object({
    id: z.string(),
    request_id: z.string(),
    amount: money,
    requested_amount: money,
    fee_amount: money,
    total_amount: money,
    crypto_amount: money,
    cryptocurrency,
    rate: money,
    payment_method: z.enum(['TRX (TRC20)', 'USDT (TRC20)']),
    payment_details: z.string(),
    status: requestStatus,
    stage: z.enum(depositStages),
    confirmations: z.number().int(),
    required: z.number().int(),
    wallet_address: z.string(),
    request_date: time,
    expires_at: time,
    processed_date: time.nullable(),
    transaction_hash: z.string().nullable(),
  })
  .meta({ id: 'Deposit' })

/** A transfer to the member's address that met no open request. */
export const Unattributed = z
  .object({
    id: z.string(),
    cryptocurrency,
    crypto_amount: money,
    rate: money.nullable(),
    amount: money.nullable(),
    fee_amount: money.nullable(),
    transaction_hash: z.string(),
    received_at: time,
    accepts_itself_at: time.nullable(),
    /** `too_small`: worth less than the least fee and a cent; shown, and never credited. */
    status: z.enum(['waiting', 'accepted', 'too_small']),
    reason: z.string(),
    reason_text: Text,
  })
  .meta({ id: 'Unattributed' })

export const WalletInfo = z
  .object({
    success: z.literal(true),
    wallet_address: z.string(),
    qr_code: z.string(),
    payment_uri: z.string(),
  })
  .meta({ id: 'WalletInfo' })

const LiveRate = z
  .object({
    rate: z.number(),
    asset: z.literal('TRX'),
    currency: z.literal('USD'),
    as_of: time,
    sources: z.array(z.string()),
  })
  .meta({ id: 'LiveRate' })

/** The figures of a payment that does not match its request. */
export const MismatchDisplay = z.object({
  expected: z.string(),
  received: z.string(),
  conversion: z.string(),
  conversion_text: Text,
  sun_values: z.object({
    expected: z.string(),
    received: z.string(),
    difference: z.string(),
  }),
})

const OperatorDeposit = Deposit.extend({ username: z.string() }).meta({
  id: 'OperatorDeposit',
})

export const OperatorUnattributed = Unattributed.extend({
  username: z.string().nullable(),
  claim,
}).meta({ id: 'OperatorUnattributed' })

export const depositCalls = {
  getTrxWallet: {
    query: z.object({ amount: cryptoIn.optional() }),
    answer: WalletInfo,
    errors: ['invalid_request', 'deposits_closed'],
  },
  getUsdtWallet: {
    query: z.object({ amount: cryptoIn.optional() }),
    answer: WalletInfo,
    errors: ['invalid_request', 'deposits_closed', 'usdt_closed'],
  },
  getLiveRate: {
    answer: LiveRate,
    errors: ['rate_unavailable', 'rate_held_back'],
  },
  /** What a wallet app must know to pay: the token that counts as USDT. */
  getChain: {
    answer: z.object({ usdt_contract: z.string(), confirmations: z.number().int() }),
    errors: [],
  },
  requestDeposit: {
    body: z.object({
      crypto_amount: cryptoIn,
      original_amount: usdIn,
      fee_amount: usdIn,
      cryptocurrency,
    }),
    answer: Deposit,
    errors: [
      'invalid_request',
      'deposits_closed',
      'minimum_deposit',
      'figures_differ',
      'rate_unavailable',
      'rate_held_back',
      'usdt_closed',
      ...writerErrors,
    ],
  },
  verifyDeposit: {
    params: z.object({ request_id: requestId }),
    body: z.object({ transaction_hash: filledLine(200) }),
    answer: z.object({
      success: z.literal(true),
      message: z.string(),
      text: Text,
      deposit: Deposit,
    }),
    errors: [
      'invalid_request',
      'not_found',
      'amount_mismatch',
      'amount_out_of_range',
      'failed_on_chain',
      'wrong_recipient',
      'wrong_token',
      'already_used',
      'too_old',
      'too_late',
      'request_paid',
      'confirming',
      'chain_unavailable',
      'rate_unavailable',
      ...writerErrors,
    ],
  },
  acceptDeposit: {
    params: z.object({ request_id: requestId }),
    answer: Deposit,
    errors: ['not_found', 'already_used', 'wrong_state', 'needs_review', ...writerErrors],
  },
  listUnattributed: {
    query: paging,
    answer: pageOf(Unattributed),
    errors: ['invalid_request'],
  },
  acceptUnattributed: {
    params,
    answer: Unattributed,
    errors: [
      'not_found',
      'already_used',
      'too_small',
      'needs_review',
      'usdt_closed',
      'chain_unavailable',
      ...writerErrors,
    ],
  },
  listDeposits: {
    query: paging,
    answer: pageOf(Deposit),
    errors: ['invalid_request'],
  },
  getDeposit: {
    params: z.object({ request_id: requestId }),
    answer: Deposit,
    errors: ['not_found'],
  },
  operatorListDeposits: {
    query: csvPaging.extend({
      status: z.enum([...requestStatus.options, ...depositStages]).optional(),
      search,
    }),
    answer: pageOf(OperatorDeposit),
    errors: ['invalid_request'],
  },
  operatorListUnattributed: {
    query: queuePaging.extend({ status: z.enum(['waiting', 'too_small']).optional() }),
    answer: pageOf(OperatorUnattributed),
    errors: ['invalid_request'],
  },
  operatorAcceptUnattributed: {
    params,
    body: z.object({ reason }),
    answer: OperatorUnattributed,
    errors: [
      'invalid_request',
      'not_found',
      'already_used',
      'too_small',
      'usdt_closed',
      'claimed_by_another',
      ...writerErrors,
    ],
  },
} satisfies Record<string, CallContract>
