import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBook } from '../../src/server/book/check/check.ts'
import { openPayoutWallet, type PayoutWallet } from '../../src/server/payout/payout-wallet.ts'
import type { Address } from '../../src/tron/encoding/address.ts'
import { openTronNodes, type TronNodes } from '../../src/tron/quorum/nodes.ts'
import { fundMember } from '../api/support/members.ts'
import {
  requestDepositFor,
  openMoneyWorld,
  SOLID_AFTER,
  verify,
  type MoneyMember,
  type MoneyWorld,
} from '../api/support/money-world.ts'
import { approvedPayout, withdrawalState, type Payout } from '../api/support/payouts.ts'
import { until } from '../support/poll.ts'
import { sample } from '../support/scale.ts'

// Deposits and payouts from end to end with realistic nodes: a gateway that suspends clients,
// forgets, lags and loses rows, and a bare node without lists.

let world: MoneyWorld
let wallet: PayoutWallet
beforeAll(async () => {
  world = await openMoneyWorld()
  const { context } = world.edge
  wallet = await openPayoutWallet(context.db, context.config.payoutKey ?? '')
  await world.switch('faucet', { address: wallet.address, asset: 'TRX', amount: '1000' })
  await world.switch('faucet', { address: wallet.address, asset: 'USDT', amount: '1000' })
  await world.settle()
  // Books the wallet's opening balance while every node works.
  await (await world.openPayouts()).round()
})
afterAll(() => world.close())

// The gateway's preset with times and odds scaled down for a test, so that daily faults occur
// often.
const gateway = {
  preset: 'gateway',
  requests_per_second: 20,
  suspend_ms: 400,
  empty_one_in: 5,
  index_delay_ms: 500,
  lose_row_one_in: 2,
}

async function nodesBehind(profile: object): Promise<TronNodes> {
  await world.switch('profile', { node: 'outside', ...profile })
  const { url, info } = world.devnet
  const nodes = [{ url: `${url}/at/outside`, ratePerSecond: 20, pauseMs: 500 }]
  const tron = openTronNodes({ nodes, usdtContract: info.usdtContract })
  world.edge.context.tron = tron
  world.restartWatcher()
  return tron
}

const COINS = {
  TRX: {
    figures: { original_amount: '10', fee_amount: '0.2', crypto_amount: '40.8' },
    paid: '40.8',
  },
  USDT: {
    figures: { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' },
    paid: '10.2',
  },
} as const

async function depositIn(coin: keyof typeof COINS, name: string) {
  const member = await world.member(name)
  const { body } = await requestDepositFor(member, coin, COINS[coin].figures)
  const txid = await world.pay(member.address, coin, COINS[coin].paid)
  return { member, id: body.request_id, txid }
}

async function payoutOf(name: string): Promise<Payout> {
  const member = await world.member(name)
  await fundMember(world.edge, member.no, 20)
  return approvedPayout(world, member)
}

const stateOf = (no: number) => withdrawalState(world, no)

/** Repeats a round that a node's fault ended, as the workers do. */
const tryRound = (round: () => Promise<unknown>): Promise<unknown> =>
  round().catch((error: unknown) => error)

async function credited(members: MoneyMember[]): Promise<void> {
  await until('the deposits to be credited', async () => {
    // The chain moves on, so that a lagging machine has the data by then.
    await world.mine(1)
    await tryRound(world.watch)
    const balances = await Promise.all(members.map((member) => member.balance()))
    return balances.every((balance) => balance === '10.00')
  })
}

async function settled(payouts: { no: number }[]): Promise<void> {
  const worker = await world.openPayouts()
  await until(
    'the payouts to be confirmed',
    async () => {
      await sql`update payouts set broadcast_at = broadcast_at - interval '1 minute'
      where state = 'stored'`.execute(world.edge.db)
      await tryRound(() => worker.round())
      await world.mine(SOLID_AFTER)
      // Payouts settle by the final blocks that the watcher has recorded.
      await tryRound(world.watch)
      const states = await Promise.all(payouts.map(({ no }) => stateOf(no)))
      return states.every((state) => state === 'confirmed')
    },
    { deadlineMs: 60_000 },
  )
}

/** The chain's own state, from a node without faults. */
async function paidOnce(payouts: { to: Address }[]): Promise<void> {
  const truth = world.nodes()
  for (const { to } of payouts) {
    const balances = await truth.balances(to)
    expect(balances).toMatchObject({ ok: true, value: { trx: 38_000_000n } })
  }
}

const places: [string, Parameters<typeof nodesBehind>[0]][] = [
  ['a gateway', gateway],
  ['a bare node', { preset: 'bare' }],
]

describe.each(sample(places, 2))('behind %s', (where, profile) => {
  const prefix = where.replaceAll(/\W/g, '')

  test('credits each deposit once, and never gives a wrong answer to a look-up', async () => {
    await nodesBehind(profile)
    const deposits = [
      await depositIn('TRX', `${prefix}trx`),
      await depositIn('USDT', `${prefix}usdt`),
    ]
    await world.mine(SOLID_AFTER)
    for (const { member, id, txid } of deposits) {
      const { status, code } = await verify(member, id, txid)
      // It is unknown to a machine that forgot it, not final yet, unavailable, or credited, but
      // never refused.
      expect([
        '200 undefined',
        '404 not_found',
        '409 confirming',
        '503 chain_unavailable',
      ]).toContain(`${status} ${code}`)
    }
    await credited(deposits.map(({ member }) => member))
    for (const { txid } of deposits) {
      const rows = await world.edge.db
        .selectFrom('transfers')
        .select('state')
        .where('txid', '=', txid)
        .execute()
      expect(rows).toEqual([{ state: 'credited' }])
    }
  })

  test('sends each payout once', async () => {
    await nodesBehind(profile)
    const payouts = [await payoutOf(`${prefix}one`), await payoutOf(`${prefix}two`)]
    await settled(payouts)
    await paidOnce(payouts)
    const attempts = await world.edge.db
      .selectFrom('payouts')
      .select(['attempt', 'state'])
      .where(
        'withdrawal_no',
        'in',
        payouts.map(({ no }) => no),
      )
      .execute()
    expect(attempts).toEqual([
      { attempt: 1, state: 'confirmed' },
      { attempt: 1, state: 'confirmed' },
    ])
  })
})

test('leaves the ledger consistent', async () => {
  const { db, context } = world.edge
  expect((await checkBook(db, context.pool)).differences.count).toBe(0)
})
