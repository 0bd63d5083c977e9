import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { containing, matching } from '../support/matching.ts'
import { itemAt } from '../support/answer.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import type { Context } from '../../src/server/context.ts'
import { openWatcher } from '../../src/server/deposit/chain-watcher.ts'
import { checkAddresses } from '../../src/server/custody/reconciliation/check-addresses.ts'
import { readDifferences, reviewLack } from '../../src/server/custody/queries.ts'
import { requeueWithdrawal } from '../../src/server/payout/quarantine.ts'
import { exportPayouts } from '../../src/server/payout/offline/offline-payouts.ts'
import { openPayouts } from '../../src/server/payout/payout-worker.ts'
import { payWithdrawals } from '../../src/server/payout/pay-withdrawals.ts'
import type { PayoutWallet } from '../../src/server/payout/payout-wallet.ts'
import type { Address } from '../../src/tron/encoding/address.ts'
import { newHouseKey } from '../../src/tron/keys/house-key.ts'
import type { Trouble } from '../../src/tron/node/trouble.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import type { Reading } from '../../src/tron/transaction/transfers.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import {
  openMoneyWorld,
  SOLID_AFTER,
  type MoneyMember,
  type MoneyWorld,
} from '../api/support/money-world.ts'
import { askFor, openPayee, startOver, type Payout } from '../api/support/payouts.ts'
import { approveWithdrawal } from '../support/book-acts.ts'
import { until } from '../support/poll.ts'
import { isLong, sample } from '../support/scale.ts'

let world: MoneyWorld
let wallet: PayoutWallet
let member: MoneyMember
beforeAll(async () => {
  world = await openMoneyWorld({ USDT_PAYOUTS: 'on' })
  ;({ wallet, member } = await openPayee(world))
})
beforeEach(() => startOver(world, member))
afterAll(() => world.close())

/** A freshly started worker, and one round of it. */
async function round(context: Context = world.edge.context) {
  const worker = await openPayouts(context)
  await worker.round()
}

const ask = (amount: number, to: Address = addressOfKey(newPrivateKey())) =>
  askFor(world, member, { amount, method: 'usdt', to })

/** An approved withdrawal of twenty dollars to a wallet that never held USDT. */
async function approved(to: Address = addressOfKey(newPrivateKey())): Promise<Payout> {
  const { status, body } = await ask(20, to)
  expect(status).toBe(201)
  await approve(Number(body.id))
  return { no: Number(body.id), to }
}

const approve = (withdrawal: number) => approveWithdrawal(world.edge.book, withdrawal)

async function stageOf(no: number) {
  const { body } = await member.get('rewards/withdrawals/?page_size=100')
  return itemAt(
    body.results.filter(({ id }) => id === String(no)),
    0,
  )
}

const balanceOf = async (account: bigint): Promise<bigint> => {
  const query = world.edge.db.selectFrom('accounts').select('balance').where('no', '=', account)
  return (await query.executeTakeFirst())?.balance ?? 0n
}

/** Lets everything recover, and returns the payout's state on chain and in its row. */
async function outcome({ no, to }: Payout) {
  await world.switch('clear-faults', {})
  world.edge.context.tron = world.nodes()
  await until('the payout to be settled', async () => {
    await world.edge.db
      .updateTable('payouts')
      .set({ broadcast_at: new Date(0) })
      .where('state', '=', 'stored')
      .where('broadcast_at', 'is not', null)
      .execute()
    await round()
    await world.settle()
    await round()
    return (await stageOf(no)).stage === 'confirmed'
  })
  const sent = await world.edge.context.tron.outgoing(wallet.address, 0)
  const balances = await world.edge.context.tron.balances(to)
  if (!sent.ok || !balances.ok) throw new Error('the chain cannot be read')
  const times = sent.value.filter(
    ({ succeeded, transfer }) => succeeded && transfer?.asset === 'USDT' && transfer.to === to,
  ).length
  return { times, usdt: balances.value.usdt }
}

// 130,285 energy and 345 bytes cost 13.3735 TRX, which at $0.25 is $3.35, rounded up to the cent.
const ONCE = { times: 1, usdt: 16_150_000n }

