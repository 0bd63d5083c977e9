import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { forgetOldKeys } from '../book/idempotency.ts'
import { repeat, type Worker } from './repeat.ts'

// What is of no use any more goes, so that no table grows with time alone: nothing here is history.

const everyMs = 60 * 60 * 1000
/** Rows of one statement; what is left over goes with the next. */
const most = 5_000

/**
 * Deletes what has ended once an hour until stopped.
 * @param andThen what other rooms end in the same round
 */
export function startForgetting(
  { db, log, stopping }: Context,
  ...andThen: readonly ((db: Db) => Promise<unknown>)[]
): Worker {
  return repeat({ name: 'forgetting', everyMs, log, stopping }, async () => {
    await forgetEnded(db)
    for (const end of andThen) await end(db)
  })
}

/**
 * Forgets the answers of idempotency keys after seven days, links in emails two days after their
 * end, registrations that nobody verified, when an email was last sent again after a day, and the
 * tokens of sessions that have ended.
 */
export async function forgetEnded(db: Db): Promise<void> {
  for (const forget of [
    forgetOldKeys,
    forgetLinks,
    forgetDisputes,
    forgetRegistrations,
    forgetResends,
    forgetTokens,
  ]) {
    let forgotten = most
    while (forgotten >= most) forgotten = Number(await forget(db))
  }
}

async function forgetLinks(db: Db): Promise<bigint | undefined> {
  const { numAffectedRows } = await sql`
    delete from email_tokens where hash in (
      select hash from email_tokens where expires_at < now() - interval '2 days'
      limit ${most})`.execute(db)
  return numAffectedRows
}

async function forgetDisputes(db: Db): Promise<bigint | undefined> {
  const { numAffectedRows } = await sql`
    delete from dispute_links where hash in (
      select hash from dispute_links where expires_at < now() - interval '2 days'
      limit ${most})`.execute(db)
  return numAffectedRows
}

async function forgetRegistrations(db: Db): Promise<bigint | undefined> {
  const { numAffectedRows } = await sql`
    delete from registrations where no in (
      select no from registrations where expires_at <= now() limit ${most})`.execute(db)
  return numAffectedRows
}

async function forgetResends(db: Db): Promise<bigint | undefined> {
  const { numAffectedRows } = await sql`
    delete from verification_resends where (email, network) in (
      select email, network from verification_resends where at < now() - interval '1 day'
      limit ${most})`.execute(db)
  return numAffectedRows
}

// Without its session a token is as good as unknown; while it lives, its old ones tell of copies.
async function forgetTokens(db: Db): Promise<bigint | undefined> {
  const { numAffectedRows } = await sql`
    delete from refresh_tokens where hash in (
      select hash from refresh_tokens t join sessions s on s.no = t.session_no
      where s.ended_at < now() - interval '1 day' or s.expires_at < now() - interval '1 day'
      limit ${most})`.execute(db)
  return numAffectedRows
}
