import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { forgetOldKeys } from '../book/idempotency.ts'
import { repeat, type Worker } from './repeat.ts'

// Deletes what is no longer needed, so that no table grows with time alone. None of it is history.

const EVERY_MS = 60 * 60 * 1000
/** Rows per statement. The next statement takes the rest. */
const MOST = 5_000

/**
 * Deletes expired rows once an hour until stopped.
 * @param andThen what other areas expire in the same round
 */
export function startForgetting(
  { db, log, stopping }: Context,
  ...andThen: readonly ((db: Db) => Promise<unknown>)[]
): Worker {
  return repeat({ name: 'forgetting', everyMs: EVERY_MS, log, stopping }, async () => {
    await forgetEnded(db)
    for (const end of andThen) await end(db)
  })
}

/**
 * Deletes the answers of idempotency keys after seven days, email links two days after they expire,
 * unverified registrations, resend times after a day, and the tokens of ended sessions.
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
    let forgotten = MOST
    while (forgotten >= MOST) forgotten = Number(await forget(db))
  }
}

async function forgetLinks(db: Db): Promise<bigint | undefined> {
  const { numAffectedRows } = await sql`
    delete from email_tokens where hash in (
      select hash from email_tokens where expires_at < now() - interval '2 days'
      limit ${MOST})`.execute(db)
  return numAffectedRows
}

async function forgetDisputes(db: Db): Promise<bigint | undefined> {
  const { numAffectedRows } = await sql`
    delete from dispute_links where hash in (
      select hash from dispute_links where expires_at < now() - interval '2 days'
      limit ${MOST})`.execute(db)
  return numAffectedRows
}

async function forgetRegistrations(db: Db): Promise<bigint | undefined> {
  const { numAffectedRows } = await sql`
    delete from registrations where no in (
      select no from registrations where expires_at <= now() limit ${MOST})`.execute(db)
  return numAffectedRows
}

async function forgetResends(db: Db): Promise<bigint | undefined> {
  const { numAffectedRows } = await sql`
    delete from verification_resends where (email, network) in (
      select email, network from verification_resends where at < now() - interval '1 day'
      limit ${MOST})`.execute(db)
  return numAffectedRows
}

// Without its session, a token is as good as unknown. While the session is open, its old tokens
// reveal copies.
async function forgetTokens(db: Db): Promise<bigint | undefined> {
  const { numAffectedRows } = await sql`
    delete from refresh_tokens where hash in (
      select hash from refresh_tokens t join sessions s on s.no = t.session_no
      where s.ended_at < now() - interval '1 day' or s.expires_at < now() - interval '1 day'
      limit ${MOST})`.execute(db)
  return numAffectedRows
}
