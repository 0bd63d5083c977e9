/**
 * Runs each job in one process at a time. The lock of a view by our own session decides which one.
 * A second process waits, and takes over when that session ends.
 */
import type { Logger } from 'pino'
import type { StopList } from '../startup/stop-list.ts'
import type { JobName } from '../../db/grants/job-views.ts'
import { openSession, type DirectSession } from './direct-session.ts'
import { freeJob, JobNotAllowed, tryJobLock } from './job-locks.ts'

const POLL_MS = 1_000
/** PostgreSQL ends a session that is silent for longer, because its process is frozen. */
const MAX_SILENCE = '10s'

const UNCHECKED = 'the jobs’ locks cannot be checked right now'

type Running = { stop(): Promise<unknown> }
type Job = { readonly name: JobName; readonly start: () => Promise<Running> | Running }

export type SingleJobs = {
  /** Starts a job now if no other process runs it, or else as soon as that process stops it. */
  add(job: Job): Promise<void>
  /** The jobs that this process runs. */
  running(): JobName[]
}

export function openSingleJobs(
  directUrl: string,
  name: string,
  log: Logger,
  stops: StopList,
): SingleJobs {
  const jobs: Job[] = []
  const running = new Map<JobName, Running>()
  const refused = new Set<JobName>()
  let isStopped = false
  /** Jobs take their locks and start one after the other. */
  let turn: Promise<void> = Promise.resolve()
  let stopping: Promise<void> = Promise.resolve()

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }
  // Another process may run them now, so stop them here before anything else.
  const locks = openLocks(directUrl, name, () => (stopping = stopJobs(running, log)))
  /** The session that has the job's lock, if it is ours. */
  const lock = (job: JobName): Promise<DirectSession | null> =>
    locks.take(job).catch((error: unknown) => {
      if (!(error instanceof JobNotAllowed)) log.warn({ err: error, job }, UNCHECKED)
      else if (!refused.has(job)) log.error({ err: error, job }, 'this process may not run a job')
      if (error instanceof JobNotAllowed) refused.add(job)
      return null
    })
  const tryStart = async ({ name: job, start }: Job): Promise<void> => {
    // A job of a session that ended may still be stopping.
    await stopping
    if (isStopped || running.has(job)) return
    const own = await lock(job)
    if (!own) return
    try {
      running.set(job, await start())
    } catch (error) {
      await freeJob(own, job)
      throw error
    }
    // While the job started, the session may have ended, and another process may run the job now.
    if (!locks.areHeldBy(own)) await stopJobs(running, log)
  }
  const look = async (): Promise<void> => {
    for (const job of jobs) {
      await tryStart(job).catch((error: unknown) =>
        log.error({ err: error, job: job.name }, 'a job cannot start'),
      )
    }
  }
  const timer = setInterval(() => void inTurn(look), POLL_MS)
  stops.add('single jobs', async () => {
    isStopped = true
    clearInterval(timer)
    await turn
    await stopping
    await stopJobs(running, log)
    await locks.end()
  })
  return {
    async add(job) {
      // During startup, a job that fails to start stops the process.
      await inTurn(() => tryStart(job))
      jobs.push(job)
    },
    running: () => [...running.keys()],
  }
}

/** The session with the jobs' locks, and another one after it has ended. */
function openLocks(directUrl: string, name: string, onLost: () => void) {
  let session: DirectSession | null = null
  const connect = async (): Promise<DirectSession> => {
    const opened = await openJobSession(directUrl, name)
    void opened.ended.finally(() => {
      if (session !== opened) return
      session = null
      onLost()
    })
    return (session = opened)
  }
  return {
    /** The session, if it has the job's lock. One call at a time. */
    async take(job: JobName): Promise<DirectSession | null> {
      const own = session ?? (await connect())
      try {
        return (await tryJobLock(own, job)) ? own : null
      } catch (error) {
        // The transaction with the other locks may have ended. A missing right concerns one job.
        if (!(error instanceof JobNotAllowed)) await own.end()
        throw error
      }
    },
    areHeldBy: (other: DirectSession): boolean => session === other,
    async end(): Promise<void> {
      const own = session
      session = null
      await own?.end()
    },
  }
}

/** A session that sends something every second. If the process freezes, the database ends it. */
const openJobSession = (directUrl: string, name: string): Promise<DirectSession> =>
  openSession(directUrl, name, {
    beatMs: POLL_MS,
    setUp: `set idle_in_transaction_session_timeout = '${MAX_SILENCE}';
      begin isolation level read committed`,
  })

/** Stops all of them at once, because one that hangs must not keep the others running. */
async function stopJobs(running: Map<JobName, Running>, log: Logger): Promise<void> {
  // Another call may be stopping some of them.
  const jobs = [...running].toReversed()
  running.clear()
  await Promise.all(
    jobs.map(([job, { stop }]) =>
      stop().catch((error: unknown) => log.error({ err: error, job }, 'did not stop cleanly')),
    ),
  )
}
