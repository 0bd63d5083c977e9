/** Leases of work that any process may do, and that must not wait long for one that was killed. */

export type Lease = {
  /** Whether the work is still ours. A process that was suspended finds out here. */
  holds(): Promise<boolean>
  /** Stops renewing, and waits for the renewal under way. */
  release(): Promise<void>
}

/** Another process does this work now. */
export class NotOurs extends Error {
  override name = 'NotOurs'
}

type Options = {
  /** Renews the lease. False if another process has the work. */
  readonly renew: () => Promise<boolean>
  readonly renewMs: number
  /** `performance.now()` before the work was leased. */
  readonly leasedAt: number
  readonly onError: (error: unknown) => void
}

/** Renews a lease until it is released, so that no other process does the same work. */
export function holdLease({ renew, renewMs, leasedAt, onError }: Options): Lease {
  let [isOurs, renewedAt] = [true, leasedAt]
  let renewing: Promise<void> | undefined
  const renewNow = async (): Promise<void> => {
    const at = performance.now()
    isOurs = await renew()
    renewedAt = at
  }
  const timer = setInterval(() => {
    // While the database is away, renewals must not pile up.
    if (!isOurs || renewing) return
    renewing = renewNow()
      .catch(onError)
      .finally(() => (renewing = undefined))
  }, renewMs)
  return {
    async holds() {
      if (isOurs && performance.now() - renewedAt > 2 * renewMs) await renewNow()
      return isOurs
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
 * moment to renew them, and so a process that got no answer for long waits as well.
 * @param awayMs how long without an answer counts as away
 * @param graceMs how long the others get
 */
export function openTakeOver(awayMs: number, graceMs: number): TakeOver {
  let answeredAt = performance.now()
  // When we start, we don't know whether the database was away.
  let allowedAt = answeredAt + graceMs
  return {
    answered() {
      const at = performance.now()
      if (at - answeredAt > awayMs) allowedAt = at + graceMs
      answeredAt = at
    },
    isAllowed: () => performance.now() >= allowedAt,
  }
}
