import { z } from 'zod'
import { at, coinRate, coins, flag, listOf, str, usd, whole } from '../fields/described.ts'
import { cryptocurrency } from '../fields/fields.ts'

// Operators' view of the coins: on-chain balances, the ledger, and what we owe.

const CoinCustody = z.object({
  asset: cryptocurrency,
  on_chain: coins(
    'Our addresses’ balance at the last reading; null before the first one.',
    '120000.5',
  ).nullable(),
  in_ledger: coins('The balance according to the ledger.', '120000.5'),
  unattributed: coins('The part that belongs to unmatched transfers.', '40.5'),
  value_usd: usd('What the coins are worth now; null without a rate.', '36720.15').nullable(),
})

const bothBalances = z.object({
  on_chain: coins('On chain.', '83.3'),
  in_ledger: coins('By the ledger.', '80'),
})

const Difference = z.object({
  address: str('The address.', 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'),
  trx: bothBalances.describe('Its TRX.'),
  usdt: bothBalances.describe('Its USDT.'),
  since: at('When the difference was first seen.'),
})

const SourceState = z.object({
  name: str('The market.', 'kraken'),
  rate: coinRate('Its price of TRX; null if it gave none.').nullable(),
  asked_at: at('When we last queried it.'),
  trouble: str('What went wrong; empty if nothing did.', ''),
})

const NodeState = z.object({
  host: str('The node’s host.', 'api.trongrid.io'),
  usable: flag('Whether we use this node.'),
  trouble: str('What is wrong with it; null if nothing is.', '').nullable().meta({ example: null }),
  solid_block: whole('The newest final block it knows.', 68123456),
})

const Reconciliation = z.object({
  addresses: whole('All deposit addresses.', 1200),
  compared: whole('Addresses that the current pass has read.', 800),
  pass_started_at: at('When the current pass started; null before the first one.').nullable(),
  last_pass_finished_at: at('When the last pass finished; null before the first one.').nullable(),
  differing: whole('Addresses whose balance differs from the ledger.', 0),
  queued: whole('Addresses to read again after a transfer; 10,000 means at least that many.', 2),
  unanswered: whole('Addresses that the nodes can’t read; 10,000 means at least that many.', 0),
})

const since = at('Since when.')
const explained = str('What happened, in words.', 'Two nodes disagree about the last block.')

export const CustodyReport = z
  .object({
    coins: listOf(CoinCustody, 'The balances by coin.'),
    owed: usd('Our total debt to members.', '30000.00'),
    value_usd: usd(
      'The current value of all our coins; null without a rate.',
      '36720.15',
    ).nullable(),
    solvent: flag('Whether the coins cover our debts; null if unknown.').nullable(),
    checked_since: at(
      'The oldest reading that `on_chain` includes; null before the first.',
    ).nullable(),
    pauses: listOf(
      z.object({ reason: str('The kind of pause.', 'network'), detail: explained, since }),
      'Why payouts are paused; empty if they aren’t.',
      [],
    ),
    troubles: listOf(
      z.object({ withdrawal: str('The withdrawal’s id.', '4711'), detail: explained, since }),
      'Withdrawals that can’t be paid at the moment.',
      [],
    ),
    unexplained: listOf(
      z.object({
        transaction_hash: str('The transaction.', 'c3a1f09e5b7d4826'),
        detail: explained,
        found_at: at('When we found it.'),
      }),
      'Outgoing transactions of our wallets that we didn’t make.',
      [],
    ),
    differences: listOf(Difference, 'Addresses whose balance differs from the ledger.', []),
    reconciliation: Reconciliation.describe('The progress of reconciliation with the chain.'),
    float_limit_usd: usd('The maximum balance of the hot wallet.', '5000.00'),
    usdt_payouts: flag('Whether members can be paid in USDT.'),
    rate: z
      .object({
        rate: coinRate('The price of TRX.'),
        as_of: at('When it was last confirmed.'),
        sources: listOf(z.string(), 'The markets whose median it is.', ['kraken']),
      })
      .nullable()
      .describe('The live rate; null while there is none.'),
    rate_sources: listOf(SourceState, 'The markets we query.'),
    nodes: listOf(NodeState, 'The TRON nodes, as seen by the responding process.'),
  })
  .meta({
    id: 'CustodyReport',
    description: 'Our coins on chain and in the ledger, and our debts.',
  })
