import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { depositFee } from '../../../src/domain/money/fee.ts'
import { formatDecimal, formatUsd, micros, rateE8 } from '../../../src/domain/money/money.ts'
import { coinsFor } from '../../../src/domain/money/rate.ts'
import {
  openMoneyWorld,
  requestDepositFor,
  verify,
  type MoneyMember,
  type MoneyWorld,
} from '../support/money-world.ts'

// A locked rate is the member’s choice: they pay if TRX has fallen, and don’t if it has risen. So
// one request locks only a limited amount, and nothing else gets a rate of the member’s choice.

const BEFORE = 25_000_000n
const FALLEN = 20_000_000n
let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld({ TRX_DEPOSIT_LIMIT_USD: '100' })
  await world.stopRates()
})
beforeEach(() => setRate(BEFORE))
afterAll(() => world.close())

/** Moves the price of TRX: new requests and blocks get this rate. */
async function setRate(rate: bigint): Promise<void> {
  const { db } = world.edge
  await sql`delete from rate_history`.execute(db)
  await sql`update live_rates set rate_e8 = ${rate}, as_of = now()`.execute(db)
  await measure(rate, sql`now() + interval '30 seconds'`)
}

/** Adds one rate to the history. */
async function measure(rate: bigint, at: ReturnType<typeof sql>): Promise<void> {
  await sql`insert into rate_history (minute, rate_e8, as_of, sources)
    select at, ${rate}, at, 'test' from (select ${at} as at) as measured`.execute(world.edge.db)
}

/** The figures that a client would send for an amount in cents. */
function figuresOf(cents: bigint, rate = BEFORE) {
  const amount = micros(cents * 10_000n)
  const fee = depositFee(amount)
  const coins = coinsFor('TRX', micros(amount + fee), rateE8(rate))
  return {
    original_amount: formatUsd(amount),
    fee_amount: formatUsd(fee),
    crypto_amount: formatDecimal(coins, 5),
  }
}

const HUNDRED = figuresOf(10_000n)

const stageOf = async (member: MoneyMember, id: string) =>
  (await member.get(`rewards/deposits/by-request/${id}/`)).body.stage

test('refuses to lock a rate for more than the limit, and names it', async () => {
  const member = await world.member('gambler')
  const most = await requestDepositFor(member, 'TRX', HUNDRED)
  expect([most.status, most.body.requested_amount]).toEqual([201, '100.00'])
  for (const cents of [10_001n, 100_000_000n]) {
    const { status, problem } = await requestDepositFor(member, 'TRX', figuresOf(cents))
    const said = 'The maximum in TRX is $100.00 per deposit. Use USDT, or make several deposits.'
    expect([status, problem.code, problem.detail]).toEqual([400, 'maximum_trx_deposit', said])
    expect(problem.text).toEqual({ code: 'trx_deposit_maximum', params: { amount: '100.00' } })
    expect(problem.errors).toEqual({ original_amount: [said] })
  }
  // The refused requests replaced nothing.
  expect(await stageOf(member, most.body.request_id)).toBe('awaiting_payment')
  const usdt = { original_amount: '1000000', fee_amount: '2', crypto_amount: '1000002' }
  expect((await requestDepositFor(member, 'USDT', usdt)).status).toBe(201)
})

test('shows the limit with the address', async () => {
  const member = await world.member('reader')
  const trx = await member.get('transactions/trx_wallet_info/')
  expect(trx.body.maximum_deposit).toBe('100.00')
  const usdt = await member.get('transactions/usdt_wallet_info/')
  expect(usdt.body.maximum_deposit).toBe(null)
})

