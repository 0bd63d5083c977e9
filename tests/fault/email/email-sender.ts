// A process that sends emails: `node email-sender.ts <database> <settings> [<times>]`, in JSON.
import { pino } from 'pino'
import { z } from 'zod'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { startEmailWorker } from '../../../src/server/email/send-emails.ts'

const Settings = z.object({ smtpUrl: z.string(), from: z.string(), host: z.string() })
const [seconds, ms] = [z.number(), z.number()]
const lease = { seconds, wholeSeconds: seconds, renewMs: ms }
const Times = z.object({ ...lease, replyMs: ms, sendMs: ms })

const [, , connectionString = '', settingsText = '', timesText] = process.argv
const settings = Settings.parse(JSON.parse(settingsText))
const times = timesText === undefined ? undefined : Times.parse(JSON.parse(timesText))
const db = openKysely(openPool({ connectionString, name: 'email sender' }))
const log = pino({ level: 'warn' }, pino.destination({ fd: 1, sync: true }))
startEmailWorker({ db, log, stopping: new AbortController().signal }, settings, times)
process.stdout.write('started\n')
