import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyText } from '../../support/matching.ts'
import { PAR_RATE, rateE8 } from '../../../src/domain/money/money.ts'
import { BadConfig } from '../../../src/server/config/config.ts'
import { agree, type Quote } from '../../../src/server/rate/agree.ts'
import { querySources } from '../../../src/server/rate/query-sources.ts'
import { startRateFeed } from '../../../src/server/rate/feed.ts'
import { openJumpGuard } from '../../../src/server/rate/jump-guard.ts'
import { storeRate } from '../../../src/server/rate/store-rate.ts'
import { liveRate, rateAt } from '../../../src/server/rate/queries.ts'
import { isUsdtOpen, usdtValueRate, wasDollarAt } from '../../../src/server/rate/usdt-price.ts'
import { openEdge, type Edge } from '../support/edge.ts'

const NOW = 1_800_000_000_000
const quote = (source: string, rate: bigint, ageMs = 0): Quote => ({
  source,
  rateE8: rateE8(rate),
  asOfMs: NOW - ageMs,
})

describe('agreeing on one rate', () => {
  const cases: [string, Quote[], bigint | null][] = [
    ['the middle one of three', [quote('a', 100n), quote('b', 102n), quote('c', 101n)], 101n],
    ['half-way between two', [quote('a', 100n), quote('b', 102n)], 101n],
    ['one source is none', [quote('a', 100n)], null],
    ['a stale one does not count', [quote('a', 100n), quote('b', 100n, 120_001)], null],
    ['one from the future neither', [quote('a', 100n), quote('b', 100n, -120_001)], null],
    ['more than 3 % off is cut', [quote('a', 100n), quote('b', 100n), quote('c', 104n)], 100n],
    ['two that are 20 % apart agree on nothing', [quote('a', 100n), quote('b', 120n)], null],
    ['zero does not count', [quote('a', 100n), { ...quote('b', 0n), rateE8: rateE8(0n) }], null],
    ['nor does what is far out', [quote('a', 100n), quote('b', 60_000n)], null],
  ]
  test.each(cases)('%s', (_name, quotes, expected) => {
    // Hundredths of a cent at the scale of rates.
    const scaled = quotes.map((each) => ({ ...each, rateE8: rateE8(each.rateE8 * 100_000n) }))
    const agreed = agree(scaled, NOW)
    expect(agreed?.rateE8 ?? null).toBe(expected === null ? null : expected * 100_000n)
  })
})

test('holds back a jump of more than 10% until three polls agree', () => {
  const guard = openJumpGuard(rateE8(100n))
  expect(guard.accepts(rateE8(110n))).toBe(true)
  expect(guard.accepts(rateE8(122n))).toBe(false)
  expect(guard.accepts(rateE8(123n))).toBe(false)
  // A poll in between that agrees with the rate in force ends the jump.
  expect(guard.accepts(rateE8(110n))).toBe(true)
  for (const expected of [false, false, true]) {
    expect(guard.accepts(rateE8(122n))).toBe(expected)
  }
  expect(guard.accepts(rateE8(60n))).toBe(false)
  expect(guard.accepts(rateE8(90n))).toBe(false)
  expect(openJumpGuard(null).accepts(rateE8(500n))).toBe(true)
})

