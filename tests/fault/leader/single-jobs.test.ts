/** Each job runs in only one process at a time, whatever happens to that process. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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
function openJobs(name: string) {
  const stops = makeStopList()
  onTestFinished(async () => void (await stops.stopAll(log)))
  return openSingleJobs(database.url, name, log, stops)
}

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
