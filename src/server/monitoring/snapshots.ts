import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { readSolvency } from '../custody/queries.ts'
import { liveRate } from '../rate/queries.ts'

const EVERY_MINUTES = 10

/** Stores a solvency snapshot every ten minutes, once for all processes. */
export async function takeSnapshot(db: Db): Promise<void> {
  const rate = await liveRate(db)
  const { coins, owedMicros, valueMicros } = await readSolvency(db, rate?.rateE8 ?? null)
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
}
