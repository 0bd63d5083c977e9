import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { cryptocurrency, money, time } from '../fields/fields.ts'

// What operators see of the coins: on-chain balances, the ledger, and what we owe.

const CoinCustody = z.object({
  asset: cryptocurrency,
  /** What our addresses held at their last reconciliation; null before the first one. */
  on_chain: money.nullable(),
  in_ledger: money,
  unattributed: money,
  value_usd: money.nullable(),
})

const Difference = z.object({
  address: z.string(),
  trx: z.object({ on_chain: money, in_ledger: money }),
  usdt: z.object({ on_chain: money, in_ledger: money }),
  since: time,
})

const SourceState = z.object({
  name: z.string(),
  rate: money.nullable(),
  asked_at: time,
  trouble: z.string(),
})

const NodeState = z.object({
  host: z.string(),
  usable: z.boolean(),
  trouble: z.string().nullable(),
  solid_block: z.number().int(),
})

const Reconciliation = z.object({
  /** All deposit addresses, and how many the current pass has read. */
  addresses: z.number().int(),
  compared: z.number().int(),
  pass_started_at: time.nullable(),
  last_pass_finished_at: time.nullable(),
  differing: z.number().int(),
  /** Addresses waiting to be read again after a transfer; 10,000 means at least that many. */
  queued: z.number().int(),
  /** Addresses the nodes can't answer for; 10,000 means at least that many. */
  unanswered: z.number().int(),
})

export const CustodyReport = z
  .object({
    coins: z.array(CoinCustody),
    owed: money,
    value_usd: money.nullable(),
    solvent: z.boolean().nullable(),
    /** The oldest reading that `on_chain` includes. */
    checked_since: time.nullable(),
    pauses: z.array(z.object({ reason: z.string(), detail: z.string(), since: time })),
    troubles: z.array(z.object({ withdrawal: z.string(), detail: z.string(), since: time })),
    unexplained: z.array(
      z.object({ transaction_hash: z.string(), detail: z.string(), found_at: time }),
    ),
    differences: z.array(Difference),
    reconciliation: Reconciliation,
    float_limit_usd: money,
    usdt_payouts: z.boolean(),
    rate: z.object({ rate: money, as_of: time, sources: z.array(z.string()) }).nullable(),
    rate_sources: z.array(SourceState),
    nodes: z.array(NodeState),
  })
  .meta({ id: 'CustodyReport' })

export const custodyCalls = {
  getCustody: {
    answer: CustodyReport,
    errors: [],
  },
} satisfies Record<string, CallContract>
