import { escapeIdentifier, type Pool } from 'pg'
import { keysOf } from '../domain/records.ts'
import { isDuplicate, isServerError } from './errors.ts'

// A statement must end on the server, and not only when the caller gives up. The limits are
// settings of the role, because PgBouncer refuses them at the start of a session, and in
// transaction mode a session's own settings would reach the next user of its server connection.

/** In milliseconds. The ledger writer sets stricter ones in its own transactions (`lock_book`). */
export const roleLimits = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} as const

/** What our code relies on, and a server or database may set otherwise. */
const usual = { DateStyle: 'ISO', default_transaction_isolation: 'read committed' } as const

type Limit = keyof typeof roleLimits | keyof typeof usual
const limitNames: readonly Limit[] = [...keysOf(roleLimits), ...keysOf(usual)]

/**
 * Gives our own role the limits and other settings that it lacks in this database. Any role may set
 * its own. A limit that an administrator has set stays. Returns the names of the added ones.
 */
export async function ensureRoleLimits(pool: Pool): Promise<Limit[]> {
  const missing = await findUnlimited(pool)
  if (missing.length === 0) return []
  const { rows } = await pool.query<{ role: string; database: string }>(
    'select session_user as role, current_database() as database',
  )
  const [who] = rows
  if (!who) throw new Error('The database did not report our role.')
  const [role, database] = [escapeIdentifier(who.role), escapeIdentifier(who.database)]
  for (const name of missing) {
    const set = `set ${name} = '${{ ...roleLimits, ...usual }[name]}'`
    await changeRole(pool, `alter role ${role} in database ${database} ${set}`)
  }
  return missing
}

const TRIES = 10

/**
 * Repeats a change that PostgreSQL refuses because another session changed the role's settings
 * meanwhile. At the first start of an installation, several processes of one role do this.
 */
async function changeRole(pool: Pool, statement: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await pool.query(statement)
      return
    } catch (error) {
      if (tries === TRIES || !isOvertaken(error)) throw error
    }
  }
}

/** The message is of an internal error (XX000), which PostgreSQL doesn't translate. */
const isOvertaken = (error: unknown): boolean =>
  isDuplicate(error) || (isServerError(error) && error.message === 'tuple concurrently updated')

/** The limits that aren't in force on a connection of this pool. */
export async function findUnlimited(pool: Pool): Promise<Limit[]> {
  const { rows } = await pool.query<{ name: Limit }>(
    `select name from pg_settings where name = any($1) and setting = '0'
      or name = 'DateStyle' and setting not like 'ISO%'
      or name = 'default_transaction_isolation' and setting <> 'read committed'`,
    [keysOf(roleLimits)],
  )
  const off = new Set(rows.map(({ name }) => name))
  return limitNames.filter((name) => off.has(name))
}
