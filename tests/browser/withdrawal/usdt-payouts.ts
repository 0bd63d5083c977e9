import { sql } from 'kysely'
import type { Product } from '../../support/product.ts'
import { withDatabase } from '../support/database.ts'

/** The wallet that would pay in USDT: the devnet's treasury. */
export async function openUsdtPayouts(product: Product): Promise<void> {
  const info = (await (await fetch(`${product.devnetUrl}/devnet/info`)).json()) as {
    treasury: string
  }
  await withDatabase(product, async (db) => {
    await db
      .insertInto('own_wallets')
      .values({ address: info.treasury, role: 'payout' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/**
 * Sets the price of TRX, which the network fee in dollars follows. The product's own fixed price
 * doesn't replace it.
 */
export async function setTrxPrice(product: Product, dollars: number): Promise<void> {
  const rateE8 = sql.lit(Math.round(dollars * 100_000_000))
  await withDatabase(product, async (db) => {
    await sql`create or replace function test_price() returns trigger language plpgsql as
      $$ begin if new.asset = 1 then new.rate_e8 := ${rateE8}; end if; return new; end $$`.execute(
      db,
    )
    await sql`create or replace trigger test_price before insert or update on live_rates
      for each row execute function test_price()`.execute(db)
    await sql`update live_rates set rate_e8 = ${rateE8} where asset = 1`.execute(db)
  })
}