test('charges and shows the network’s cost at the time of the request', async () => {
  const before = await member.balance()
  const { status, body } = await ask(20)
  expect([status, body.fee_amount, body.net_amount, body.payment_method]).toEqual([
    201,
    '3.85',
    '16.15',
    'usdt',
  ])
  const cancelled = await member.post(`rewards/withdrawals/${body.id}/cancel/`)
  expect(cancelled.status).toBe(200)
  expect(await member.balance()).toBe(before)
})

test('refuses an amount that the network fee would use up', async () => {
  const { status, problem } = await ask(3)
  const text =
    'The USDT network fee is $3.35, which leaves nothing to pay out. Try a larger amount.'
  expect([status, problem.code, problem.errors]).toEqual([
    400,
    'below_network_fee',
    { amount: [text] },
  ])
})

test('settles by a final receipt with its log, in agreement with the chain', async () => {
  const before = await Promise.all([balanceOf(9n), balanceOf(3n), balanceOf(5n)])
  const payout = await approved()
  expect(await outcome(payout)).toEqual(ONCE)
  const after = await Promise.all([balanceOf(9n), balanceOf(3n), balanceOf(5n)])
  const gained = after.map((balance, at) => balance - (before[at] ?? 0n))
  expect(gained.slice(0, 2)).toEqual([3_350_000n, 500_000n])
  // The charge covers the burn: 600 bytes a day are free.
  expect(gained[2]).toBeGreaterThan(13_000_000n)
  expect((gained[2] ?? 0n) / 4n).toBeLessThanOrEqual(3_350_000n)
  const { context, db } = world.edge
  await checkAddresses(context)
  await checkAddresses(context)
  expect(await readDifferences(db)).toEqual([])
})

describe('pays once, whatever a node answers to the broadcast', () => {
  // Sending has the same faults as for TRX. The long run plays them all in both coins.
  const others = ['duplicate', 'reset', 'html', 'unavailable']
  test.each(isLong ? ['lost_answer', ...others] : ['lost_answer'])('%s', async (kind) => {
    const payout = await approved()
    await world.switch('fault', { kind, count: 1, path: 'broadcasthex' })
    await round()
    expect(await stageOf(payout.no)).toMatchObject({ stage: 'sent' })
    expect(await outcome(payout)).toEqual(ONCE)
  })
})

test.each(sample(['OUT_OF_ENERGY', 'REVERT'], 2))(
  '%s: fails, books its fee, and pays a new attempt',
  async (ret) => {
    const burnedBefore = await balanceOf(5n)
    const payout = await approved()
    await world.switch('fail-next', { contractRet: ret, count: 1 })
    await round()
    await world.settle()
    await round()
    expect(await stageOf(payout.no)).toMatchObject({
      stage: 'failed',
      reason: `It failed on the network: ${ret}.`,
    })
    expect(await balanceOf(5n)).toBeGreaterThan(burnedBefore)
    await round()
    expect(await stageOf(payout.no)).toMatchObject({ stage: 'failed' })
    await approve(payout.no)
    expect(await outcome(payout)).toEqual(ONCE)
    const rows = await world.edge.db
      .selectFrom('payouts')
      .select(['attempt', 'state'])
      .where('withdrawal_no', '=', payout.no)
      .orderBy('attempt')
      .execute()
    expect(rows).toEqual([
      { attempt: 1, state: 'failed' },
      { attempt: 2, state: 'confirmed' },
    ])
  },
)

test('holds payouts and raises an alert while short of USDT or TRX for fees', async () => {
  const { context, db } = world.edge
  const payout = await approved()
  for (const [trx, usdt, coin] of [
    [10n ** 12n, 16_149_999n, 'USDT'],
    [15_000_000n, 10n ** 12n, 'TRX'],
  ] as const) {
    const balances: Context['tron']['balances'] = () =>
      Promise.resolve({ ok: true, value: { trx, usdt } })
    const poor = { ...context, tron: { ...context.tron, balances } }
    expect(await payWithdrawals(poor, wallet)).toBe(0)
    const [pause] = await db.selectFrom('payout_pauses').selectAll().execute()
    expect([pause?.reason, pause?.detail]).toEqual([
      'low_balance',
      `The wallet ${wallet.address} is short of ${coin} for what is approved.`,
    ])
    await db.deleteFrom('payout_pauses').execute()
  }
  expect(await outcome(payout)).toEqual(ONCE)
})

