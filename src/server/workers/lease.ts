import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Leases of work that any process may do, and that must not wait long for one that was killed. */

export type Lease = {
  /** Aborted when this process stops. */
  readonly stopping: AbortSignal
  /**
   * Whether the work is still ours. A process that was suspended finds out here. Also false if the
   * database can't tell.
   */
  isOurs(): Promise<boolean>
  /**
   * Stores how the work ended. If the database fails now, another process would do it again, so
   * this keeps trying. False if another process has the work.
   */
  store(write: () => Promise<boolean>): Promise<boolean>
  /** Stops renewing, and waits for the renewal under way. */
  release(): Promise<void>
}

/** Another process does this work now. */
export class NotOurs extends Error {
  override name = 'NotOurs'
}

export type Leased = {
  /** Renews the lease. False if another process has the work. */
  readonly renew: () => Promise<boolean>
  /** `performance.now()` before the work was leased. */
  readonly leasedAt: number
}

type Options = Leased & {
  readonly renewMs: number
  readonly takeOver: Pick<TakeOver, 'answered'>
  readonly log: Pick<Logger, 'warn'>
  readonly stopping: AbortSignal
}

/** Longer than most failovers of the database. Meanwhile, we keep the lease if we can. */
const [STORE_TRIES, STORE_PAUSE_MS] = [30, 1_000]
/** A stop doesn't wait longer than for so many. */
const STORE_TRIES_AT_STOP = 3

/** Renews a lease until it is released, so that no other process does the same work. */
export function holdLease(options: Options): Lease {
  const { renew, leasedAt, renewMs, takeOver, log, stopping } = options
  let [isOurs, renewedAt] = [true, leasedAt]
  let renewing: Promise<void> | undefined
  const renewNow = async (): Promise<void> => {
    const at = performance.now()
    isOurs = await renew()
    takeOver.answered()
    renewedAt = at
  }
  const onError = (error: unknown): void => log.warn({ err: error }, 'the lease cannot be renewed')
  const timer = setInterval(() => {
    // While the database is away, renewals must not pile up.
    if (!isOurs || renewing) return
    renewing = renewNow()
      .catch(onError)
      .finally(() => (renewing = undefined))
  }, renewMs)
  const noteOvertaken = (ours: boolean): boolean => {
    if (!ours) log.warn('another process has taken this over')
    return ours
  }
  return {
    stopping,
    async isOurs() {
      try {
        if (isOurs && performance.now() - renewedAt > 2 * renewMs) await renewNow()
      } catch (error) {
        onError(error)
        return false
      }
      return noteOvertaken(isOurs)
    },
    async store(write) {
      for (let tries = 1; ; tries++) {
        try {
          return noteOvertaken(await write())
        } catch (error) {
          if (tries >= (stopping.aborted ? STORE_TRIES_AT_STOP : STORE_TRIES)) throw error
          log.warn({ err: error }, 'the result cannot be stored')
          await sleep(STORE_PAUSE_MS)
        }
      }
    },
    async release() {
      clearInterval(timer)
      await renewing
    },
  }
}

/** When a process may take over work whose lease has run out. */
export type TakeOver = {
  /** The database has just answered. */
  answered(): void
  isAllowed(): boolean
}

/**
 * If the database was away, leases have run out although their processes are alive. They need a
 * moment to renew them, and so a process that got no answer for half a lease waits as well.
 */
export function openTakeOver(leaseMs: number, renewMs: number): TakeOver {
  const [awayMs, graceMs] = [leaseMs / 2, 3 * renewMs]
  let answeredAt = performance.now()
  // When we start, we don't know whether the database was away.
  let allowedAt = answeredAt + graceMs
  return {
    answered() {
      const at = performance.now()
      if (at - answeredAt > awayMs) allowedAt = at + graceMs
      answeredAt = at
    },
    isAllowed() {
      const at = performance.now()
      return at >= allowedAt && at - answeredAt <= awayMs
    },
  }
}
