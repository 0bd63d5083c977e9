import { reject } from '../../../contract/refusals/reject.ts'
import { askThread } from '../../threads/ask-thread.ts'
import type { Placed, Placing } from './place-messages.ts'

/** A million members take about two seconds, and 10,000 rows less than one. */
const TIMEOUT_MS = 60_000
/** Each run holds the trees in memory, some 60 bytes for each seat, so only one runs at a time. */
const MAX_WAITING = 3

const queue = { waiting: 0, last: Promise.resolve<unknown>(undefined) }
const program = new URL('./place-thread.ts', import.meta.url)

async function runThread(placing: Placing, stopping: AbortSignal): Promise<readonly Placed[]> {
  const tooLate = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await askThread(program, placing, AbortSignal.any([stopping, tooLate]))
  } catch (error) {
    // The server is too busy.
    throw tooLate.aborted ? reject('placement_busy') : error
  }
}

/** Places members in a thread, one file at a time. Refuses if too many files already wait. */
export async function placeInTurn(
  placing: Placing,
  stopping: AbortSignal,
): Promise<readonly Placed[]> {
  if (queue.waiting >= MAX_WAITING) throw reject('placement_busy')
  queue.waiting += 1
  const turn = queue.last
    .then(() => runThread(placing, stopping))
    .finally(() => (queue.waiting -= 1))
  queue.last = turn.catch(() => undefined)
  return await turn
}