/** A round in which the nodes can't estimate one payout's fee. */
async function roundFailingFor({ to }: Payout, trouble: Trouble): Promise<void> {
  const { context } = world.edge
  const estimateFee: Context['tron']['estimateFee'] = async (question) =>
    question.to === to ? { ok: false, trouble } : await context.tron.estimateFee(question)
  await round({ ...context, tron: { ...context.tron, estimateFee } })
}

test('quarantines a call that would fail before it burns anything', async () => {
  const { db } = world.edge
  const [odd, good] = [await approved(), await approved()]
  const trouble = { kind: 'reverted', detail: 'REVERT opcode executed' } as const
  await roundFailingFor(odd, trouble)
  expect(await stageOf(odd.no)).toMatchObject({ stage: 'approved' })
  const [aside] = await db.selectFrom('blocked_payouts').selectAll().execute()
  expect(aside).toMatchObject({
    withdrawal_no: odd.no,
    detail: 'The transfer of USDT would fail: REVERT opcode executed',
  })
  expect(await outcome(good)).toEqual(ONCE)
  expect(await requeueWithdrawal(db, odd.no)).toBe(true)
  expect(await requeueWithdrawal(db, odd.no)).toBe(false)
  expect(await outcome(odd)).toEqual(ONCE)
})

test.runIf(isLong)('tries a payout again that only a node’s error stops', async () => {
  const { db } = world.edge
  const [odd, good] = [await approved(), await approved()]
  const trouble = { kind: 'refused', detail: 'class java.lang.NullPointerException' } as const
  await roundFailingFor(odd, trouble)
  expect(await stageOf(odd.no)).toMatchObject({ stage: 'approved' })
  expect(await db.selectFrom('blocked_payouts').selectAll().execute()).toEqual([])
  expect(await outcome(good)).toEqual(ONCE)
  expect(await outcome(odd)).toEqual(ONCE)
})

type Fee = Awaited<ReturnType<Context['tron']['estimateFee']>>
const pausesOf = () => world.edge.db.selectFrom('payout_pauses').select('reason').execute()

test.each([
  ['the contract is paused', { kind: 'reverted', detail: 'REVERT opcode executed' }, 'own wallet'],
  [
    'energy costs more than is allowed',
    { kind: 'fee_ceiling', detail: 'It takes 31' },
    'the limit',
  ],
] as const)('pauses USDT without quarantine when %s', async (_name, trouble, cause) => {
  const { context, db } = world.edge
  const payouts = [await approved(), await approved()]
  let asked = 0
  const estimateFee = (): Promise<Fee> => {
    asked += 1
    return Promise.resolve({ ok: false, trouble })
  }
  const refusing = { ...context, tron: { ...context.tron, estimateFee } }
  await round(refusing)
  expect(asked).toBeLessThanOrEqual(2)
  const exporting = { ...refusing, exportKey: newHouseKey(), operator: 'ann' }
  const exported = exportPayouts(exporting, wallet.address)
  await expect(exported).rejects.toThrow(cause)
  expect(await db.selectFrom('blocked_payouts').selectAll().execute()).toEqual([])
  const pauses = await db.selectFrom('payout_pauses').select(['reason', 'detail']).execute()
  expect(pauses).toEqual([{ reason: 'usdt', detail: containing(cause) }])
  for (const payout of payouts) expect(await outcome(payout)).toEqual(ONCE)
  expect(await pausesOf()).toEqual([])
})

