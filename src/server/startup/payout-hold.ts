import type { Db } from '../../db/types.ts'
import type { Config } from '../config/config.ts'

/**
 * Stores for how long payouts wait after an address changed. The database then holds them itself,
 * because a stolen web process must not be able to shorten that.
 */
export async function storePayoutHold(
  db: Db,
  { withdrawalHoldMs }: Pick<Config, 'withdrawalHoldMs'>,
): Promise<void> {
  const seconds = Math.round(withdrawalHoldMs / 1000)
  await db.updateTable('payout_hold').set({ seconds }).where('seconds', '<>', seconds).execute()
}
