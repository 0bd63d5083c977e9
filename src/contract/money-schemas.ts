import { z } from 'zod'
import {
  cryptocurrency,
  cryptoIn,
  filledLine,
  id,
  line,
  money,
  paging,
  pageOf,
  profileRef,
  usdIn,
} from './fields.ts'
import * as limits from './limits.ts'
import { Tree, TreeChildren } from './member.ts'
import { Deposit, LiveRate, Unattributed, WalletInfo, Withdrawal } from './money.ts'

// What goes into and comes out of the calls on the network and on money.

const requestId = filledLine(40)

export const treeSchemas = {
  getTree: { query: z.object({ profile_id: profileRef.optional() }), answer: Tree },
  getTreeChildren: { query: z.object({ profile_id: profileRef }), answer: TreeChildren },
  getTreeUser: {
    params: z.object({ id: filledLine(20) }),
    answer: z.object({ id: z.string(), username: z.string() }),
  },
}

export const transactionSchemas = {
  trxWalletInfo: { query: z.object({ amount: cryptoIn.optional() }), answer: WalletInfo },
  usdtWalletInfo: { query: z.object({ amount: cryptoIn.optional() }), answer: WalletInfo },
  /** What a wallet app must know to pay: the token that counts as USDT. */
  getChain: { answer: z.object({ usdt_contract: z.string(), confirmations: z.number().int() }) },
  liveRate: { answer: LiveRate },
  requestDeposit: {
    body: z.object({
      crypto_amount: cryptoIn,
      original_amount: usdIn,
      fee_amount: usdIn,
      cryptocurrency,
    }),
    answer: Deposit,
  },
  verifyDeposit: {
    params: z.object({ request_id: requestId }),
    body: z.object({ transaction_hash: filledLine(200) }),
    answer: z.object({ success: z.literal(true), message: z.string(), deposit: Deposit }),
  },
  acceptDeposit: { params: z.object({ request_id: requestId }), answer: Deposit },
  listUnattributed: { query: paging, answer: pageOf(Unattributed) },
  acceptUnattributed: { params: z.object({ id }), answer: Unattributed },
}

export const rewardSchemas = {
  listDeposits: { query: paging, answer: pageOf(Deposit) },
  getDeposit: { params: z.object({ request_id: requestId }), answer: Deposit },
  listWithdrawals: { query: paging, answer: pageOf(Withdrawal) },
  getWithdrawalTerms: {
    query: z.object({ amount: usdIn.optional() }),
    answer: z.object({
      methods: z.array(z.enum(['trx', 'usdt'])),
      /** What the network takes for a payout in USDT; null while it cannot be told. */
      usdt_network_fee: money.nullable(),
    }),
  },
  requestWithdrawal: {
    body: z.object({
      amount: usdIn,
      payment_method: z
        .string({ error: 'Choose trx or usdt.' })
        .toLowerCase()
        .pipe(z.enum(['trx', 'usdt'], { error: 'Choose trx or usdt.' })),
      /** A note of what the member saw; the stored address and the server's figures count. */
      payment_details: line(limits.paymentDetailsLength.max).nullish(),
    }),
    answer: Withdrawal,
  },
  cancelWithdrawal: { params: z.object({ id }), answer: Withdrawal },
}

const check = z.enum(['ok', 'degraded', 'down'])

/** The stream's events name what changed; their data is `{"topic": …}`. */
export const eventSchemas = { events: { answer: z.string() } }

export const healthSchemas = {
  live: { answer: z.object({ status: z.literal('ok') }) },
  ready: {
    answer: z.object({
      status: check,
      checks: z.object({ database: check, chain: check, mail: check, rate: check }),
    }),
  },
}