test('quarantines an address that the issuer has frozen', async () => {
  const { context, db } = world.edge
  const [frozen, good] = [await approved(), await approved()]
  const isBlackListed: Context['tron']['isBlackListed'] = (address) =>
    Promise.resolve({ ok: true, value: address === frozen.to })
  await round({ ...context, tron: { ...context.tron, isBlackListed } })
  const [aside] = await db.selectFrom('blocked_payouts').selectAll().execute()
  expect(aside).toMatchObject({ withdrawal_no: frozen.no, detail: matching(/frozen/) })
  expect(await outcome(good)).toEqual(ONCE)
  expect(await requeueWithdrawal(db, frozen.no)).toBe(true)
  expect(await outcome(frozen)).toEqual(ONCE)
})

test('pauses USDT payouts while USDT isn’t worth a dollar', async () => {
  const { db } = world.edge
  const payout = await approved()
  await db.updateTable('usdt_prices').set({ price_e8: 103_000_000n }).execute()
  await round()
  expect(await stageOf(payout.no)).toMatchObject({ stage: 'approved' })
  expect(await pausesOf()).toEqual([{ reason: 'usdt' }])
  await db.updateTable('usdt_prices').set({ price_e8: 100_000_000n }).execute()
  expect(await outcome(payout)).toEqual(ONCE)
  expect(await pausesOf()).toEqual([])
})

test('pays nothing from a wallet that lacks coins until a review', async () => {
  const { db } = world.edge
  const payout = await approved()
  const lacking = {
    state: 'differs' as const,
    differs_since: sql<Date>`now()`,
    ledger_trx: sql<bigint>`chain_trx + 1`,
  }
  await db
    .updateTable('address_checks')
    .set(lacking)
    .where('address', '=', wallet.address)
    .execute()
  await round()
  expect(await stageOf(payout.no)).toMatchObject({ stage: 'approved' })
  expect(await pausesOf()).toEqual([{ reason: 'custody' }])
  await reviewLack(db, wallet.address, 'The stake of a test')
  await round()
  expect(await pausesOf()).toEqual([])
  const well = { state: 'agrees', ledger_trx: sql<bigint>`chain_trx` } as const
  await db.updateTable('address_checks').set(well).where('address', '=', wallet.address).execute()
  expect(await outcome(payout)).toEqual(ONCE)
})

test('pauses TRX payouts without a rate, and pays USDT', async () => {
  const { db } = world.edge
  const payout = await approved()
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  await approve(Number(asked.body.id))
  await world.stopRates()
  const old = new Date(Date.now() - 600_000)
  await db.updateTable('live_rates').set({ as_of: old }).execute()
  await round()
  expect(await stageOf(payout.no)).toMatchObject({ stage: 'sent' })
  expect(await stageOf(Number(asked.body.id))).toMatchObject({ stage: 'approved' })
  expect(await db.selectFrom('payout_pauses').select('reason').execute()).toEqual([
    { reason: 'rate' },
  ])
  await db.updateTable('live_rates').set({ as_of: new Date() }).execute()
  expect(await outcome(payout)).toEqual(ONCE)
})

test('fails a call without a log, and pauses payouts for the shortfall', async () => {
  const { context } = world.edge
  const payout = await approved()
  await round()
  await world.mine(SOLID_AFTER)
  const real = context.tron
  const mute: Context['tron'] = {
    ...real,
    async finalBlocks(from, to, concern) {
      const blocks = await real.finalBlocks(from, to, concern)
      if (blocks.ok) for (const { readings } of blocks.value) readings.forEach(silence)
      return blocks
    },
  }
  await openWatcher({ ...context, tron: mute }).round()
  await round()
  expect(await stageOf(payout.no)).toMatchObject({
    stage: 'failed',
    reason: 'The network logged no transfer of USDT.',
  })
  // The chain says otherwise, and the wallet lacks the unbooked amount, so nothing more is paid.
  await approve(payout.no)
  await round()
  expect(await stageOf(payout.no)).toMatchObject({ stage: 'approved' })
  const pauses = await context.db.selectFrom('payout_pauses').select('reason').execute()
  expect(pauses).toEqual([{ reason: 'missing_coins' }])
})

function silence(reading: Reading): void {
  reading.credits = []
}

test('leaves rows, rules, and log in agreement', async () => {
  const { db, pool } = world.edge.context
  const { differences, journals } = await checkBook(db, pool)
  expect(differences.described).toEqual([])
  expect(journals).toBeGreaterThan(1)
})
