import { sql } from 'kysely'
import { compileOnce } from '../../db/compiled.ts'
import type { Db } from '../../db/types.ts'
import { rateE8, type RateE8 } from '../../domain/money/money.ts'
import { HOUR_MS } from '../../domain/time/time.ts'

export type LiveRate = { rateE8: RateE8; asOf: Date; sources: string[] }

/** The last good rate is valid for this long. After that there is none. */
export const RATE_MAX_AGE_MS = 5 * 60_000

const TRX = 1

const newestRate = compileOnce((db) =>
  db.selectFrom('live_rates').select(['rate_e8', 'as_of', 'sources']).where('asset', '=', TRX),
)

/** The rate in force, whatever its age; null when there has never been one. */
export async function latestRate(db: Db): Promise<LiveRate | null> {
  const row = await newestRate.first(db, {})
  return row ? asRate(row) : null
}

const asRate = (row: { rate_e8: bigint; as_of: Date; sources: string }): LiveRate => ({
  rateE8: rateE8(row.rate_e8),
  asOf: row.as_of,
  sources: row.sources.split(','),
})

const rateInForce = compileOnce((db) =>
  db
    .selectFrom('live_rates')
    .select((eb) => [
      'rate_e8',
      'as_of',
      'sources',
      sql<number>`extract(epoch from now() - ${eb.ref('as_of')})::float8 * 1000`.as('age_ms'),
      eb.exists(eb.selectFrom('rate_holds').where('ended_at', 'is', null)).as('is_held_back'),
    ])
    .where('asset', '=', TRX),
)

/** A rate that is ahead of the database's clock by more than this says nothing about its age. */
const MAX_AHEAD_MS = 60_000

/**
 * The rate in force, by the database's clock. Null when there is none, it is too old or from the
 * future, or a jump is being held back.
 */
export async function liveRate(db: Db): Promise<LiveRate | null> {
  const row = await rateInForce.first(db, {})
  if (!row || row.is_held_back) return null
  return row.age_ms <= RATE_MAX_AGE_MS && row.age_ms >= -MAX_AHEAD_MS ? asRate(row) : null
}

const openHold = compileOnce((db) =>
  db.selectFrom('rate_holds').select('since').where('ended_at', 'is', null),
)

/** Whether the price jumped and isn't confirmed yet. */
async function isHeldBack(db: Db): Promise<boolean> {
  return (await openHold.first(db, {})) !== undefined
}

/** Why there is no TRX rate: the price jumped, or the sources don't answer. */
export const whyNoRate = async (db: Db): Promise<'rate_held_back' | 'rate_unavailable'> =>
  (await isHeldBack(db)) ? 'rate_held_back' : 'rate_unavailable'

/**
 * A rate counts as measured after a block if it's this much newer. The block's time is the chain's,
 * and the rate's is the database's, whose clock may be ahead. A rate is usually still known before
 * its block is final.
 */
const AFTER_BLOCK_MS = 10_000

/** A rate from later than this after the block isn't reliable, so an operator reviews it. */
const LATE_MS = HOUR_MS

export type RateOfTime = { rateE8: RateE8; isLate: boolean }

/**
 * The rate of a block's time: the first good one that we measured after it. Senders don't know it
 * yet, so seeing a fall before we do gains them nothing. A jump that we hold back isn't in the
 * history, so a block during one gets the rate that ends it. Null until there is a rate; then it
 * never changes.
 */
export async function rateAt(db: Db, at: Date): Promise<RateOfTime | null> {
  const after = new Date(at.getTime() + AFTER_BLOCK_MS)
  const first = await db
    .selectFrom('rate_history')
    .select(['rate_e8', 'as_of'])
    .where('as_of', '>=', after)
    // The index is on the slot, which begins up to a minute before its rate.
    .where('minute', '>', new Date(after.getTime() - 60_000))
    .orderBy('minute')
    .limit(1)
    .executeTakeFirst()
  if (!first) return null
  const isLate = first.as_of.getTime() - at.getTime() > LATE_MS
  return { rateE8: rateE8(first.rate_e8), isLate }
}

export type SourceState = { name: string; rateE8: RateE8 | null; askedAt: Date; trouble: string }

/** Each source's result when we last asked it. */
export async function rateSourceStates(db: Db): Promise<SourceState[]> {
  const rows = await db
    .selectFrom('rate_sources')
    .select(['name', 'rate_e8', 'asked_at', 'trouble'])
    .orderBy('name')
    .execute()
  return rows.map(({ name, rate_e8: rate, asked_at: askedAt, trouble }) => {
    return { name, rateE8: rate === null ? null : rateE8(rate), askedAt, trouble }
  })
}
