import { z } from 'zod'
import type { Db } from '../../db/types.ts'
import { eventsOf, type DepositRequestEvent } from '../../domain/ledger/event.ts'
import { RATE_LOCK_MS } from '../../domain/wallet/deposit.ts'
import type { AnsweredHook } from '../book/batch-hook.ts'
import { NotRecorded } from '../book/submission.ts'
import { databaseTime } from '../clock/database-time.ts'

/** How far a caller of the previous version, which takes its own time, may be ahead. */
const MOST_AHEAD_MS = 60_000

/** When a lock ends that begins now. The ledger opens requests by the same clock. */
export const lockEnd = async (db: Db): Promise<number> =>
  (await databaseTime(db)).getTime() + RATE_LOCK_MS

const DepositReceipt = z.object({ request: z.int() })

export const recordRequests: AnsweredHook<null, z.output<typeof DepositReceipt>> = {
  name: 'request-deposit',
  input: z.null(),
  receipt: DepositReceipt,
  fits: ({ command }) => command.kind === 'open_deposit',
  // The caller says when the lock ends, and only the batch has the time at which it begins. A
  // longer lock would let the member wait for a better price.
  write(_tx, items) {
    const isLong = items
      .map(({ outcome }) => openedBy(outcome.effects))
      .some(({ openedAt, expiresAt }) => expiresAt > openedAt + RATE_LOCK_MS + MOST_AHEAD_MS)
    return isLong
      ? Promise.reject(new NotRecorded('this request would lock its rate for too long'))
      : Promise.resolve()
  },
  receiptOf: ({ outcome }) => ({ request: openedBy(outcome.effects).no }),
}

/** The request that a command opened. A request that it replaced comes first. */
function openedBy(effects: Parameters<typeof eventsOf>[0]): DepositRequestEvent {
  const opened = eventsOf(effects, 'deposit_request').find(({ state }) => state === 'open')
  if (!opened) throw new Error('no deposit request was opened')
  return opened
}
