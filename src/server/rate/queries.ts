import type { Db } from '../../db/types.ts'
import { rateE8, type RateE8 } from '../../domain/money.ts'

export type LiveRate = { rateE8: RateE8; asOf: Date; sources: string[] }

/** The last good rate serves this long; afterwards there is none. */
export const RATE_MAX_AGE_MS = 5 * 60_000

const TRX = 1

/** The rate in force, whatever its age; null when there has never been one. */
export async function latestRate(db: Db): Promise<LiveRate | null> {
  const row = await db
    .selectFrom('live_rates')
    .select(['rate_e8', 'as_of', 'sources'])
    .where('asset', '=', TRX)
    .executeTakeFirst()
  if (!row) return null
  return { rateE8: rateE8(row.rate_e8), asOf: row.as_of, sources: row.sources.split(',') }
}

/** The rate in force; null when it is older than five minutes or when there is none. */
export async function liveRate(db: Db): Promise<LiveRate | null> {
  const rate = await latestRate(db)
  return rate && Date.now() - rate.asOf.getTime() <= RATE_MAX_AGE_MS ? rate : null
}

/**
 * The rate of a block's time: the last one known then, at most five minutes old; where the feed
 * was down, the first one after it. Null while there is neither.
 */
export async function rateAt(db: Db, at: Date): Promise<RateE8 | null> {
  const oldest = new Date(at.getTime() - RATE_MAX_AGE_MS)
  const before = await db
    .selectFrom('rate_history')
    .select('rate_e8')
    .where('minute', '<=', at)
    .where('as_of', '<=', at)
    .where('as_of', '>=', oldest)
    .orderBy('minute', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before) return rateE8(before.rate_e8)
  const after = await db
    .selectFrom('rate_history')
    .select('rate_e8')
    .where('as_of', '>', at)
    .where('minute', '>=', oldest)
    .orderBy('minute')
    .limit(1)
    .executeTakeFirst()
  return after ? rateE8(after.rate_e8) : null
}

export type SourceState = { name: string; rateE8: RateE8 | null; askedAt: Date; trouble: string }

/** How each source did when it was last asked. */
export async function rateSourceStates(db: Db): Promise<SourceState[]> {
  const rows = await db.selectFrom('rate_sources').selectAll().orderBy('name').execute()
  return rows.map(({ name, rate_e8: rate, asked_at: askedAt, trouble }) => {
    return { name, rateE8: rate === null ? null : rateE8(rate), askedAt, trouble }
  })
}
