import type { DirectSession } from './direct-session.ts'

/**
 * Taken by the session of the process that leads the ledger, in a transaction that stays open. Only
 * roles that write the ledger may lock this table; an advisory lock, anyone may take. Nothing is
 * written in it, so it holds up no vacuum.
 */
export const LEADER_LOCK = 'lock table leader_lock in exclusive mode'

/**
 * Whether this session has the lock within 0.4 seconds, in a transaction that then stays open.
 * While LOCK waits, PostgreSQL keeps a snapshot of its catalogs, and no vacuum removes a row that
 * died since. So a wait must be short. PostgreSQL logs statements that take half a second.
 */
export async function tryLeaderLock(session: DirectSession): Promise<boolean> {
  await session.query(`begin isolation level read committed;
    set local lock_timeout = '400ms'; do $$ begin
      ${LEADER_LOCK};
    exception when lock_not_available then null; end $$`)
  const [row] = await session.query(`select exists (select from pg_locks
    where relation = 'leader_lock'::regclass and pid = pg_backend_pid() and granted) as got`)
  if (row?.got === true) return true
  await session.query('rollback')
  return false
}

/** The class of the advisory locks of jobs that run once. `single-jobs.ts` numbers the jobs. */
export const JOB_LOCKS = 7_960_365
