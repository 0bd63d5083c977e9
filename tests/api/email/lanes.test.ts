import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { moneyEmail } from '../../../src/server/email/email-templates.ts'
import { enqueueEmails } from '../../../src/server/email/outbox.ts'
import { alertEmail } from '../../../src/server/email/staff-emails.ts'
import { startEmailWorker } from '../../../src/server/email/send-emails.ts'
import type { Worker } from '../../../src/server/workers/repeat.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts'

// Mailboxes and domains whose server takes its time, and the emails to others meanwhile.

let edge: Edge
let sink: SmtpSink
const workers: Worker[] = []
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

const startWorker = (): void => void workers.push(startEmailWorker(edge.context, sink.settings))

type Kind = 'money' | 'security' | 'verification'

async function enqueue(kind: Kind, ...recipients: string[]): Promise<void> {
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

test('sends an alert before the notices of staff that are due', async () => {
  await enqueue('security', ...Array.from({ length: 30 }, () => 'watch@example.org'))
  const content = alertEmail({ text: 'Custody value', limit: '100 percent', value: '80 percent' })
  const alert = { to: 'watch@example.org', kind: 'security', isFirst: true, content } as const
  await edge.db.transaction().execute((tx) => enqueueEmails(tx, [alert]))
  startWorker()
  await until('all emails', async () => (await countSent()) === 31)
  const { rows } = await sql<{ subject: string }>`select subject from emails
    order by sent_at limit 1`.execute(edge.db)
  expect(rows[0]?.subject).toContain('Custody value')
})

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

test('keeps a lane free from a domain whose server is slow', async () => {
  isSlow = true
  await enqueue('security', ...Array.from({ length: 8 }, (_, no) => `slow${no}@evil.example`))
  startWorker()
  await until('its lanes', () => waiting.length === 3)
  await enqueue('security', 'reset@example.org')
  await enqueue('money', 'paid@example.org', 'paid-too@example.org')
  await until('the others’ emails', async () => (await countSent()) === 3)
  expect(mostAtOnce).toBe(3)
})

test.runIf(isLong)('keeps a lane free from registrations, whatever their domains', async () => {
  isSlow = true
  const slow = Array.from({ length: 8 }, (_, no) => `slow@${no}.evil.example`)
  await enqueue('verification', ...slow)
  startWorker()
  await until('their lanes', () => waiting.length === 3)
  await enqueue('security', 'reset@example.org')
  await until('the other email', async () => (await countSent()) === 1)
  expect(mostAtOnce).toBe(3)
})

test.runIf(isLong)('keeps a lane for first attempts', async () => {
  isSlow = true
  await enqueue('security', ...Array.from({ length: 8 }, (_, no) => `slow@${no}.evil.example`))
  await edge.db.updateTable('emails').set({ attempts: 3 }).execute()
  startWorker()
  await until('their lanes', () => waiting.length === 3)
  await enqueue('security', 'reset@example.org')
  await until('the other email', async () => (await countSent()) === 1)
  expect(mostAtOnce).toBe(3)
})

test.each([
  ['mailbox', (): string => 'slow@evil.example'],
  ['domain', (no: number): string => `slow${no}@evil.example`],
])('sends the others’ emails behind thousands to one slow %s', async (_, mailboxOf) => {
  isSlow = true
  await enqueue('security', ...Array.from({ length: 6_000 }, (__, no) => mailboxOf(no)))
  await enqueue('security', 'reset@example.org')
  await enqueue('money', 'paid@example.org', 'a@another.example')
  startWorker()
  await until('the others’ emails', async () => (await countSent()) === 3)
  expect(waiting.length).toBeGreaterThan(0)
})

test.runIf(isLong)(
  'finds the others’ emails behind mailboxes whose emails aren’t due',
  async () => {
    isSlow = true
    await enqueue('security', ...Array.from({ length: 3_000 }, (_, no) => `a${no}@evil.example`))
    const later = new Date(Date.now() + 3_600_000)
    await edge.db.updateTable('emails').set({ next_at: later, attempts: 9 }).execute()
    await enqueue('security', ...many(600), 'z@zone.example', 'zz@zone.zone')
    startWorker()
    await until('the others’ emails', async () => (await countSent()) === 2)
    expect(waiting).toHaveLength(1)
  },
)

test.runIf(isLong)(
  'sends the emails to one mailbox one after another, without pauses',
  async () => {
    isSlow = false
    await enqueue('security', ...many(20))
    const since = performance.now()
    startWorker()
    await until('all emails', async () => (await countSent()) === 20, { everyMs: 20 })
    expect(mostAtOnce).toBe(1)
    // A pause after each would take ten seconds.
    expect(performance.now() - since).toBeLessThan(8_000)
  },
)
