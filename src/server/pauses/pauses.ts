import { sql, type Expression } from 'kysely'
import type { Logger } from 'pino'
import { lit, subquery, type Condition } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'

export type PauseReason = RowOf<'payout_pauses'>['reason']

type Deps = { db: Db; log: Logger }

/**
 * Raises a pause once: for all payouts, for those we can't pay now, or only an alert
 * (`float_limit`).
 */
export async function raisePause({ db, log }: Deps, reason: PauseReason, detail: string) {
  const raised = await insertPause(db, reason, detail)
  // An ongoing pause shows its present state, such as the block that payouts now wait for.
  if (!raised) {
    await db
      .updateTable('payout_pauses')
      .set({ detail })
      .where('reason', '=', reason)
      .where('detail', '<>', detail)
      .execute()
  }
  const what = reason === 'float_limit' ? 'too much in the hot wallet' : 'payouts rest'
  if (raised) log.error({ reason, detail }, what)
}

/** Returns false if there is a pause for this reason, which stays as it is. */
async function insertPause(db: Db | Tx, reason: PauseReason, detail: string): Promise<boolean> {
  const inserted = await db
    .insertInto('payout_pauses')
    .values({ reason, detail })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .returning('reason')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Lifts a pause whose cause is gone. */
export async function liftPause({ db, log }: Deps, reason: PauseReason): Promise<void> {
  const lifted = await db
    .deleteFrom('payout_pauses')
    .where('reason', '=', reason)
    .returning('since')
    .executeTakeFirst()
  const what = reason === 'float_limit' ? 'the hot wallet is below its limit' : 'payouts resume'
  if (lifted) log.info({ reason, since: lifted.since }, what)
}

/** Whether credits and payouts are paused because the network or token isn't the pinned one. */
export const isNetworkWrong = (db: Db): Promise<boolean> => isPaused(db, 'network')

/**
 * Whether payouts are paused because the database lost commands (`book/lost-history.ts`), or most
 * nodes replaced a final block. We may have paid what was lost, or credited what doesn't exist, so
 * an operator compares the chain with the ledger first.
 */
export const isHistoryLost = (db: Db | Tx): Promise<boolean> => isPaused(db, 'history_lost')

async function isPaused(db: Db | Tx, reason: PauseReason): Promise<boolean> {
  const pause = await db
    .selectFrom('payout_pauses')
    .select('since')
    .where('reason', '=', reason)
    .executeTakeFirst()
  return pause !== undefined
}

/**
 * Pauses payouts because most nodes no longer have our last final block. What we credited or
 * settled by it may not exist, so an operator compares the chain with the ledger first.
 */
export async function pauseForReplacedBlock(
  { db, log }: Deps,
  { number, id }: { number: number; id: string },
): Promise<void> {
  const detail = `Most nodes replaced final block ${number}, ${id}.`
  // An earlier loss stays recorded as it is.
  const raised = await insertPause(db, 'history_lost', detail)
  if (raised) log.error({ reason: 'history_lost', detail }, 'payouts rest')
}

/** Pauses payouts after a restore that no process could notice. Returns false if they were. */
export const pauseForLoss = (db: Tx, why: string): Promise<boolean> =>
  insertPause(db, 'history_lost', why)

/** Ends the pause after lost history. Returns whether there was one. */
export async function resumeAfterLoss(db: Tx): Promise<boolean> {
  const ended = await db
    .deleteFrom('payout_pauses')
    .where('reason', '=', 'history_lost')
    .returning('since')
    .executeTakeFirst()
  return ended !== undefined
}

export type Pause = { reason: PauseReason; detail: string; since: Date }

/** Why payouts are paused right now, for operators. */
export const readPauses = (db: Db): Promise<Pause[]> =>
  db.selectFrom('payout_pauses').select(['reason', 'detail', 'since']).orderBy('since').execute()

// Parts of other statements, which read the pauses together with something else.

const pauses = subquery.selectFrom('payout_pauses')
/** The reasons that pause payouts. `float_limit` is only an alert. */
const pausing = pauses.where('reason', '<>', lit('float_limit'))

/** How many reasons pause payouts. */
export const countPauses = pausing.select(({ fn }) => fn.countAll<bigint>().as('count'))

/** Every reason, in alphabetical order. */
export const pauseReasons = sql<PauseReason[]>`array(${pauses.select('reason').orderBy('reason')})`

/** The reasons that pause payouts with their details, the oldest first. Null if there is none. */
export const pausesInWords = pausing.select(({ ref }) =>
  sql<string | null>`string_agg(${ref('reason')} || ': ' || ${ref('detail')}, '; '
    order by ${ref('since')}, ${ref('reason')})`.as('words'),
)

/** Whether history was lost at this time or later, and no operator has resumed payouts since. */
export const isHistoryLostSince = (at: Expression<Date>): Condition =>
  subquery.exists(
    pauses
      .select('payout_pauses.since')
      .where('payout_pauses.reason', '=', lit('history_lost'))
      .where('payout_pauses.since', '>=', at),
  )
