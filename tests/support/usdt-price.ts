import { sql } from 'kysely'
import type { Db } from '../../src/db/types.ts'

/** Prices USDT at a dollar, as two venues would. Without a price, USDT deposits are closed. */
export const priceUsdt = (db: Db) =>
  sql`insert into usdt_prices (minute, price_e8, as_of, sources, accepted)
    values (date_trunc('minute', now()), 100000000, now(), 'test', true)`.execute(db)
