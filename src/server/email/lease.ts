import type { Logger } from 'pino'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { fromNow, given, now, unawaited } from '../../db/expressions.ts'
import type { Db, RowOf } from '../../db/types.ts'

/**
 * Each lease counts as an attempt, so the number and the attempt identify it. A result that another
 * attempt has overtaken is not stored.
 */
export type Attempt = Pick<RowOf<'emails'>, 'no' | 'attempts'>

export type LeaseTimes = {
  readonly seconds: number
  /** How often we renew the lease. */
  readonly renewMs: number
}

export type Lease = {
  /** Whether an email is still ours to send. */
  holds(email: Attempt): Promise<boolean>
  /** Stops renewing an email's lease, so that its result can be stored. */
  release(email: Attempt): Promise<void>
  end(): void
}

/**
 * Renews the lease of emails until each is released, so that no other process sends them too,
 * however slow the SMTP server is. A process that was suspended finds out here what it has lost.
 * @param leasedAt `performance.now()` before the emails were leased
 */
export function holdLease(
  db: Db,
  log: Logger,
  emails: readonly Attempt[],
  leasedAt: number,
  { seconds, renewMs }: LeaseTimes,
): Lease {
  const held = new Map(emails.map(({ no, attempts }) => [no, attempts]))
  let renewedAt = leasedAt
  const renew = async (): Promise<void> => {
    const at = performance.now()
    const nos = [...held.keys()]
    const rows = await renewLeases.rows(db, { nos, attempts: [...held.values()], seconds })
    const ours = new Set(rows.map(({ no }) => no))
    for (const no of nos) if (!ours.has(no)) held.delete(no)
    renewedAt = at
  }
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renew().catch((error: unknown) =>
      log.warn({ err: error }, 'the lease of emails cannot be renewed'),
    )
  }, renewMs)
  return {
    async holds({ no }) {
      if (performance.now() - renewedAt > 2 * renewMs) await renew()
      return held.has(no)
    },
    async release({ no }) {
      held.delete(no)
      await renewing
    },
    end: () => clearInterval(timer),
  }
}

type Leases = { nos: readonly bigint[]; attempts: readonly number[]; seconds: number }

const renewLeases = compileOnce((db, { nos, attempts, seconds }: Given<Leases>) =>
  db
    .updateTable('emails')
    .from(
      given('held', {
        no: { values: nos, type: 'bigint' },
        attempts: { values: attempts, type: 'int' },
      }),
    )
    .set({ next_at: fromNow('secs', seconds) })
    .whereRef('emails.no', '=', 'held.no')
    .whereRef('emails.attempts', '=', 'held.attempts')
    .where('emails.sent_at', 'is', null)
    .where('emails.failed_at', 'is', null)
    .returning('emails.no'),
)

// Doesn't wait for the disk. If a crash loses the mark, we send the email again under the same
// Message-ID, as after a crash before the mark. Payments would wait for these commits.
const markSent = compileOnce((db, { no, attempts }: Given<Attempt>) =>
  db
    .updateTable('emails')
    .from(unawaited)
    .set({ sent_at: now, text: '', content: null })
    .where('no', '=', no)
    .where('attempts', '=', attempts)
    .returning('no'),
)

/** Stores that an attempt sent its email. False if another attempt has overtaken it. */
export async function storeSent(db: Db, { no, attempts }: Attempt): Promise<boolean> {
  return (await markSent.rows(db, { no, attempts })).length > 0
}

/** Why an attempt failed, and when the next one is. */
export type Failure = {
  readonly text: string
  readonly refusals: number
  readonly next: { readonly inSeconds: number } | 'never'
}

/** Stores why an attempt failed. False if another attempt has overtaken it. */
export async function storeFailure(
  db: Db,
  { no, attempts }: Attempt,
  { text, refusals, next }: Failure,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('emails')
    .set({
      failure: text,
      refusals,
      ...(next === 'never'
        ? { failed_at: now, text: '', content: null }
        : { next_at: fromNow('secs', next.inSeconds) }),
    })
    .where('no', '=', no)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
