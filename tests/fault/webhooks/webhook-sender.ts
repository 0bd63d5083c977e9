// A process that sends webhooks: `node webhook-sender.ts <database> <secret>`.
import { pino } from 'pino'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { startWebhooks } from '../../../src/server/webhooks/send-events.ts'

const [, , connectionString = '', authSecret = ''] = process.argv
const db = openKysely(openPool({ connectionString, name: 'webhook sender' }))
const log = pino({ level: 'silent' })
const config = { production: false, authSecret, alertEmail: 'watch@example.org' }
const stopping = new AbortController().signal
const pace = { lookEveryMs: 50, leaseMs: 3_000, firstRetryMs: 20 }
startWebhooks({ db, log, config, stopping }, pace)
process.stdout.write('started\n')
