import { compileOnce } from '../../db/compiled.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Config } from '../config/config.ts'

export type HoldSetting = Pick<Config, 'withdrawalHoldMs'>

const findPayersHold = compileOnce((db) => db.selectFrom('payout_hold').select('seconds'))

/**
 * For how long we hold payouts: the longer one of this process's setting and that of the processes
 * that pay. So a process whose setting is missing neither shortens it nor tells members less.
 */
export async function readHoldMs(db: Db | Tx, { withdrawalHoldMs }: HoldSetting): Promise<number> {
  const { seconds } = await findPayersHold.one(db, {})
  return Math.max(withdrawalHoldMs, seconds * 1000)
}

/**
 * Stores for how long payouts wait after an address changed. The database then holds them itself,
 * because a stolen web process must not be able to shorten that.
 */
export async function storePayoutHold(db: Db, { withdrawalHoldMs }: HoldSetting): Promise<void> {
  const seconds = Math.round(withdrawalHoldMs / 1000)
  await db.updateTable('payout_hold').set({ seconds }).where('seconds', '<>', seconds).execute()
}
