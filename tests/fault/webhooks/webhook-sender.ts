// A process that sends webhooks: `node webhook-sender.ts <database> <secret> <pace> [held]`. The
// pace is JSON. `held` lets it look up hosts only once it gets a line on its standard input.
import { once } from 'node:events'
import { pino } from 'pino'
import { z } from 'zod'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { startWebhooks } from '../../../src/server/webhooks/send-events.ts'

const ms = z.number()
const pace = { lookEveryMs: ms, leaseMs: ms, renewMs: ms, firstRetryMs: ms }
/** Without a pace, that of the product. */
const Pace = z.union([z.strictObject(pace), z.strictObject({})])

const [, , connectionString = '', authSecret = '', paceText = '{}', held] = process.argv
const db = openKysely(openPool({ connectionString, name: 'webhook sender' }))
const log = pino({ level: 'warn' }, pino.destination({ fd: 1, sync: true }))
const config = { production: false, authSecret, alertEmail: 'watch@example.org' }
const stopping = new AbortController().signal
const resolve = async () => {
  process.stdout.write('looks up a host\n')
  if (held !== undefined) await once(process.stdin, 'data')
  return [{ address: '127.0.0.1', family: 4 } as const]
}
startWebhooks({ db, log, config, stopping }, { ...Pace.parse(JSON.parse(paceText)), resolve })
process.stdout.write('started\n')
