/**
 * Runs each job in one process at a time. A named lock of our own session decides which one. A
 * second process waits, and takes over when that session ends.
 */
import type { Logger } from 'pino'
import type { StopList } from '../startup/stop-list.ts'
import { openSession, type DirectSession } from './direct-session.ts'
import { JOB_LOCKS } from './locks.ts'

const POLL_MS = 1_000
/** PostgreSQL ends a session that is silent for longer, because its process is frozen. */
const MAX_SILENCE = '10s'

/** The numbers of the locks. Never reuse a number for another job. */
const jobNumbers = {
  'rate feed': 1,
  'chain watcher': 3,
  imports: 9,
  payouts: 4,
  reconciler: 5,
  watcher: 6,
  transparency: 7,
  'deposit addresses': 8,
} as const
type JobName = keyof typeof jobNumbers

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
  let session: DirectSession | null = null
  let isStopped = false
  let looking: Promise<void> = Promise.resolve()

  const stopAll = (): Promise<void> => stopJobs(running, log)
  const connect = async (): Promise<DirectSession> => {
    const opened = await openJobSession(directUrl, name)
    void opened.ended.finally(() => {
      if (session !== opened) return
      // Another process may run them now, so stop them here before anything else.
      session = null
      looking = looking.then(stopAll)
    })
    return (session = opened)
  }
  /** Whether this process has the job's lock now. */
  const lock = async (job: JobName): Promise<boolean> => {
    try {
      const own = session ?? (await connect())
      const asked = [JOB_LOCKS, jobNumbers[job]]
      const [row] = await own.query('select pg_try_advisory_lock($1, $2) as got', asked)
      return row?.got === true
    } catch (error) {
      log.warn({ err: error, job }, 'the jobs’ locks cannot be checked right now')
      return false
    }
  }
  const tryStart = async ({ name: job, start }: Job): Promise<void> => {
    if (isStopped || running.has(job) || !(await lock(job))) return
    try {
      running.set(job, await start())
    } catch (error) {
      await session?.query('select pg_advisory_unlock($1, $2)', [JOB_LOCKS, jobNumbers[job]])
      throw error
    }
  }
  const look = async (): Promise<void> => {
    for (const job of jobs) {
      await tryStart(job).catch((error: unknown) =>
        log.error({ err: error, job: job.name }, 'a job cannot start'),
      )
    }
  }
  const timer = setInterval(() => void (looking = looking.then(look)), POLL_MS)
  stops.add('single jobs', async () => {
    isStopped = true
    clearInterval(timer)
    await looking
    await stopAll()
    const own = session
    session = null
    await own?.end()
  })
  return {
    async add(job) {
      // During startup, a job that fails to start stops the process.
      await tryStart(job)
      jobs.push(job)
    },
    running: () => [...running.keys()],
  }
}

/** A session that sends something every second. If the process freezes, the database ends it. */
const openJobSession = (directUrl: string, name: string): Promise<DirectSession> =>
  openSession(directUrl, name, {
    beatMs: POLL_MS,
    setUp: `set idle_session_timeout = '${MAX_SILENCE}'`,
  })

/** Stops all of them, the last one first. */
async function stopJobs(running: Map<JobName, Running>, log: Logger): Promise<void> {
  for (const [job, { stop }] of [...running].toReversed()) {
    running.delete(job)
    await stop().catch((error: unknown) => log.error({ err: error, job }, 'did not stop cleanly'))
  }
}