test('credits a second payment at the rate of its block, not at the locked one', async () => {
  const member = await world.member('payingtwice')
  await requestDepositFor(member, 'TRX', HUNDRED)
  await setRate(FALLEN)
  await world.pay(member.address, 'TRX', HUNDRED.crypto_amount)
  await world.pay(member.address, 'TRX', HUNDRED.crypto_amount)
  await world.settle()
  expect(await member.balance()).toBe('100.00')
  const [second] = (await member.get('transactions/unattributed/')).body.results
  // 408 TRX at $0.20 are $81.60.
  expect(second).toMatchObject({ rate: '0.20', amount: '80.00', status: 'waiting' })
})

test('gives a payment that misses its request one rate, whenever it is accepted', async () => {
  const member = await world.member('waiter')
  const { body } = await requestDepositFor(member, 'TRX', HUNDRED)
  await setRate(FALLEN)
  // More than the tolerance of 0.5%, so nothing of it gets the locked rate.
  await world.pay(member.address, 'TRX', '420')
  await world.settle()
  await setRate(30_000_000n)
  const accepted = await member.post(`transactions/deposits/${body.request_id}/accept/`)
  expect([accepted.status, accepted.body.amount]).toEqual([200, '82.35'])
})

test('locks no rate of a replaced request, even for a payment verified by its hash', async () => {
  const member = await world.member('replacing')
  const first = await requestDepositFor(member, 'TRX', HUNDRED)
  await setRate(FALLEN)
  const txid = await world.pay(member.address, 'TRX', HUNDRED.crypto_amount)
  await world.mine(1)
  await requestDepositFor(member, 'TRX', figuresOf(10_000n, FALLEN))
  await world.mine(18)
  const { status, problem } = await verify(member, first.body.request_id, txid)
  expect([status, problem.code]).toEqual([409, 'too_late'])
  const [waiting] = (await member.get('transactions/unattributed/')).body.results
  expect(waiting).toMatchObject({ rate: '0.20', amount: '80.00' })
  expect(await member.balance()).toBe('0.00')
})

test('gives a payment of a replaced request the rate of its block, also after a rise', async () => {
  const member = await world.member('undecided')
  await requestDepositFor(member, 'TRX', HUNDRED)
  await world.pay(member.address, 'TRX', HUNDRED.crypto_amount)
  await world.mine(1)
  await setRate(30_000_000n)
  await requestDepositFor(member, 'TRX', figuresOf(10_000n, 30_000_000n))
  await world.settle()
  const [waiting] = (await member.get('transactions/unattributed/')).body.results
  expect(waiting).toMatchObject({ rate: '0.30', amount: '120.40', status: 'waiting' })
})

test('prices a payment at the first rate measured after its block', async () => {
  const { db } = world.edge
  const member = await world.member('faster')
  const { body } = await requestDepositFor(member, 'TRX', HUNDRED)
  await sql`delete from rate_history`.execute(db)
  // The database's clock is nine seconds ahead of the chain's.
  await measure(BEFORE, sql`clock_timestamp() + interval '9 seconds'`)
  // This member saw TRX fall to $0.23 before we did, and sends coins that were worth $100,000.
  const txid = await world.pay(member.address, 'TRX', '400000')
  await world.settle()
  const list = async () => (await member.get('transactions/unattributed/')).body.results
  expect(await list()).toEqual([])
  const early = await verify(member, body.request_id, txid)
  expect([early.status, early.problem.code]).toEqual([409, 'confirming'])
  await sql`update live_rates set as_of = now() - interval '301 seconds'`.execute(db)
  const without = await verify(member, body.request_id, txid)
  expect([without.status, without.problem.code]).toEqual([503, 'rate_unavailable'])
  await measure(23_000_000n, sql`clock_timestamp() + interval '10 seconds'`)
  // A later rate doesn't count.
  await measure(30_000_000n, sql`clock_timestamp() + interval '11 seconds'`)
  await world.watch()
  expect(await list()).toMatchObject([{ rate: '0.23', amount: '91998.00', status: 'waiting' }])
  const verified = await verify(member, body.request_id, txid)
  expect(verified.problem.code).toBe('amount_mismatch')
})
