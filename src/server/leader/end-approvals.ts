/** Withdraws the approvals of operators who were reset or disabled while no ledger answered. */
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import type { Book } from '../book/book.ts'
import { endPendingApprovals } from '../staff/access/withdraw-approvals.ts'
import { repeat, type Worker } from '../workers/repeat.ts'

const CHECK_INTERVAL_MS = 5_000

type Ending = {
  readonly db: Db
  readonly book: Pick<Book, 'submit'>
  readonly log: Logger
  readonly stopping: AbortSignal
}

export function startEndingApprovals(ending: Ending, isLeading: () => boolean): Worker {
  const { log, stopping } = ending
  return repeat({ name: 'approvals', everyMs: CHECK_INTERVAL_MS, log, stopping }, async () => {
    if (isLeading()) await endPendingApprovals(ending)
  })
}
