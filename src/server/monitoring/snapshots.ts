import { sql, type Expression } from 'kysely'
import { ago } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { readCustody } from '../custody/queries.ts'
import { liveRate } from '../rate/queries.ts'

const EVERY_MINUTES = 10
const WHOLE_DAYS = 14

const utcDay = (moment: Expression<Date | null>) => sql<Date>`(${moment} at time zone 'UTC')::date`

/**
 * Stores a solvency snapshot every ten minutes, once for all processes. Keeps only the last point
 * of each day after two weeks: a few thousand rows in ten years.
 */
export async function takeSnapshot(db: Db): Promise<void> {
  const rate = await liveRate(db)
  const { coins, owedMicros, valueMicros } = await readCustody(db, rate?.rateE8 ?? null)
  const amount = (coin: string): bigint => coins.find((each) => each.coin === coin)?.ledger ?? 0n
  await db
    .insertInto('solvency_snapshots')
    .values({
      at: sql<Date>`date_bin(make_interval(mins => ${EVERY_MINUTES}), now(), 'epoch')`,
      owed_micros: owedMicros,
      trx_units: amount('TRX'),
      usdt_units: amount('USDT'),
      value_micros: valueMicros,
    })
    .onConflict((conflict) => conflict.column('at').doNothing())
    .execute()
  await db
    .deleteFrom('solvency_snapshots')
    .where('at', '<', ago('days', WHOLE_DAYS))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('solvency_snapshots as later')
          .whereRef('later.at', '>', 'solvency_snapshots.at')
          .where((later) =>
            later(utcDay(later.ref('later.at')), '=', utcDay(later.ref('solvency_snapshots.at'))),
          ),
      ),
    )
    .execute()
}
