// A process that sends emails: `node email-sender.ts <database> <SMTP settings> [<times>]`, in JSON.
import { pino } from 'pino'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { startEmailWorker } from '../../../src/server/email/send-emails.ts'

const [, , connectionString = '', settings = '', times] = process.argv
const db = openKysely(openPool({ connectionString, name: 'email sender' }))
const log = pino({ level: 'warn' }, pino.destination({ fd: 1, sync: true }))
startEmailWorker(db, JSON.parse(settings), log, times && JSON.parse(times))
process.stdout.write('started\n')
