import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, flag, oneOf, str, whole } from '../fields/described.ts'
import {
  cryptocurrency,
  cryptoIn,
  csvPaging,
  filledLine,
  pageOf,
  paging,
  paramsOf,
  queuePaging,
  reason,
  requestStatus,
  search,
  Text,
  usdIn,
} from '../fields/fields.ts'
import { depositStages } from '../fields/states.ts'
import { writerErrors } from '../refusals/refusals.ts'
import {
  Deposit,
  LiveRate,
  OperatorDeposit,
  OperatorUnattributed,
  requestId,
  Unattributed,
  WalletInfo,
} from '../subjects/deposit.ts'

const ofRequest = z.object({ request_id: requestId })
const uriAmount = z.object({
  amount: described(
    cryptoIn.optional(),
    'Puts this amount into the URI, in whole coins.',
    '83.33333',
  ),
})

export const depositCalls = {
  getTrxWallet: {
    summary: 'Get your TRX deposit address',
    description: 'The address belongs to you alone and never changes.',
    query: uriAmount,
    answer: WalletInfo,
    errors: ['invalid_request', 'deposits_closed', 'address_pending'],
  },
  getUsdtWallet: {
    summary: 'Get your USDT deposit address',
    description: 'The same address as for TRX. Send USDT as a TRC-20 token on TRON only.',
    query: uriAmount,
    answer: WalletInfo,
    errors: ['invalid_request', 'deposits_closed', 'usdt_closed', 'address_pending'],
  },
  getLiveRate: {
    summary: 'Get the live TRX rate',
    description: 'Use it for display. A deposit request locks its own rate.',
    answer: LiveRate,
    errors: ['rate_unavailable', 'rate_held_back'],
  },
  getChain: {
    summary: 'Get network facts for wallet apps',
    description:
      'Returns the USDT token contract and the number of confirmations that a deposit needs.',
    answer: z.object({
      usdt_contract: str(
        'The address of the USDT token contract.',
        'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      ),
      confirmations: whole('Blocks needed before a deposit is credited.', 20),
      test_faucet: flag(
        'Whether a development faucet can pay deposits; false in production.',
        false,
      ),
    }),
    errors: [],
  },
  requestDeposit: {
    summary: 'Request a deposit',
    description:
      'Announces a payment and locks the rate for 15 minutes. Send the amounts you showed the ' +
      'member. If they differ from ours, the call returns `figures_differ`. A new request ' +
      'replaces an open one. Because TRX has a locked rate, it has a maximum: `maximum_deposit` ' +
      'of your TRX deposit address.',
    body: z.object({
      crypto_amount: described(
        cryptoIn,
        'The amount the member will send, in whole coins.',
        '83.33333',
      ),
      original_amount: described(
        usdIn,
        'The amount to credit to the wallet, in US dollars.',
        '25.00',
      ),
      fee_amount: described(
        usdIn,
        'The deposit fee, in US dollars: 2%, from $0.10 to $2.00.',
        '0.50',
      ),
      cryptocurrency,
    }),
    answer: Deposit,
    errors: [
      'invalid_request',
      'deposits_closed',
      'minimum_deposit',
      'maximum_trx_deposit',
      'figures_differ',
      'rate_unavailable',
      'rate_held_back',
      'usdt_closed',
      'address_pending',
      ...writerErrors,
    ],
  },
  verifyDeposit: {
    summary: 'Verify a deposit by its transaction',
    description:
      'Looks the transaction up and credits it, as the watcher does on its own within about a ' +
      'minute. Only needed when a member doesn’t want to wait. Repeating it is safe.',
    params: ofRequest,
    body: z.object({
      transaction_hash: described(
        filledLine(200),
        'The TRON transaction: 64 hexadecimal digits.',
        'c3a1f09e5b7d4826a1f09e5b7d4826c3a1f09e5b7d4826c3a1f09e5b7d4826aa',
      ),
    }),
    answer: z.object({
      success: z.literal(true).describe('Always true.'),
      message: str(
        'The result, as a sentence.',
        'Deposit verified: $25.00 has been added to your wallet.',
      ),
      text: Text.describe('`message` by its code.'),
      deposit: Deposit.describe('The request, now credited.'),
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
    summary: 'Accept a payment of another amount',
    description: 'Credits the received amount for a request in stage `mismatch`.',
    params: ofRequest,
    answer: Deposit,
    errors: [
      'not_found',
      'already_used',
      'wrong_state',
      'needs_review',
      'usdt_closed',
      ...writerErrors,
    ],
  },
  listUnattributed: {
    summary: 'List your unmatched transfers',
    description: 'Returns transfers to your address that matched no open request, newest first.',
    query: paging,
    answer: pageOf(Unattributed),
    errors: ['invalid_request'],
  },
  acceptUnattributed: {
    summary: 'Accept an unmatched transfer',
    description: 'Credits it now. Most are credited automatically after 24 hours.',
    params: paramsOf('transfer'),
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
    summary: 'List your deposit requests',
    description: 'Returns all requests, newest first.',
    query: paging,
    answer: pageOf(Deposit),
    errors: ['invalid_request'],
  },
  getDeposit: {
    summary: 'Get a deposit request',
    description: 'Returns one of your requests with its stage and confirmations.',
    params: ofRequest,
    answer: Deposit,
    errors: ['not_found'],
  },
  operatorListDeposits: {
    summary: 'List deposit requests',
    description: 'Returns the requests of all members, newest first.',
    query: csvPaging.extend({
      status: oneOf(
        [...requestStatus.options, ...depositStages],
        'Only this status or stage.',
      ).optional(),
      search,
    }),
    answer: pageOf(OperatorDeposit),
    errors: ['invalid_request'],
  },
  operatorListUnattributed: {
    summary: 'List unmatched transfers',
    description: 'Returns transfers to members’ addresses that matched no request.',
    query: queuePaging.extend({
      status: oneOf(['waiting', 'too_small'], 'Only this status.').optional(),
    }),
    answer: pageOf(OperatorUnattributed),
    errors: ['invalid_request'],
  },
  operatorAcceptUnattributed: {
    summary: 'Accept an unmatched transfer for a member',
    description: 'Credits the transfer to the member whose address received it.',
    params: paramsOf('transfer'),
    body: z.object({ reason }),
    answer: OperatorUnattributed,
    errors: [
      'invalid_request',
      'not_found',
      'already_used',
      'too_small',
      'usdt_closed',
      'coins_missing',
      'chain_unavailable',
      'claimed_by_another',
      ...writerErrors,
    ],
  },
} satisfies Record<string, CallContract>
