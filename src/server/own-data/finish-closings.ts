import { ago, lit } from '../../db/expressions.ts'
import { CommandRefused, submitOrThrow } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { forEachPageAlone } from '../workers/for-each-alone.ts'
import { repeat, type Worker } from '../workers/repeat.ts'

/** Whether a process failed after it closed an account shows soon, so we look at recent ones. */
const RECENT = ago('days', 7)
const PAGE = 100
const EVERY_MS = 5_000

export function startFinishingClosings(
  context: Pick<Context, 'db' | 'book' | 'log' | 'stopping'>,
): Worker {
  const { log, stopping } = context
  const options = { name: 'closings', everyMs: EVERY_MS, log, stopping }
  return repeat(options, () => finishClosings(context))
}

/** Turns off auto upgrade of closed accounts where `confirmClosing` didn't get to it. */
export async function finishClosings({
  db,
  book,
  log,
}: Pick<Context, 'db' | 'book' | 'log'>): Promise<void> {
  const readPage = (last: { no: number } | undefined) =>
    db
      .selectFrom('account_closings')
      .innerJoin('members', 'members.no', 'account_closings.member_no')
      .select('members.no')
      .where('members.no', '>', last?.no ?? 0)
      .where('account_closings.closed_at', '>', RECENT)
      .where('members.auto_upgrade', '=', lit(true))
      .orderBy('members.no')
      .limit(PAGE)
      .execute()
  await forEachPageAlone(PAGE, readPage, async ({ no }) => {
    const command = { kind: 'set_auto_upgrade', member: no, on: false } as const
    try {
      await submitOrThrow(book, { command, by: { system: 'closing' } })
    } catch (error) {
      // A refusal is about this member only.
      if (!(error instanceof CommandRefused)) throw error
      log.warn({ err: error, member: no }, 'auto upgrade of a closed account is still on')
    }
  })
}
