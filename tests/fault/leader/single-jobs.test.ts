/** Jobs that run in one process at a time, whatever happens to that process. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
