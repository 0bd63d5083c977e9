import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/types.ts'
import { reject, type Rejection } from '../../contract/refusals/reject.ts'

// We count wrong codes per account, until seven days without one. Every tenth locks the second
// factor, for an hour at first and twice as long each time, so an attacker has at most about 220
// guesses in any 30 days: three times 70, with a week between. With three valid codes at a time,
// they succeed with a chance below 1 in 1,500. A right code takes back only the wrong ones of its
// own session, because others may be an attacker's.

const MAX_WRONG = 10
const MAX_LOCK_HOURS = 128
const QUIET_DAYS = 7

/** The owner of the factor. The caller has locked the row. */
export type Holder = { member: number } | { operator: string }

/** Who enters a code, and in which session: null when an operator signs in. */
export type Enterer = Holder & { session: bigint | null }

export type WrongCode = {
  /** Whether this is the first wrong code reported today. */
  first: boolean
  /** How long this code locks the factor; null if it doesn't. */
  lockedHours: number | null
}

const target = (holder: Holder): { table: RawBuilder<unknown>; own: RawBuilder<unknown> } =>
  'member' in holder
    ? { table: sql.table('identities'), own: sql`member_no = ${holder.member}` }
    : { table: sql.table('operators'), own: sql`username = ${holder.operator}` }

const sessionsOf = (holder: Holder) => ('member' in holder ? 'sessions' : 'operator_sessions')

/** How many seconds until we check codes again; null if the factor isn't locked. */
export async function lockedSeconds(tx: Tx, holder: Holder): Promise<number | null> {
  const { table, own } = target(holder)
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from totp_locked_until - now()))::int as seconds
    from ${table} where ${own} and totp_locked_until > now()`.execute(tx)
  return rows[0]?.seconds ?? null
}

/** Ends the count and the lock: after a recovery code, or with the factor itself. */
export const forgetWrongCodes = (tx: Tx, holder: Holder): Promise<void> =>
  takeBack(tx, holder, null)

/**
 * After a right code: takes back the wrong ones of its session, or one wrong code at an operator’s
 * sign-in.
 */
export async function forgiveWrongCodes(tx: Tx, enterer: Enterer): Promise<void> {
  const { session } = enterer
  // Otherwise, operators who mistype a code now and then would be locked longer each time.
  if (session === null) return await takeBack(tx, enterer, 1)
  const sessions = sessionsOf(enterer)
  const row = await tx
    .selectFrom(sessions)
    .select('wrong_codes')
    .where('no', '=', session)
    .where('wrong_codes', '>', 0)
    .executeTakeFirst()
  if (!row) return
  await takeBack(tx, enterer, row.wrong_codes)
  await tx.updateTable(sessions).set({ wrong_codes: 0 }).where('no', '=', session).execute()
}

/** @param wrongCodes how many of them; null for all */
async function takeBack(tx: Tx, holder: Holder, wrongCodes: number | null): Promise<void> {
  const { table, own } = target(holder)
  await sql`update ${table} set totp_locked_until = null,
      totp_failures = greatest(0, totp_failures - ${wrongCodes}::int)
    where ${own} and totp_failures > 0`.execute(tx)
}

/** When a count starts: sessions may still have wrong codes of one that has ended. */
async function forgetInSessions(tx: Tx, holder: Holder): Promise<void> {
  const none = { wrong_codes: 0 }
  const ofHolder =
    'member' in holder
      ? tx
          .updateTable('sessions')
          .set(none)
          .where('member_no', '=', holder.member)
          .where('wrong_codes', '>', 0)
      : tx
          .updateTable('operator_sessions')
          .set(none)
          .where('operator', '=', holder.operator)
          .where('wrong_codes', '>', 0)
  await ofHolder.execute()
}

/** Counts a wrong code, and locks the factor with every tenth. */
export async function countWrongCode(tx: Tx, enterer: Enterer): Promise<WrongCode> {
  const { table, own } = target(enterer)
  const { rows } = await sql<{ failures: number; first: boolean }>`
    with before as (
      select case
          when totp_failure_told < (now() at time zone 'utc')::date - ${QUIET_DAYS}::int then 0
          else totp_failures end as failures,
        totp_failure_told is distinct from (now() at time zone 'utc')::date as first
      from ${table} where ${own})
    update ${table} set totp_failures = before.failures + 1,
      totp_failure_told = (now() at time zone 'utc')::date
    from before where ${own} returning before.failures + 1 as failures, before.first`.execute(tx)
  const { failures = 0, first = false } = rows[0] ?? {}
  if (failures === 1) await forgetInSessions(tx, enterer)
  await tx
    .updateTable(sessionsOf(enterer))
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('no', '=', enterer.session)
    .execute()
  if (failures % MAX_WRONG !== 0) return { first, lockedHours: null }
  const lockedHours = Math.min(2 ** (failures / MAX_WRONG - 1), MAX_LOCK_HOURS)
  await sql`update ${table} set totp_locked_until = now() + make_interval(hours => ${lockedHours})
    where ${own}`.execute(tx)
  return { first, lockedHours }
}

export const refuseLocked = (seconds: number): Rejection =>
  reject('factor_locked', { retryAfterSeconds: seconds })
