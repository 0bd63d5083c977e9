import type { Logger } from 'pino'
import type { Db, RowOf, Tx } from '../../db/types.ts'

export type PauseReason = RowOf<'payout_pauses'>['reason']

type Deps = { db: Db; log: Logger }

/** Rests all payouts, or those that cannot be paid now, or only alarms (`float_limit`): once. */
export async function raisePause({ db, log }: Deps, reason: PauseReason, detail: string) {
  const raised = await db
    .insertInto('payout_pauses')
    .values({ reason, detail })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .returning('reason')
    .executeTakeFirst()
  const what = reason === 'float_limit' ? 'too much in the hot wallet' : 'payouts rest'
  if (raised) log.error({ reason, detail }, what)
}

/** Ends a pause whose cause has passed. */
export async function liftPause({ db, log }: Deps, reason: PauseReason): Promise<void> {
  const lifted = await db
    .deleteFrom('payout_pauses')
    .where('reason', '=', reason)
    .returning('since')
    .executeTakeFirst()
  if (lifted) log.info({ reason, since: lifted.since }, 'payouts go on')
}

/**
 * Whether payouts are paused because the database lost commands (`book/lost-history.ts`). What was
 * lost may have been paid, so an operator compares the chain with the ledger first.
 */
export async function isHistoryLost(db: Db | Tx): Promise<boolean> {
  const pause = await db
    .selectFrom('payout_pauses')
    .select('since')
    .where('reason', '=', 'history_lost')
    .executeTakeFirst()
  return pause !== undefined
}

/** Ends the pause after lost history. Answers whether there was one. */
export async function resumeAfterLoss(db: Tx): Promise<boolean> {
  const ended = await db
    .deleteFrom('payout_pauses')
    .where('reason', '=', 'history_lost')
    .returning('since')
    .executeTakeFirst()
  return ended !== undefined
}

export type Pause = { reason: PauseReason; detail: string; since: Date }

/** Why payouts rest at the moment, for operators. */
export const readPauses = (db: Db): Promise<Pause[]> =>
  db.selectFrom('payout_pauses').selectAll().orderBy('since').execute()

/** Approved withdrawals that cannot be paid as they are, for operators. */
export const readTroubles = (db: Db) =>
  db.selectFrom('blocked_payouts').selectAll().orderBy('withdrawal_no').limit(100).execute()
