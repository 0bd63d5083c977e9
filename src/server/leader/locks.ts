import { sql, type RawBuilder } from 'kysely'
import { openSession, type DirectSession } from './direct-session.ts'

/**
 * The leading process's session holds this lock, in a transaction that stays open. Only roles that
 * write the ledger may lock this view, whereas anyone may take an advisory lock. The transaction
 * writes nothing, so it holds up no vacuum. It is a view because vacuum has to lock every table.
 */
const LEADERSHIP = 'leadership'
/** What processes of the previous version lock. An election needs both locks. */
const OLD_LOCK = 'leader_lock'

/** Fails at once if another process has one of them. */
export const LEADER_LOCKS_NOW = `lock table ${LEADERSHIP}, ${OLD_LOCK} in exclusive mode nowait`

const BEAT_MS = 1_000
/** The longest that a live process's main thread may stall (`alive-thread.ts`). */
const MAX_SILENCE_MS = 15_000

/**
 * A session that waits for the lock and then holds it. It sends something every second. PostgreSQL
 * ends it when it falls silent, because its process may have frozen before anyone knew that it
 * leads.
 */
export const openLockSession = (
  directUrl: string,
  holder: string,
  { beatMs = BEAT_MS, silenceMs = MAX_SILENCE_MS } = {},
): Promise<DirectSession> =>
  openSession(directUrl, `leader:${holder}`, {
    beatMs,
    setUp: `set idle_in_transaction_session_timeout = ${silenceMs}`,
  })

/**
 * Tries for 0.4 seconds to take the lock, in a transaction that then stays open. While LOCK waits,
 * PostgreSQL keeps a snapshot of its catalogs, and vacuum can't remove rows that die in the
 * meantime. So each wait must be short. PostgreSQL logs statements that take half a second.
 */
export async function tryLeaderLock(session: DirectSession): Promise<boolean> {
  await session.query(`begin isolation level read committed; set local lock_timeout = '400ms'`)
  const isFree = await tryLock(session, LEADERSHIP)
  await session.query('savepoint old_lock')
  if (isFree && (await tryLock(session, OLD_LOCK))) return true
  await session.query('rollback')
  return false
}

async function tryLock(session: DirectSession, relation: string): Promise<boolean> {
  await session.query(`do $$ begin lock table ${relation} in exclusive mode;
    exception when lock_not_available then null; end $$`)
  const [row] = await session.query(`select exists (select from pg_locks
    where relation = '${relation}'::regclass and pid = pg_backend_pid() and granted) as got`)
  return row?.got === true
}

/**
 * Lets vacuum freeze the table of the old lock. Call it after the election. A process of an older
 * version may then take that lock. It begins an epoch of its own, which ends this one's term, and
 * no process of this version leads until the old one has stopped.
 */
export async function freeOldLock(session: DirectSession): Promise<void> {
  await session.query('rollback to savepoint old_lock')
}

/** Identifies a session, also among the sessions of other servers. */
export type LockSession = Pick<DirectSession, 'pid' | 'name'>

/**
 * SQL that checks whether a session has the lock now. The next holder changes the leader only after
 * it has the lock, so under the lock of the batches, the answer stays true long enough.
 */
export const hasLeaderLock = ({ pid, name }: LockSession): RawBuilder<boolean> =>
  sql<boolean>`exists (select from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.relation = ${sql.lit(LEADERSHIP)}::regclass and l.database = a.datid
      and a.datname = current_database() and l.mode = 'ExclusiveLock' and l.granted
      and l.pid = ${pid}::int and a.application_name = ${name})`
