// A process that runs a job which no other process may run: `node job-holder.ts <url>`.
import { pino } from 'pino'
import { openSingleJobs } from '../../../src/server/leader/single-jobs.ts'
import { makeStopList } from '../../../src/server/startup/stop-list.ts'

const log = pino({ level: 'silent' })
const jobs = openSingleJobs(process.argv[2] ?? '', 'jobs', log, makeStopList())
await jobs.add({
  name: 'watcher',
  start: () => {
    process.stdout.write('started\n')
    return { stop: async () => void process.stdout.write('stopped\n') }
  },
})
