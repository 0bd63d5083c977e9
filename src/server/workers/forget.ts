import { now, ago } from '../../db/expressions.ts'
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

async function forgetLinks(db: Db): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('email_tokens')
    .where('hash', 'in', (eb) =>
      eb
        .selectFrom('email_tokens')
        .select('hash')
        .where('expires_at', '<', ago('days', 2))
        .limit(MOST),
    )
    .executeTakeFirst()
  return numDeletedRows
}

async function forgetDisputes(db: Db): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('dispute_links')
    .where('hash', 'in', (eb) =>
      eb
        .selectFrom('dispute_links')
        .select('hash')
        .where('expires_at', '<', ago('days', 2))
        .limit(MOST),
    )
    .executeTakeFirst()
  return numDeletedRows
}

async function forgetRegistrations(db: Db): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('registrations')
    .where('no', 'in', (eb) =>
      eb.selectFrom('registrations').select('no').where('expires_at', '<=', now).limit(MOST),
    )
    .executeTakeFirst()
  return numDeletedRows
}

async function forgetResends(db: Db): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('verification_resends')
    .where(
      (eb) => eb.refTuple('email', 'network'),
      'in',
      (eb) =>
        eb
          .selectFrom('verification_resends')
          .select(['email', 'network'])
          .where('at', '<', ago('days', 1))
          .limit(MOST)
          .$asTuple('email', 'network'),
    )
    .executeTakeFirst()
  return numDeletedRows
}

// Without its session, a token is as good as unknown. While the session is open, its old tokens
// reveal copies.
async function forgetTokens(db: Db): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('refresh_tokens')
    .where('hash', 'in', (eb) =>
      eb
        .selectFrom('refresh_tokens')
        .innerJoin('sessions', 'sessions.no', 'refresh_tokens.session_no')
        .select('refresh_tokens.hash')
        .where((inner) =>
          inner.or([
            inner('sessions.ended_at', '<', ago('days', 1)),
            inner('sessions.expires_at', '<', ago('days', 1)),
          ]),
        )
        .limit(MOST),
    )
    .executeTakeFirst()
  return numDeletedRows
}
