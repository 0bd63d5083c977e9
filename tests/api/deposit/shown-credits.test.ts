import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { micros, parseUnits, parseUsd, units, type Coin } from '../../../src/domain/money/money.ts'
import { parseRate, valueOf } from '../../../src/domain/money/rate.ts'
import {
  openMoneyWorld,
  requestDepositFor,
  type MoneyMember,
  type MoneyWorld,
} from '../support/money-world.ts'

// A member can explain each credit by its own figures: what was received at the rate of the credit,
// less the fee and less than two cents of rounding.

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
  await world.stopRates()
})
afterAll(() => world.close())

/** Moves the price of TRX for new requests and later blocks. */
async function setRate(rate: bigint): Promise<void> {
  const { db } = world.edge
  await sql`delete from rate_history`.execute(db)
  await sql`update live_rates set rate_e8 = ${rate}, as_of = now()`.execute(db)
  await sql`insert into rate_history (minute, rate_e8, as_of, sources)
    select at, ${rate}, at, 'test' from (select now() + interval '30 seconds' as at) as m`.execute(
    db,
  )
}

const IN_TRX = { original_amount: '100', fee_amount: '2', crypto_amount: '408' }
const IN_USDT = { original_amount: '100', fee_amount: '2', crypto_amount: '102' }

const read = async (member: MoneyMember, id: string) =>
  (await member.get(`rewards/deposits/by-request/${id}/`)).body

/** What the figures don't explain, in micro-dollars. */
function restOf(shown: Awaited<ReturnType<typeof read>>): bigint {
  const received = units(parseUnits(shown.received_amount ?? '') ?? 0n)
  const rate = parseRate(shown.credited_rate ?? '')
  if (rate === null) throw new Error('there is no rate')
  const value = valueOf(shown.cryptocurrency, received, rate)
  const parts = [shown.amount, shown.fee_amount].map((usd) => parseUsd(usd) ?? micros(0n))
  return parts.reduce((left, part) => left - part, BigInt(value))
}

test.each<[string, Coin, { sent: string; rate?: bigint }, { amount: string; rate: string }]>([
  ['exactly', 'TRX', { sent: '408' }, { amount: '100.00', rate: '0.25' }],
  ['exactly, after a fall', 'TRX', { sent: '408', rate: 20n }, { amount: '100.00', rate: '0.25' }],
  ['a bit less', 'TRX', { sent: '406.123457' }, { amount: '99.53', rate: '0.25' }],
  ['a bit more', 'TRX', { sent: '410' }, { amount: '100.50', rate: '0.25' }],
  ['too much after a fall', 'TRX', { sent: '420', rate: 20n }, { amount: '82.35', rate: '0.20' }],
  ['too little', 'USDT', { sent: '25.755' }, { amount: '25.24', rate: '1.00' }],
])('explains a credit when the member pays %s in %s', async (_title, coin, payment, credit) => {
  await setRate(25_000_000n)
  const { sent, rate } = payment
  const member = await world.member(`payer${sent.replace('.', 'p')}r${rate ?? 25n}`)
  const figures = coin === 'TRX' ? IN_TRX : IN_USDT
  const { body: asked } = await requestDepositFor(member, coin, figures)
  expect([asked.received_amount, asked.credited_rate]).toEqual([null, null])
  if (rate !== undefined) await setRate(rate * 1_000_000n)
  await world.pay(member.address, coin, sent)
  await world.settle()
  const id = asked.request_id
  if ((await read(member, id)).stage === 'mismatch') {
    await member.post(`transactions/deposits/${id}/accept/`)
  }
  const shown = await read(member, id)
  expect([shown.stage, shown.amount]).toEqual(['credited', credit.amount])
  expect(parseUnits(shown.received_amount ?? '')).toBe(parseUnits(sent))
  expect(shown.credited_rate).toBe(credit.rate)
  expect(await member.balance()).toBe(shown.amount)
  const rest = restOf(shown)
  expect(rest).toBeGreaterThanOrEqual(0n)
  expect(rest).toBeLessThan(20_000n)
})
