/** Each job runs in only one process at a time, whatever happens to that process. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { jobViews, lockViews } from '../../../src/db/grants/job-views.ts'
import { keysOf } from '../../../src/domain/records.ts'
import { openSingleJobs } from '../../../src/server/leader/single-jobs.ts'
import { makeStopList } from '../../../src/server/startup/stop-list.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { programEnv } from '../../support/run-program.ts'
import { isLong } from '../../support/scale.ts'

const log = pino({ level: 'silent' })
const holder = fileURLToPath(new URL('./job-holder.ts', import.meta.url))
let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

/** The jobs of one process. */
function openJobs(name: string, url = database.urlOfPart('worker')) {
  const stops = makeStopList()
  onTestFinished(async () => void (await stops.stopAll(log)))
  return openSingleJobs(url, name, log, stops)
}

async function openClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Takes the lock of a job as processes of the previous version do. */
const takeOld = (client: Client, job: number) =>
  client.query('select pg_try_advisory_lock(7960365, $1) as got', [job])

const nothing = { stop: async () => null }

test('stops a job whose session ended while it started', async () => {
  const [first, second] = [openJobs('first jobs'), openJobs('second jobs')]
  const stopped: string[] = []
  const running = (name: string) => ({ stop: async () => void stopped.push(name) })
  await first.add({ name: 'payouts', start: () => running('payouts') })
  const start = async () => {
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'first jobs'`,
    )
    await until('the lock', async () => {
      await second.add({ name: 'watcher', start: () => nothing })
      return second.running().length > 0
    })
    // It must not wait for the other one to start.
    await until('the running job to stop', () => stopped.includes('payouts'))
    return running('watcher')
  }
  await first.add({ name: 'watcher', start })
  expect(stopped).toEqual(['payouts', 'watcher'])
  expect(second.running()).toEqual(['watcher'])
  expect(first.running()).not.toContain('watcher')
})

test('opens one session for jobs that are added at once', async () => {
  const jobs = openJobs('own jobs')
  const names = ['rate feed', 'chain watcher', 'reconciler'] as const
  await Promise.all(names.map((name) => jobs.add({ name, start: () => nothing })))
  const { rows } = await database.pool.query(
    `select from pg_stat_activity where application_name = 'own jobs'`,
  )
  expect([rows.length, jobs.running()]).toEqual([1, [...names]])
})

test('stops every job although one of them hangs', async () => {
  const jobs = openJobs('hanging jobs')
  const stopped: string[] = []
  const hang = Promise.withResolvers<null>()
  const payouts = { stop: async () => void stopped.push('payouts') }
  await jobs.add({ name: 'payouts', start: () => payouts })
  await jobs.add({ name: 'watcher', start: () => ({ stop: () => hang.promise }) })
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'hanging jobs'`,
  )
  await until('the other one to stop', () => stopped.length > 0)
  expect(jobs.running()).toEqual([])
  hang.resolve(null)
})

test('lets no web role keep a job from running', async () => {
  const web = await openClient(database.urlOfPart('web'))
  // Everything that it may lock.
  for (let job = 1; job < 20; job++) await takeOld(web, job)
  await web.query(`begin; lock table ${lockViews.join(', ')} in access share mode`)
  for (const view of lockViews) {
    await web.query('savepoint one')
    const locking = web.query(`lock table ${view} in row share mode nowait`)
    await expect(locking).rejects.toMatchObject({ code: '42501' })
    await web.query('rollback to savepoint one')
  }
  const jobs = openJobs('jobs')
  const names = keysOf(jobViews)
  for (const name of names) await jobs.add({ name, start: () => nothing })
  expect(jobs.running()).toEqual(names)
})

test.runIf(isLong)('excludes processes of the previous version, and they exclude it', async () => {
  const old = await openClient(database.urlOfPart('worker'))
  await takeOld(old, 4)
  const jobs = openJobs('new jobs')
  await jobs.add({ name: 'payouts', start: () => nothing })
  await jobs.add({ name: 'watcher', start: () => nothing })
  expect(jobs.running()).toEqual(['watcher'])
  expect((await takeOld(old, 6)).rows).toEqual([{ got: false }])
  await old.query('select pg_advisory_unlock(7960365, 4)')
  await until('the job to move', () => jobs.running().includes('payouts'))
  expect((await takeOld(old, 4)).rows).toEqual([{ got: false }])
})

test('frees the lock of a job that can’t start, and keeps the others', async () => {
  const [first, second] = [openJobs('failing jobs'), openJobs('waiting jobs')]
  await first.add({ name: 'closings', start: () => nothing })
  const failing = {
    name: 'imports' as const,
    start: () => {
      throw new Error('no')
    },
  }
  await expect(first.add(failing)).rejects.toThrow('no')
  await second.add({ name: 'imports', start: () => nothing })
  await second.add({ name: 'closings', start: () => nothing })
  expect([first.running(), second.running()]).toEqual([['closings'], ['imports']])
})

test.runIf(isLong)('keeps the other jobs if its role may not run one', async () => {
  const own = await createTestDatabase()
  onTestFinished(() => own.close())
  await own.pool.query(`revoke all on ${jobViews.watcher} from twofold_worker`)
  const jobs = openJobs('jobs with fewer rights', own.urlOfPart('worker'))
  let starts = 0
  const start = () => {
    starts += 1
    return nothing
  }
  await jobs.add({ name: 'payouts', start })
  await jobs.add({ name: 'watcher', start: () => nothing })
  // Two rounds.
  await wait(2_500)
  expect([jobs.running(), starts]).toEqual([['payouts'], 1])
})

test('holds up no vacuum while jobs run', async () => {
  const jobs = openJobs('idle jobs')
  await jobs.add({ name: 'reconciler', start: () => nothing })
  const { rows } = await database.pool.query(
    `select backend_xid, backend_xmin from pg_stat_activity where application_name = 'idle jobs'`,
  )
  expect(rows).toEqual([{ backend_xid: null, backend_xmin: null }])
})

test.runIf(isLong)(
  'moves a job away from a frozen process, which stops it when it wakes',
  async () => {
    const child = spawn(process.execPath, [holder, database.url], { env: programEnv })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')))
    const stops = makeStopList()
    try {
      await until('the job', () => output.includes('started'))
      const jobs = openSingleJobs(database.url, 'jobs', log, stops)
      await jobs.add({ name: 'watcher', start: () => ({ stop: async () => null }) })
      expect(jobs.running()).toEqual([])
      child.kill('SIGSTOP')
      await until('the takeover', () => jobs.running().length > 0, { deadlineMs: 30_000 })
      child.kill('SIGCONT')
      await until('the stop', () => output.includes('stopped'))
    } finally {
      await stops.stopAll(log)
      child.kill('SIGKILL')
    }
  },
)
