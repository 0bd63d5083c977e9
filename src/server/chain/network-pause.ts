import type { Db } from '../../db/types.ts'

/** Whether credits and payouts are paused because the network or token isn't the pinned one. */
export async function isNetworkWrong(db: Db): Promise<boolean> {
  const pause = await db
    .selectFrom('payout_pauses')
    .select('since')
    .where('reason', '=', 'network')
    .executeTakeFirst()
  return pause !== undefined
}
