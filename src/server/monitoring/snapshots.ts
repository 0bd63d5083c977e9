import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { readCustody } from '../custody/queries.ts'
import { liveRate } from '../rate/queries.ts'

const EVERY_MINUTES = 10
const WHOLE_DAYS = 14

/**
 * Stores a solvency snapshot every ten minutes, once for all processes. Keeps only the last point
 * of each day after two weeks: a few thousand rows in ten years.
 */
export async function takeSnapshot(db: Db): Promise<void> {
  const rate = await liveRate(db)
  const { coins, owedMicros, valueMicros } = await readCustody(db, rate?.rateE8 ?? null)
  const amount = (coin: string): bigint => coins.find((each) => each.coin === coin)?.ledger ?? 0n
  await sql`
    insert into solvency_snapshots
    select date_bin(make_interval(mins => ${EVERY_MINUTES}), now(), 'epoch'), ${owedMicros},
      ${amount('TRX')}, ${amount('USDT')}, ${valueMicros}
    on conflict (at) do nothing`.execute(db)
  await sql`
    delete from solvency_snapshots s
    where at < now() - make_interval(days => ${WHOLE_DAYS})
      and exists (select 1 from solvency_snapshots later where later.at > s.at
        and (later.at at time zone 'UTC')::date = (s.at at time zone 'UTC')::date)`.execute(db)
}
