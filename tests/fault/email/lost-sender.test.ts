import type { ChildProcess } from 'node:child_process'
import { callbackify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { moneyEmail } from '../../../src/server/email/email-templates.ts'
import { enqueueEmails } from '../../../src/server/email/outbox.ts'
import { openSmtpSink, type SmtpSink } from '../../api/email/smtp-sink.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { openPostgresProxy } from '../../support/wire/tcp-proxy.ts'
import { endSenders, startSender } from '../start-sender.ts'

// Two processes send emails, and one of them is killed, frozen, or cut off from the database.

const LEASE = { seconds: 3, wholeSeconds: 3, renewMs: 500 }
const QUICK = { ...LEASE, replyMs: 60_000, sendMs: 60_000 }

let database: TestDatabase
let sink: SmtpSink
const senders: ChildProcess[] = []
/** Recipients that the server was asked about, and those whose whole email it got. */
let [asked, got]: string[][] = [[], []]
let onAsked: () => Promise<void>
let onGot: () => Promise<void>

beforeAll(async () => {
  database = await createTestDatabase()
  sink = await openSmtpSink(
    async ({ recipients: [to = ''] }) => {
      got?.push(to)
      await onGot()
    },
    {
      onRcptTo: ({ address }, _session, done) => {
        asked?.push(address)
        callbackify(onAsked)((error) => done(error))
      },
    },
  )
})
beforeEach(() => {
  ;[asked, got] = [[], []]
  onAsked = onGot = async () => {}
})
afterEach(async () => {
  await endSenders(database, senders)
  await database.db.deleteFrom('emails').execute()
})
afterAll(async () => {
  await sink.close()
  await database.close()
})

function start(times?: typeof QUICK, url = database.urlOfPart('worker')) {
  const texts = [sink.settings, ...(times ? [times] : [])].map((each) => JSON.stringify(each))
  const program = new URL('./email-sender.ts', import.meta.url)
  return startSender(program, [url, ...texts], senders)
}

function enqueue(to: string): Promise<void> {
  const content = moneyEmail({ username: 'reader', language: 'en' }, 'Paid', ['We paid you.'])
  const emails = [{ to, kind: 'money' as const, content }]
  return database.db.transaction().execute((tx) => enqueueEmails(tx, emails))
}

const read = (to: string) =>
  database.db
    .selectFrom('emails')
    .select(['sent_at', 'attempts', 'next_at', 'failure'])
    .where('recipient', '=', to)
    .executeTakeFirstOrThrow()

const sent = (to: string) => until('the email to be sent', async () => (await read(to)).sent_at)

const never = new Promise<never>(() => {})

test.runIf(isLong)(
  'sends an email that a killed process hadn’t handed over within seconds',
  async () => {
    onAsked = async () => (asked?.length === 1 ? await never : undefined)
    await enqueue('killed@example.org')
    const { process: killed } = await start()
    await until('it to begin', () => asked?.length === 1)
    await start()
    killed.kill('SIGKILL')
    const from = performance.now()
    await sent('killed@example.org')
    const tookMs = performance.now() - from
    expect(got).toEqual(['killed@example.org'])
    // The machine may be busy. With leases for a minute, it would be 60 seconds.
    expect(tookMs).toBeLessThan(30_000)
    console.info(`taken over after ${Math.round(tookMs)} ms`)
  },
)

test.runIf(isLong)(
  'a process that was frozen before it sent an email doesn’t send it late',
  async () => {
    const thawed = Promise.withResolvers<void>()
    onAsked = async () => (asked?.length === 1 ? await thawed.promise : undefined)
    await enqueue('frozen@example.org')
    const { process: frozen, said } = await start(QUICK)
    await until('it to begin', () => asked?.length === 1)
    frozen.kill('SIGSTOP')
    await start(QUICK)
    await sent('frozen@example.org')
    thawed.resolve()
    frozen.kill('SIGCONT')
    await until('it to notice', () => said().includes('another process has taken this over'))
    expect(got).toEqual(['frozen@example.org'])
    expect(await read('frozen@example.org')).toMatchObject({ attempts: 2, failure: '' })
  },
)

test.runIf(isLong)(
  'sends an email once, though the database fails for longer than the lease',
  async () => {
    const proxy = await openPostgresProxy(database.urlOfPart('worker'))
    const url = proxy.urlOf(database.urlOfPart('worker'))
    const checked = Promise.withResolvers<void>()
    onGot = () => checked.promise
    await enqueue('away@example.org')
    const both = await Promise.all([start(QUICK, url), start(QUICK, url)])
    await until('the email', () => got?.length === 1)
    proxy.setRefusing(true)
    proxy.cut()
    checked.resolve()
    await until('the lease to run out', async () => {
      return (await read('away@example.org')).next_at.getTime() < Date.now()
    })
    await until('both to notice', () => both.every(({ said }) => said().includes('a round failed')))
    proxy.setRefusing(false)
    await sent('away@example.org')
    expect(got).toEqual(['away@example.org'])
    expect(await read('away@example.org')).toMatchObject({ attempts: 1, failure: '' })
    await proxy.stop()
  },
)
