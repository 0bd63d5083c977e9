import { atMostEvery } from '../../clock/waits.ts'
import { holdLease, openTakeOver, type Lease, type Leased, type TakeOver } from './lease.ts'
import { repeat, type Worker } from './repeat.ts'

/** Sends what is due in a table, as any number of processes do: emails and webhooks. */

type Options = Parameters<typeof repeat>[0] & {
  readonly leaseMs: number
  readonly renewMs: number
  /** Makes due what waits too long, because the database's clock was set back. */
  readonly bringForward: () => Promise<void>
}

/** How often we look for that. */
const FORWARD_PAUSE_MS = 60_000

export type Queue<T> = {
  readonly stopping: AbortSignal
  readonly takeOver: TakeOver
  /** What this process is sending. It may have lost the leases. */
  underWay(): readonly T[]
  /**
   * Sends something beside the rounds, and keeps its lease. The next round begins when it ends.
   * @param about for the log
   */
  start(item: T, about: object, leased: Leased, send: (lease: Lease) => Promise<void>): void
}

/** Runs rounds that start what is due and may start. A stop waits for everything under way. */
export function startQueue<T>(options: Options, round: (queue: Queue<T>) => Promise<void>): Worker {
  const { log, leaseMs, renewMs, bringForward } = options
  const takeOver = openTakeOver(leaseMs, renewMs)
  const mayBringForward = atMostEvery(FORWARD_PAUSE_MS)
  const underWay = new Map<T, Promise<void>>()
  const worker = repeat(options, async (stopping, wake) => {
    if (mayBringForward()) await bringForward()
    await round({
      stopping,
      takeOver,
      underWay: () => [...underWay.keys()],
      start(item, about, leased, send) {
        const own = log.child(about)
        const lease = holdLease({ ...leased, renewMs, takeOver, log: own, stopping })
        const sent = send(lease)
          .catch((error: unknown) => own.warn({ err: error }, 'the attempt broke off'))
          .finally(() => lease.release())
          .finally(() => void underWay.delete(item))
          .finally(wake)
        underWay.set(item, sent)
      },
    })
  })
  return {
    async stop() {
      await worker.stop()
      await Promise.all(underWay.values())
    },
  }
}
