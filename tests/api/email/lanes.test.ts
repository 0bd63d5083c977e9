import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { moneyEmail } from '../../../src/server/email/email-templates.ts'
import { enqueueEmails } from '../../../src/server/email/outbox.ts'
import { startEmailWorker, type EmailWorker } from '../../../src/server/email/send-emails.ts'
import { until } from '../../support/poll.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts'

// Mailboxes whose server takes its time, and the emails to others meanwhile.

let edge: Edge
let sink: SmtpSink
const workers: EmailWorker[] = []
/** Continues each email to a slow mailbox, as its server would at last. */
const waiting: (() => void)[] = []
let isSlow = true
let mostAtOnce = 0

beforeAll(async () => {
  edge = await openEdge()
  sink = await openSmtpSink(() => Promise.resolve(), {
    onRcptTo({ address }, _session, done) {
      if (!/^slow/i.test(address)) return done()
      waiting.push(done)
      mostAtOnce = Math.max(mostAtOnce, waiting.length)
      if (!isSlow) setTimeout(release, 20)
    },
  })
})
afterEach(async () => {
  isSlow = false
  release()
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await edge.db.deleteFrom('emails').execute()
  mostAtOnce = 0
})
afterAll(async () => {
  await sink.close()
  await edge.close()
})

const release = (): void => {
  for (const done of waiting.splice(0)) done()
}

const startWorker = (): void =>
  void workers.push(startEmailWorker(edge.db, sink.settings, pino({ level: 'silent' })))

async function enqueue(kind: 'money' | 'security', ...recipients: string[]): Promise<void> {
  const content = moneyEmail({ username: 'reader', language: 'en' }, 'Paid', ['We paid you.'])
  const emails = recipients.map((to) => ({ to, kind, content }))
  await edge.db.transaction().execute((tx) => enqueueEmails(tx, emails))
}

async function countSent(): Promise<number> {
  const rows = await edge.db
    .selectFrom('emails')
    .select('no')
    .where('sent_at', 'is not', null)
    .execute()
  return rows.length
}

const spellings = ['slow@example.org', 'Slow@example.org', 'slow@Example.org']
const many = (count: number): string[] =>
  Array.from({ length: count }, (_, no) => spellings[no % 3] ?? '')

test('keeps one lane per mailbox, so that a slow one delays nobody else', async () => {
  isSlow = true
  await enqueue('security', ...many(40))
  await enqueue('security', 'reset@example.org')
  await enqueue('money', 'paid@example.org', 'paid-too@example.org')
  startWorker()
  await until('the others’ emails', async () => (await countSent()) === 3)
  expect(waiting).toHaveLength(1)
})

test('keeps the other lanes of each process free', async () => {
  isSlow = true
  await enqueue('security', ...many(40))
  for (let i = 0; i < 2; i++) startWorker()
  await until('a lane of each process', () => waiting.length === 2)
  await enqueue('security', 'reset@example.org')
  await until('the other email', async () => (await countSent()) === 1)
  expect(mostAtOnce).toBe(2)
})

test('sends the emails to one mailbox one after another, without pauses', async () => {
  isSlow = false
  await enqueue('security', ...many(20))
  const since = performance.now()
  startWorker()
  await until('all emails', async () => (await countSent()) === 20, { everyMs: 20 })
  expect(mostAtOnce).toBe(1)
  // A pause after each would take ten seconds.
  expect(performance.now() - since).toBeLessThan(8_000)
})
