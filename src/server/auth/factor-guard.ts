import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/types.ts'
import { reject, type Rejection } from '../../contract/refusals/reject.ts'

// We count wrong codes per account, with no time window, so an attacker gains nothing by waiting.
// Every tenth in a row locks the second factor, for an hour at first and twice as long each time.
// With three valid codes at a time, a month of guessing succeeds with a chance below 1 in 2,500.

const MAX_IN_A_ROW = 10
const MAX_LOCK_HOURS = 128

/** The owner of the factor. The caller has locked the row. */
export type Holder = { member: number } | { operator: string }

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

/** How many seconds until we check codes again; null if the factor isn't locked. */
export async function lockedSeconds(tx: Tx, holder: Holder): Promise<number | null> {
  const { table, own } = target(holder)
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from totp_locked_until - now()))::int as seconds
    from ${table} where ${own} and totp_locked_until > now()`.execute(tx)
  return rows[0]?.seconds ?? null
}

/** Ends the count and the lock: after a right code, or with the factor itself. */
export async function forgetWrongCodes(tx: Tx, holder: Holder): Promise<void> {
  const { table, own } = target(holder)
  await sql`update ${table} set totp_failures = 0, totp_locked_until = null
    where ${own} and totp_failures > 0`.execute(tx)
}

/** Counts a wrong code, and locks the factor with every tenth in a row. */
export async function countWrongCode(tx: Tx, holder: Holder): Promise<WrongCode> {
  const { table, own } = target(holder)
  const { rows } = await sql<{ failures: number; first: boolean }>`
    with before as (
      select totp_failures as failures,
        totp_failure_told is distinct from (now() at time zone 'utc')::date as first
      from ${table} where ${own})
    update ${table} set totp_failures = totp_failures + 1,
      totp_failure_told = (now() at time zone 'utc')::date
    from before where ${own} returning before.failures + 1 as failures, before.first`.execute(tx)
  const { failures = 0, first = false } = rows[0] ?? {}
  if (failures % MAX_IN_A_ROW !== 0) return { first, lockedHours: null }
  const lockedHours = Math.min(2 ** (failures / MAX_IN_A_ROW - 1), MAX_LOCK_HOURS)
  await sql`update ${table} set totp_locked_until = now() + make_interval(hours => ${lockedHours})
    where ${own}`.execute(tx)
  return { first, lockedHours }
}

export const refuseLocked = (seconds: number): Rejection =>
  reject('factor_locked', { retryAfterSeconds: seconds })
