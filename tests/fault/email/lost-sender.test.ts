import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { callbackify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { moneyEmail } from '../../../src/server/email/email-templates.ts'
import { enqueueEmails } from '../../../src/server/email/outbox.ts'
import { openSmtpSink, type SmtpSink } from '../../api/email/smtp-sink.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { programEnv } from '../../support/run-program.ts'
import { isLong } from '../../support/scale.ts'
import { openPostgresProxy } from '../../support/tcp-proxy.ts'

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
  for (const sender of senders.splice(0)) sender.kill('SIGKILL')
  await database.db.deleteFrom('emails').execute()
})
afterAll(async () => {
  await sink.close()
  await database.close()
})

async function startSender(times?: typeof QUICK, url = database.urlOfPart('worker')) {
  const program = fileURLToPath(new URL('./email-sender.ts', import.meta.url))
  const texts = [sink.settings, ...(times ? [times] : [])].map((each) => JSON.stringify(each))
  const stdio = ['ignore', 'pipe', 2] as const
  const args = [program, url, ...texts]
  const sender = spawn(process.execPath, args, { env: programEnv, stdio: [...stdio] })
  senders.push(sender)
  let said = ''
  sender.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  await until('a sender to start', () => said.includes('started'))
  return { process: sender, said: () => said }
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

test('sends an email that a killed process hadn’t handed over within seconds', async () => {
  onAsked = async () => (asked?.length === 1 ? await never : undefined)
  await enqueue('killed@example.org')
  const { process: killed } = await startSender()
  await until('it to begin', () => asked?.length === 1)
  await startSender()
  killed.kill('SIGKILL')
  const from = performance.now()
  await sent('killed@example.org')
  const tookMs = performance.now() - from
  expect(got).toEqual(['killed@example.org'])
  // The machine may be busy. With leases for a minute, it would be 60 seconds.
  expect(tookMs).toBeLessThan(30_000)
  console.info(`taken over after ${Math.round(tookMs)} ms`)
})

test('a process that was frozen before it sent an email doesn’t send it late', async () => {
  const thawed = Promise.withResolvers<void>()
  onAsked = async () => (asked?.length === 1 ? await thawed.promise : undefined)
  await enqueue('frozen@example.org')
  const { process: frozen, said } = await startSender(QUICK)
  await until('it to begin', () => asked?.length === 1)
  frozen.kill('SIGSTOP')
  await startSender(QUICK)
  await sent('frozen@example.org')
  thawed.resolve()
  frozen.kill('SIGCONT')
  await until('it to notice', () => said().includes('another process has taken'))
  expect(got).toEqual(['frozen@example.org'])
  expect(await read('frozen@example.org')).toMatchObject({ attempts: 2, failure: '' })
})

test.runIf(isLong)(
  'sends an email once, though the database fails for longer than the lease',
  async () => {
    const proxy = await openPostgresProxy(database.urlOfPart('worker'))
    const url = proxy.urlOf(database.urlOfPart('worker'))
    const checked = Promise.withResolvers<void>()
    onGot = () => checked.promise
    await enqueue('away@example.org')
    const both = await Promise.all([startSender(QUICK, url), startSender(QUICK, url)])
    await until('the email', () => got?.length === 1)
    proxy.setRefusing(true)
    proxy.cut()
    checked.resolve()
    await until('the lease to run out', async () => {
      return (await read('away@example.org')).next_at.getTime() < Date.now()
    })
    await until('both to notice', () =>
      both.every(({ said }) => said().includes('the outbox cannot be read')),
    )
    proxy.setRefusing(false)
    await sent('away@example.org')
    expect(got).toEqual(['away@example.org'])
    expect(await read('away@example.org')).toMatchObject({ attempts: 1, failure: '' })
    await proxy.stop()
  },
)
