import { databaseTime } from '../clock/database-time.ts'
import type { Db } from '../../db/types.ts'
import { parseRate } from '../../domain/money/rate.ts'
import type { RateE8 } from '../../domain/money/money.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { agree, type Agreed } from './agree.ts'
import {
  querySources,
  queryUsdtSources,
  requireVenues,
  usdtVenues,
  type SourceAnswer,
} from './query-sources.ts'
import { openJumpGuard } from './jump-guard.ts'
import { dropFutureRates, holdRate, storeRate, storeSourceStates } from './store-rate.ts'
import { latestRate } from './queries.ts'
import { isDollar, storeUsdtPrice, lastUsdtPrice, usdtPriceAt } from './usdt-price.ts'

const POLL_MS = 30_000

type Feed = Pick<Context, 'config' | 'db' | 'log' | 'stopping'>
type Poll = () => Promise<void>

/**
 * Keeps the TRX and USDT prices up to date, from the configured sources or fixed in development. It
 * finishes the first poll before returning, so a fresh start has a rate when it opens. Throws if a
 * source is unknown or there are fewer than two venues.
 */
export async function startRateFeed(context: Feed): Promise<Worker> {
  const { config, log, stopping } = context
  const venues = readVenues(config)
  const poll = venues ? await openPoll(context, venues) : openFixed(context)
  await poll().catch((error: unknown) => log.warn({ err: error }, 'no rate at the start'))
  return repeat({ name: 'rate feed', everyMs: POLL_MS, log, stopping }, poll)
}

/**
 * The configured sources; null in development without any. Throws BadConfig if one is unknown, or
 * if there are fewer than two venues. A standby calls this at its start, not when it takes over.
 */
export function readVenues(config: Pick<Config, 'rateSources' | 'usdtRateSources'>): Venues | null {
  const { rateSources, usdtRateSources } = config
  if (!rateSources) return null
  const venues = { trx: rateSources, usdt: usdtRateSources ?? usdtVenues(rateSources) }
  requireVenues(venues.trx)
  requireVenues(venues.usdt, 'USDT')
  return venues
}

function openFixed({ config, db }: Feed): Poll {
  const trx = fixed('DEV_TRX_RATE', config.devTrxRate)
  const usdt = fixed('DEV_USDT_RATE', config.devUsdtRate)
  return async () => {
    const at = await startPoll(db)
    // It's known in advance, so nobody has to wait for the poll after their payment.
    await storeRate(db, trx, at, 2 * POLL_MS)
    await storeUsdtPrice(db, usdt, at, true)
  }
}

/**
 * The time of a poll. Others compare rates with their own clocks and with blocks, so it's the
 * database's clock that counts, and rates from its future go.
 */
async function startPoll(db: Db): Promise<Date> {
  await dropFutureRates(db)
  return await databaseTime(db)
}

function fixed(variable: string, text: string): Agreed {
  const rate = parseRate(text)
  if (rate === null) throw new Error(`${variable} isn't a positive decimal`)
  return { rateE8: rate, sources: ['fixed'] }
}

type Venues = { trx: readonly string[]; usdt: readonly string[] }

async function openPoll(context: Feed, venues: Venues): Promise<Poll> {
  const { db, log } = context
  const pollUsdt = await openUsdtPoll(context, venues.usdt)
  const last = await latestRate(db)
  const guard = openJumpGuard(last?.rateE8 ?? null)
  return async () => {
    const now = await startPoll(db)
    const usdtE8 = await pollUsdt(now)
    const asked = await querySources(venues.trx, now.getTime(), usdtE8)
    await storeSourceStates(db, asked, now)
    const agreed = agreedOf(asked, now)
    if (agreed === null) {
      log.warn({ sources: asked }, 'the sources agree on no rate')
    } else if (guard.accepts(agreed.rateE8)) {
      await storeRate(db, agreed, now)
    } else {
      await holdRate(db, agreed, now)
      log.warn({ rate: agreed.rateE8 }, 'the rate jumped: TRX has no rate until it is confirmed')
    }
  }
}

/**
 * Polls the USDT price. Returns the rate that converts USDT prices, or null while USDT isn't worth
 * a dollar.
 */
async function openUsdtPoll(
  { db, log }: Feed,
  names: readonly string[],
): Promise<(now: Date) => Promise<RateE8 | null>> {
  const guard = openJumpGuard(await lastUsdtPrice(db))
  return async (now) => {
    const asked = await queryUsdtSources(names, now.getTime())
    const states = asked.map((each) => ({ ...each, source: `${each.source} (USDT)` }))
    await storeSourceStates(db, states, now)
    const agreed = agreedOf(asked, now)
    if (agreed === null) log.warn({ sources: asked }, 'the sources agree on no price of USDT')
    else await storeUsdtPrice(db, agreed, now, guard.accepts(agreed.rateE8))
    const price = await usdtPriceAt(db, now)
    const rateE8 = isDollar(price, now) ? price.priceE8 : null
    if (rateE8 === null) log.warn({ price }, 'USDT is not near a dollar: its deposits are closed')
    return rateE8
  }
}

function agreedOf(asked: readonly SourceAnswer[], now: Date): Agreed | null {
  const quotes = asked.flatMap((answer) => ('quote' in answer ? [answer.quote] : []))
  return agree(quotes, now.getTime())
}
