import { fromNow } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import type { Agreed } from './agree.ts'
import type { SourceAnswer } from './query-sources.ts'

const TRX = 1

/**
 * Removes rates that a clock ahead of the database's stored. They would keep later ones out, and
 * count as fresh when their time comes.
 */
export async function dropFutureRates(db: Db): Promise<void> {
  const soon = fromNow('mins', 1)
  await db.deleteFrom('rate_history').where('minute', '>', soon).execute()
  await db.deleteFrom('usdt_prices').where('minute', '>', soon).execute()
}

/** The history has one rate per slot. Polls are further apart, so it has them all. */
const SLOT_MS = 30_000

/**
 * Puts a rate in force and adds it to the history. Ignores one that is older than the rate in
 * force, because blocks before that one may have been priced already.
 * @param untilMs how long the rate is certain not to change, which only a fixed one is
 */
export async function storeRate(db: Db, rate: Agreed, asOf: Date, untilMs = 0): Promise<void> {
  const row = { rate_e8: rate.rateE8, as_of: asOf, sources: rate.sources.join(',') }
  const until = new Date(asOf.getTime() + untilMs)
  const slot = new Date(Math.floor(until.getTime() / SLOT_MS) * SLOT_MS)
  await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows: stored } = await tx
      .insertInto('live_rates')
      .values({ asset: TRX, ...row })
      .onConflict((conflict) =>
        conflict
          .column('asset')
          .doUpdateSet(row)
          .where((eb) =>
            eb.or([
              eb('live_rates.as_of', '<', asOf),
              eb('live_rates.as_of', '>', fromNow('mins', 1)),
            ]),
          ),
      )
      .executeTakeFirstOrThrow()
    if (!stored) return
    await tx
      .insertInto('rate_history')
      .values({ ...row, minute: slot, as_of: until })
      .onConflict((conflict) => conflict.column('minute').doNothing())
      .execute()
    await tx
      .updateTable('rate_holds')
      .set({ ended_at: asOf })
      .where('ended_at', 'is', null)
      .execute()
  })
}

/**
 * Suspends the rate while a jump awaits confirmation, back to the last good rate, because the price
 * moved at some point after it. `storeRate` ends this.
 */
export async function holdRate(db: Db, jumped: Agreed, at: Date): Promise<void> {
  const last = await db
    .selectFrom('live_rates')
    .select('as_of')
    .where('asset', '=', TRX)
    .executeTakeFirst()
  await db
    .insertInto('rate_holds')
    .values({ since: last && last.as_of < at ? last.as_of : at, rate_e8: jumped.rateE8 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records each source's last result. */
export async function storeSourceStates(
  db: Db,
  asked: readonly SourceAnswer[],
  at: Date,
): Promise<void> {
  for (const answer of asked) {
    const found = 'quote' in answer
    const state = {
      rate_e8: found ? answer.quote.rateE8 : null,
      asked_at: at,
      trouble: found ? '' : answer.trouble,
    }
    await db
      .insertInto('rate_sources')
      .values({ name: answer.source, ...state })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(state))
      .execute()
  }
}
