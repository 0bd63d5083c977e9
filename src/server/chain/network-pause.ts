import type { Logger } from 'pino'
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

/**
 * Pauses payouts because most nodes no longer have our last final block. What we credited or
 * settled by it may not exist, so an operator compares the chain with the ledger first.
 */
export async function pauseForReplacedBlock(
  { db, log }: { db: Db; log: Logger },
  { number, id }: { number: number; id: string },
): Promise<void> {
  const detail = `Most nodes replaced final block ${number}, ${id}.`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payout_pauses')
    .values({ reason: 'history_lost', detail })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) log.error({ reason: 'history_lost', detail }, 'payouts rest')
}