/** Each venue's answer, by the path of the request. */
const answers = new Map<string, { status: number; body: string }>()
let venues: Server
let origin: string
let edge: Edge
beforeAll(async () => {
  venues = createServer((request, response) => {
    const path = request.url ?? ''
    const [, found] = [...answers].find(([part]) => path.includes(part)) ?? []
    response.writeHead(found?.status ?? 404).end(found?.body ?? 'not here')
  })
  await new Promise<void>((resolve) => void venues.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(venues.address() as AddressInfo).port}`
  edge = await openEdge()
})
afterEach(async () => {
  answers.clear()
  await sql`truncate live_rates, rate_history, rate_sources, rate_holds, usdt_prices`.execute(
    edge.db,
  )
})
afterAll(async () => {
  venues.close()
  await edge.close()
})

const answer = (path: string, body: unknown, status = 200) =>
  answers.set(path, { status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const at = (name: string) => `${name}@${origin}`

/** Two venues that price USDT. */
function priceUsdt(price: string): void {
  answer('USDT-USD/spot', { data: { amount: price } })
  answer('usdtusd', { last: price, timestamp: String(Math.floor(Date.now() / 1000)) })
}

const kraken = (last: string) => ({ error: [], result: { TRXUSD: { c: [last, '1'], l: ['9'] } } })

describe('parsing each venue’s answer', () => {
  test.each([
    ['binance', 'ticker/price', { symbol: 'TRXUSDT', price: '0.27340000' }, 27_340_000n],
    ['kraken', 'pair=TRXUSD', kraken('0.273'), 27_300_000n],
    ['coinbase', 'spot', { data: { amount: '0.2735', currency: 'USD' } }, 27_350_000n],
    ['okx', 'instId', { code: '0', data: [{ last: '0.2731', ts: String(NOW) }] }, 27_310_000n],
    ['kucoin', 'level1', { code: '200000', data: { price: '0.2732', time: NOW } }, 27_320_000n],
    [
      'coingecko',
      'simple/price',
      '{"tron":{"usd":0.27341234567891,"last_updated_at":1800000000}}',
      27_341_234n,
    ],
  ])('%s', async (name, path, body, expected) => {
    answer(path, body)
    const [asked] = await querySources([at(name)], NOW, PAR_RATE)
    const expectedQuote = { source: name, rateE8: expected, asOfMs: NOW }
    expect(asked).toEqual({ source: name, quote: expectedQuote })
  })

  test.each([
    ['binance', 'ticker/price', { price: '0' }],
    ['binance', 'ticker/price', { price: '-1' }],
    ['binance', 'ticker/price', { price: 'NaN' }],
    ['binance', 'ticker/price', { price: '2.7e-1' }],
    ['binance', 'ticker/price', '<html>'],
    ['kraken', 'pair=TRXUSD', { error: ['EQuery:Unknown asset pair'], result: {} }],
    ['kucoin', 'level1', { code: '200000', data: null }],
    ['okx', 'instId', { code: '51001', data: [] }],
  ])('ignores %s without a price', async (name, path, body) => {
    answer(path, body)
    const [asked] = await querySources([at(name)], NOW, PAR_RATE)
    expect(asked).toEqual({ source: name, trouble: anyText })
  })

  test('ignores prices in USDT while USDT is far from a dollar', async () => {
    answer('pair=TRXUSD', kraken('0.27'))
    answer('ticker/price', { price: '0.27' })
    const asked = await querySources([at('kraken'), at('binance')], NOW, null)
    expect(asked).toMatchObject([
      { source: 'kraken', quote: { rateE8: 27_000_000n } },
      { source: 'binance', trouble: 'USDT is not near a dollar' },
    ])
  })
})

test('shows the agreed rate with its sources, or 503 without one', async () => {
  const before = await edge.call('GET', '/api/transactions/rates/live/')
  expect([before.status, before.problem.code]).toEqual([503, 'rate_unavailable'])
  priceUsdt('1')
  answer('ticker/price', { price: '0.27' })
  answer('TRX-USD/spot', { data: { amount: '0.272' } })
  edge.context.config.rateSources = [at('binance'), at('coinbase'), at('kucoin')]
  edge.context.config.usdtRateSources = [at('coinbase'), at('bitstamp'), at('kraken')]
  const feed = await startRateFeed(edge.context)
  await feed.stop()
  const live = await edge.call('GET', '/api/transactions/rates/live/')
  expect([live.status, live.body]).toEqual([
    200,
    {
      rate: 0.271,
      asset: 'TRX',
      currency: 'USD',
      as_of: anyText,
      sources: ['binance', 'coinbase'],
    },
  ])
  const { rows } = await sql`select name, trouble from rate_sources order by name`.execute(edge.db)
  expect(rows).toEqual([
    { name: 'binance', trouble: '' },
    { name: 'bitstamp (USDT)', trouble: '' },
    { name: 'coinbase', trouble: '' },
    { name: 'coinbase (USDT)', trouble: '' },
    { name: 'kraken (USDT)', trouble: 'HTTP 404' },
    { name: 'kucoin', trouble: 'HTTP 404' },
  ])
  await sql`update live_rates set as_of = as_of - interval '301 seconds'`.execute(edge.db)
  const stale = await edge.call('GET', '/api/transactions/rates/live/')
  expect([stale.status, stale.problem.code]).toEqual([503, 'rate_unavailable'])
})

test.each([
  [['tronscan', 'kraken'], 'RATE_SOURCES names an unknown source'],
  [['binance', 'binance@https://mirror.example'], 'RATE_SOURCES names binance twice'],
  [['kraken'], 'RATE_SOURCES needs at least two sources'],
])('refuses to start with %j', async (sources, text) => {
  edge.context.config.rateSources = sources
  const start = startRateFeed(edge.context)
  // The process prints such an error without a stack.
  await expect(start).rejects.toThrow(BadConfig)
  await expect(start).rejects.toThrow(text)
})

const minuteOf = (minute: number) => new Date(NOW + minute * 60_000)
const keep = (minute: number, rate: bigint) =>
  storeRate(edge.db, { rateE8: rateE8(rate), sources: ['test'] }, minuteOf(minute))
const read = async (minute: number) => (await rateAt(edge.db, minuteOf(minute)))?.rateE8 ?? null

test('uses the first rate at least ten seconds after a moment', async () => {
  for (const [minute, rate] of [
    [0, 10n],
    [0.6, 11n],
    [1.2, 12n],
    [20, 30n],
  ] as const) {
    await keep(minute, rate)
  }
  expect(await read(-3)).toBe(10n)
  expect(await read(-10 / 60)).toBe(10n)
  // The database's clock may be ahead, so this rate may be from before the block.
  expect(await read(-9 / 60)).toBe(11n)
  expect(await read(0)).toBe(11n)
  expect(await read(0.6 - 10 / 60)).toBe(11n)
  expect(await read(0.6)).toBe(12n)
  // While the sources fail, no earlier rate takes its place.
  expect(await read(1.3)).toBe(30n)
  expect(await read(20.1)).toBe(null)
})

test('never changes the rate of a block, even when a slow poll ends late', async () => {
  await keep(1, 11n)
  expect(await read(0)).toBe(11n)
  await sql`update live_rates set as_of = now()`.execute(edge.db)
  const slow = new Date(Date.now() - 60_000)
  await storeRate(edge.db, { rateE8: rateE8(9n), sources: ['test'] }, slow)
  expect((await rateAt(edge.db, slow))?.rateE8).toBe(11n)
})

test('marks a rate that came hours after the block as late', async () => {
  await keep(0, 10n)
  await keep(200, 30n)
  expect(await rateAt(edge.db, minuteOf(150))).toEqual({ rateE8: 30n, isLate: false })
  expect(await rateAt(edge.db, minuteOf(100))).toEqual({ rateE8: 30n, isLate: true })
})

/** Polls the configured venues once, like a freshly started feed. */
async function poll(): Promise<void> {
  edge.context.config.rateSources = [at('coinbase'), at('kraken')]
  edge.context.config.usdtRateSources = [at('coinbase'), at('bitstamp')]
  const feed = await startRateFeed(edge.context)
  await feed.stop()
}

function priceTrx(price: string): void {
  answer('TRX-USD/spot', { data: { amount: price } })
  answer('pair=TRXUSD', kraken(price))
}

test('has no rate while a jump awaits confirmation', async () => {
  priceUsdt('1')
  priceTrx('0.25')
  await poll()
  expect((await liveRate(edge.db))?.rateE8).toBe(25_000_000n)
  const between = new Date()
  priceTrx('0.2')
  await poll()
  expect(await liveRate(edge.db)).toBe(null)
  expect(await rateAt(edge.db, between)).toBe(null)
  const held = await edge.call('GET', '/api/transactions/rates/live/')
  expect([held.status, held.problem.code]).toEqual([503, 'rate_held_back'])
  // The old price is back. It applies again, and values everything in between.
  priceTrx('0.25')
  await poll()
  expect((await liveRate(edge.db))?.rateE8).toBe(25_000_000n)
})

test('values payments during a jump at the rate that confirmed it', async () => {
  await keep(0, 10n)
  await sql`insert into rate_holds (since, rate_e8, ended_at)
    values (${minuteOf(0)}, 20, ${minuteOf(2)})`.execute(edge.db)
  await keep(2, 20n)
  await keep(3, 21n)
  expect(await read(-0.5)).toBe(10n)
  expect(await read(1)).toBe(20n)
  expect(await read(2.5)).toBe(21n)
})

test('opens USDT only while two venues see it near a dollar', async () => {
  priceTrx('0.25')
  expect(await isUsdtOpen(edge.db)).toBe(false)
  priceUsdt('0.9801')
  await poll()
  expect(await isUsdtOpen(edge.db)).toBe(true)
  const open = new Date()
  for (const price of ['0.9799', '1.0201', '0.5']) {
    await sql`truncate usdt_prices`.execute(edge.db)
    priceUsdt(price)
    await poll()
    expect([price, await isUsdtOpen(edge.db)]).toEqual([price, false])
  }
  expect(await wasDollarAt(edge.db, open)).toBe(false)
  await sql`truncate usdt_prices`.execute(edge.db)
  priceUsdt('1')
  await poll()
  expect(await isUsdtOpen(edge.db)).toBe(true)
  await sql`update usdt_prices set as_of = as_of - interval '61 minutes'`.execute(edge.db)
  expect(await isUsdtOpen(edge.db)).toBe(false)
})

test('reads whether USDT is open in one statement', async () => {
  priceTrx('0.25')
  priceUsdt('0.99')
  await poll()
  let statements = 0
  const db = edge.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      statements += 1
      return Promise.resolve(result)
    },
  })
  expect([await isUsdtOpen(db), statements]).toEqual([true, 1])
  expect([await usdtValueRate(db), statements]).toEqual([99_000_000n, 2])
  // A price from the future isn't one yet.
  await sql`update usdt_prices set as_of = as_of + interval '1 hour'`.execute(edge.db)
  expect([await isUsdtOpen(db), await usdtValueRate(db)]).toEqual([false, null])
})

test('doesn’t price USDT from a single venue, and confirms jumps', async () => {
  priceTrx('0.25')
  answer('USDT-USD/spot', { data: { amount: '1' } })
  await poll()
  expect(await isUsdtOpen(edge.db)).toBe(false)
  priceUsdt('0.88')
  await poll()
  await sql`update usdt_prices set as_of = as_of - interval '1 minute',
    minute = minute - interval '1 minute'`.execute(edge.db)
  priceUsdt('1')
  await poll()
  expect(await isUsdtOpen(edge.db)).toBe(false)
})

test.each([-1, 1])('keeps up to date although a feed’s clock was %d h off', async (hours) => {
  priceUsdt('1')
  priceTrx('0.25')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  await poll().finally(() => vi.useRealTimers())
  expect((await liveRate(edge.db))?.rateE8).toBe(25_000_000n)
  priceTrx('0.26')
  await poll()
  expect((await liveRate(edge.db))?.rateE8).toBe(26_000_000n)
})

test('replaces rates from the future, which don’t count', async () => {
  priceUsdt('1')
  priceTrx('0.25')
  await poll()
  const shift = sql`interval '2 hours'`
  await sql`update live_rates set as_of = as_of + ${shift}`.execute(edge.db)
  await sql`update rate_history set as_of = as_of + ${shift}, minute = minute + ${shift}`.execute(
    edge.db,
  )
  await sql`update usdt_prices set as_of = as_of + ${shift}, minute = minute + ${shift}`.execute(
    edge.db,
  )
  expect(await liveRate(edge.db)).toBe(null)
  priceTrx('0.26')
  await poll()
  expect((await liveRate(edge.db))?.rateE8).toBe(26_000_000n)
  const inTwoHours = new Date(Date.now() + 2 * 3_600_000 + 60_000)
  expect(await rateAt(edge.db, inTwoHours)).toBe(null)
  const { rows } = await sql`select from usdt_prices where as_of > now()`.execute(edge.db)
  expect(rows).toEqual([])
})
