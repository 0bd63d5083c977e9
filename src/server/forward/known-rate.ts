/**
 * The rate in force, cached by the leader. Deposit requests come in bursts, and without this each
 * of them would query the database.
 */
import { readTogether } from '../../db/together.ts'
import type { Db } from '../../db/types.ts'
import type { RateE8 } from '../../domain/money/money.ts'
import { liveRate } from '../rate/queries.ts'

/**
 * The feed writes a rate about every half minute. A sender may have read one just before the next,
 * so it stays valid for another second.
 */
const KNOWN_MS = 1_000
/** The rate may change while a request is on its way. */
const TOLERANCE = 100n

const TRX = 1
const readRate = readTogether<number, RateE8>(async (db) => {
  const live = await liveRate(db)
  return new Map(live ? [[TRX, live.rateE8]] : [])
})

/**
 * Whether a rate is the one in force, within 1%. A match with the cached rate counts for a second.
 * Before we reject a rate, we always check the database.
 */
export type IsInForce = (db: Db, given: RateE8) => Promise<boolean>

export function openKnownRate(): IsInForce {
  let known: { readonly rate: RateE8; readonly at: number } | null = null
  return async (db, given) => {
    const now = performance.now()
    if (known && now - known.at < KNOWN_MS && isNear(given, known.rate)) return true
    const rate = await readRate(db, TRX)
    known = rate === undefined ? null : { rate, at: now }
    return rate !== undefined && isNear(given, rate)
  }
}

const isNear = (given: RateE8, live: RateE8): boolean => {
  const difference = given > live ? given - live : live - given
  return difference * TOLERANCE <= live
}
