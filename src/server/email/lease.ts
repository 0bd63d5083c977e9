import { compileOnce, type Given } from '../../db/compiled.ts'
import { fromNow, now, unawaited } from '../../db/expressions.ts'
import type { Db, RowOf } from '../../db/types.ts'

/**
 * Each lease counts as an attempt, so the number and the attempt identify it. A result that another
 * attempt has overtaken is not stored.
 */
export type Attempt = Pick<RowOf<'emails'>, 'no' | 'attempts'>

export type LeaseTimes = {
  readonly seconds: number
  /** How long it lasts once the SMTP server has the whole email. */
  readonly wholeSeconds: number
  /** How often we renew it. */
  readonly renewMs: number
}

const extend = compileOnce((db, { no, attempts, seconds }: Given<Attempt & { seconds: number }>) =>
  db
    .updateTable('emails')
    .from(unawaited)
    .set({ next_at: fromNow('secs', seconds) })
    .where('no', '=', no)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null),
)

/**
 * Renews the lease of an email, so that no other process sends it too, however slow the SMTP server
 * is. False if another one has it. If a crash loses this, the lease is only shorter.
 */
export async function renewLease(db: Db, { no, attempts }: Attempt, seconds: number) {
  return (await extend.run(db, { no, attempts, seconds })) === 1n
}

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
