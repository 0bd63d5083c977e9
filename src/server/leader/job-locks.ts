import { jobViews, type JobName } from '../../db/grants/job-views.ts'
import type { DirectSession } from './direct-session.ts'

// A session holds the locks of its jobs in one transaction, which stays open and writes nothing, so
// it holds up no vacuum. Statements have no parameters, because PostgreSQL would keep the snapshot
// of the last one that had. Jobs take their locks one after the other.

/** The advisory locks that processes of the previous version take. */
const OLD_CLASS = 7_960_365
const oldNumbers: Record<JobName, number> = {
  'rate feed': 1,
  'chain watcher': 3,
  imports: 9,
  payouts: 4,
  reconciler: 5,
  watcher: 6,
  transparency: 7,
  'deposit addresses': 8,
  'disputed withdrawals': 10,
  closings: 11,
}

/** The role lacks the right to a job's lock. The session keeps its other locks. */
export class JobNotAllowed extends Error {
  override name = 'JobNotAllowed'
}

/**
 * Takes a job's lock if it is free, without waiting. The session must be in a transaction.
 * @throws JobNotAllowed
 */
export async function tryJobLock(session: DirectSession, job: JobName): Promise<boolean> {
  await session.query('savepoint job')
  let isTaken = false
  try {
    isTaken = (await lockView(session, jobViews[job])) && (await passOld(session, job))
  } finally {
    if (!isTaken) await undo(session)
  }
  return isTaken
}

/** Frees the lock that was taken last. A session that has ended has none. */
export async function freeJob(session: DirectSession, job: JobName): Promise<void> {
  const old = `${OLD_CLASS}, ${oldNumbers[job]}`
  await session.query(`select pg_advisory_unlock(${old})`).catch(() => {})
  await undo(session)
}

/** Back to before the last savepoint, which also ends an error. */
async function undo(session: DirectSession): Promise<void> {
  await session.query('rollback to savepoint job; release savepoint job').catch(() => {})
}

// A statement that fails could end the session, because a beat may come before the rollback.
async function lockView(session: DirectSession, view: string): Promise<boolean> {
  await session.query(`do $$ begin lock table ${view} in exclusive mode nowait;
    exception when lock_not_available or insufficient_privilege then null; end $$`)
  const [row] = await session.query(
    `select exists (select from pg_locks where relation = '${view}'::regclass
      and pid = pg_backend_pid() and mode = 'ExclusiveLock' and granted) as got,
      has_table_privilege('${view}', 'update') as may`,
  )
  if (row?.got !== true && row?.may === false)
    throw new JobNotAllowed(`the role may not lock ${view}`)
  return row?.got === true
}

/**
 * Takes the old lock, too. False if a process of the previous version may have it, because its role
 * may lock the view. Anyone else can't keep the job from running.
 */
async function passOld(session: DirectSession, job: JobName): Promise<boolean> {
  const [id, number] = [OLD_CLASS, oldNumbers[job]]
  const [row] = await session.query(
    `select pg_try_advisory_lock(${id}, ${number}) or (
      select bool_and(not has_table_privilege(a.usesysid, '${jobViews[job]}'::regclass, 'update'))
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and a.datname = current_database()
        and l.database = a.datid and l.classid = ${id} and l.objid = ${number}) as got`,
  )
  return row?.got === true
}
