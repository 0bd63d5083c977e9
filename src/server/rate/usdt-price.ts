import { compileOnce } from '../../db/compiled.ts'
import { now } from '../../db/expressions.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { PAR_RATE, rateE8, type RateE8 } from '../../domain/money/money.ts'
import type { Agreed } from './agree.ts'
import { HOUR_MS } from '../../domain/time/time.ts'

/** Outside this band USDT isn't worth a dollar, and we credit nothing at par. */
export const USDT_BAND = { least: 98_000_000n, most: 102_000_000n }
/** How long the sources may be silent before USDT deposits close. */
const USDT_MAX_AGE_MS = HOUR_MS

export type UsdtPrice = { priceE8: RateE8; asOf: Date; sources: string[]; accepted: boolean }

/** Stores the agreed price, the last of each minute. Stores a jump as not accepted. */
export async function storeUsdtPrice(
  db: Db,
  price: Agreed,
  asOf: Date,
  accepted: boolean,
): Promise<void> {
  const minute = new Date(Math.floor(asOf.getTime() / 60_000) * 60_000)
  const { rateE8: priceE8, sources } = price
  const row = { price_e8: priceE8, as_of: asOf, sources: sources.join(','), accepted }
  await db
    .insertInto('usdt_prices')
    .values({ minute, ...row })
    .onConflict((conflict) =>
      conflict.column('minute').doUpdateSet(row).where('usdt_prices.as_of', '<', asOf),
    )
    .execute()
}

/** The newest price up to a moment, whatever its age; null when there is none. */
export async function usdtPriceAt(db: Db, at: Date): Promise<UsdtPrice | null> {
  const row = await db
    .selectFrom('usdt_prices')
    .select(['price_e8', 'as_of', 'sources', 'accepted'])
    .where('minute', '<=', at)
    .where('as_of', '<=', at)
    .orderBy('minute', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? asPrice(row) : null
}

type PriceRow = RowOf<'usdt_prices', 'price_e8' | 'as_of' | 'sources' | 'accepted'>

function asPrice(row: PriceRow): UsdtPrice {
  const { price_e8: price, as_of: asOf, sources, accepted } = row
  return { priceE8: rateE8(price), asOf, sources: sources.split(','), accepted }
}

/** The newest price up to now, with the database's time. */
const newestPrice = compileOnce((db) =>
  db
    .selectFrom('usdt_prices')
    .select(['price_e8', 'as_of', 'sources', 'accepted', now.as('present')])
    .where('minute', '<=', now)
    .where('as_of', '<=', now)
    .orderBy('minute', 'desc')
    .limit(1),
)

/** The last accepted price, for the jump guard of a starting feed. */
export async function lastUsdtPrice(db: Db): Promise<RateE8 | null> {
  const row = await db
    .selectFrom('usdt_prices')
    .select('price_e8')
    .where('accepted', '=', true)
    .orderBy('minute', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? rateE8(row.price_e8) : null
}

/** Whether a price is accepted, at most an hour old at that moment, and near a dollar. */
export const isDollar = (price: UsdtPrice | null, at: Date): price is UsdtPrice =>
  price !== null &&
  price.accepted &&
  at.getTime() - price.asOf.getTime() <= USDT_MAX_AGE_MS &&
  price.priceE8 >= USDT_BAND.least &&
  price.priceE8 <= USDT_BAND.most

/** Whether we credit USDT at par now. */
export async function isUsdtOpen(db: Db): Promise<boolean> {
  const row = await newestPrice.first(db, {})
  return row !== undefined && isDollar(asPrice(row), row.present)
}

/**
 * Whether we credit USDT of a block at par: it was worth a dollar then, as far as we knew, and
 * still is. If the feed was down then, only the present counts.
 */
export async function wasDollarAt(db: Db, blockAt: Date): Promise<boolean> {
  if (!(await isUsdtOpen(db))) return false
  const then = await usdtPriceAt(db, blockAt)
  const isKnown = then !== null && blockAt.getTime() - then.asOf.getTime() <= USDT_MAX_AGE_MS
  return !isKnown || isDollar(then, blockAt)
}

/** The USDT price for valuing holdings, never above par; null without one from the last hour. */
export async function usdtValueRate(db: Db): Promise<RateE8 | null> {
  const row = await newestPrice.first(db, {})
  if (!row || row.present.getTime() - row.as_of.getTime() > USDT_MAX_AGE_MS) return null
  const { priceE8 } = asPrice(row)
  return priceE8 < PAR_RATE ? priceE8 : PAR_RATE
}
