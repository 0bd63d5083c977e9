import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { moneyEmail } from '../../../src/server/email/email-templates.ts'
import { enqueueEmails } from '../../../src/server/email/outbox.ts'
import { renewLease } from '../../../src/server/email/lease.ts'
import { bringForward } from '../../../src/server/email/next-email.ts'
import { holdLease, openTakeOver } from '../../../src/server/workers/lease.ts'
import { startEmailWorker } from '../../../src/server/email/send-emails.ts'
import type { Worker } from '../../../src/server/workers/repeat.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts'

// Two mail processes and an SMTP server that takes its time.

type Arrival = { readonly to: string; answer(refusal?: number): void }

const arrivals: Arrival[] = []
const workers: Worker[] = []
let edge: Edge
let sink: SmtpSink
beforeAll(async () => {
  edge = await openEdge()
  sink = await openSmtpSink(async ({ recipients: [to = ''] }) => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    arrivals.push({ to, answer: resolve })
    const refusal = await promise
    if (refusal !== undefined) throw Object.assign(new Error('No'), { responseCode: refusal })
  })
})
afterEach(async () => {
  for (const { answer } of arrivals) answer()
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(async () => {
  await sink.close()
  await edge.close()
})

function startWorker(times?: Parameters<typeof startEmailWorker>[2]): Worker {
  const worker = startEmailWorker(edge.context, sink.settings, times)
  workers.push(worker)
  return worker
}

const enqueue = (...recipients: string[]): Promise<void> => {
  const content = moneyEmail({ username: 'reader', language: 'en' }, 'Paid', ['We paid you.'])
  const emails = recipients.map((to) => ({ to, kind: 'money' as const, content }))
  return edge.db.transaction().execute((tx) => enqueueEmails(tx, emails))
}

const arrivalsOf = (to: string): Arrival[] => arrivals.filter((each) => each.to === to)

const arrival = (to: string, no = 1): Promise<Arrival> =>
  until(`copy ${no} of the email to ${to}`, () => arrivalsOf(to)[no - 1])

const rowOf = (to: string) =>
  edge.db
    .selectFrom('emails')
    .select(['sent_at', 'failed_at', 'failure', 'attempts', 'next_at'])
    .where('recipient', '=', to)
    .executeTakeFirstOrThrow()

const SLOW = { seconds: 60, wholeSeconds: 60, renewMs: 20_000, replyMs: 60_000, sendMs: 60_000 }
/** Takes over almost at once. */
const QUICK = { ...SLOW, renewMs: 100 }

/** As if the process that leased the email had been suspended until now. */
const endLease = (to: string) =>
  edge.db
    .updateTable('emails')
    .set({ next_at: new Date(0) })
    .where('recipient', '=', to)
    .execute()

/** Waits until a lease ends at least that much later than now. */
async function renewal(to: string, byMs = 1): Promise<void> {
  const { next_at: before } = await rowOf(to)
  await until('the lease to be renewed', async () => {
    const { next_at: after } = await rowOf(to)
    return after.getTime() >= before.getTime() + byMs
  })
}

test.runIf(isLong)('keeps the result of the process that took over an email', async () => {
  const late = startWorker(SLOW)
  await enqueue('late@example.org')
  const first = await arrival('late@example.org')
  await endLease('late@example.org')
  startWorker(QUICK)
  const second = await arrival('late@example.org', 2)
  second.answer()
  await until('the second copy to be stored', async () => (await rowOf('late@example.org')).sent_at)
  first.answer(550)
  await late.stop()
  const { failed_at: failedAt, failure, attempts } = await rowOf('late@example.org')
  expect({ failedAt, failure, attempts }).toEqual({ failedAt: null, failure: '', attempts: 2 })
})

test('leaves an email to the process that took it over before it was sent', async () => {
  await enqueue('next@example.org')
  const emails = edge.db.selectFrom('emails').where('recipient', '=', 'next@example.org')
  const leased = await emails.select(['no', 'attempts']).executeTakeFirstOrThrow()
  // As if this process had been suspended right after it had leased the email.
  const before = performance.now() - 1_000
  const renew = () => renewLease(edge.db, leased, 60)
  const takeOver = openTakeOver(60_000, 50)
  const options = { renew, renewMs: 50, leasedAt: before, takeOver, ...edge.context }
  const leaseAgain = () => holdLease(options)
  const kept = leaseAgain()
  expect(await kept.isOurs()).toBe(true)
  await kept.release()
  await edge.db
    .updateTable('emails')
    .set({ attempts: leased.attempts + 1, sent_at: new Date() })
    .where('no', '=', leased.no)
    .execute()
  const lost = leaseAgain()
  expect(await lost.isOurs()).toBe(false)
  await lost.release()
})

test.runIf(isLong)('renews its lease for as long as the SMTP server takes', async () => {
  const times = { seconds: 2, wholeSeconds: 2, renewMs: 200, replyMs: 60_000, sendMs: 60_000 }
  startWorker(times)
  await enqueue('held@example.org')
  const only = await arrival('held@example.org')
  startWorker(times)
  // Without renewals, the second process would send it after two seconds.
  await renewal('held@example.org', 2_500)
  only.answer()
  await until('the email to be stored', async () => (await rowOf('held@example.org')).sent_at)
  expect(arrivalsOf('held@example.org')).toHaveLength(1)
  expect(await rowOf('held@example.org')).toMatchObject({ attempts: 1, failure: '' })
})

test.runIf(isLong)('sends an email once, though the database’s clock is set back', async () => {
  const times = { ...SLOW, seconds: 6 }
  startWorker({ ...times, renewMs: 2_000 })
  await enqueue('clock@example.org')
  const only = await arrival('clock@example.org')
  startWorker({ ...times, renewMs: 100 })
  // By then, the second process may take over. It looks several times before the next renewal.
  await renewal('clock@example.org')
  const inAnHour = new Date(Date.now() + 3_600_000)
  const emails = edge.db.updateTable('emails').where('recipient', '=', 'clock@example.org')
  await emails.set({ next_at: inAnHour }).execute()
  await bringForward(edge.db, times.seconds)
  await renewal('clock@example.org')
  only.answer()
  await until('the end', async () => {
    const { attempts, sent_at: sentAt } = await rowOf('clock@example.org')
    return attempts > 1 || sentAt
  })
  expect(await rowOf('clock@example.org')).toMatchObject({ attempts: 1, failure: '' })
  expect(arrivalsOf('clock@example.org')).toHaveLength(1)
})

test.runIf(isLong)('gives up on an SMTP server that never answers, and tries again', async () => {
  startWorker({ seconds: 60, wholeSeconds: 60, renewMs: 1_000, replyMs: 60_000, sendMs: 700 })
  await enqueue('never@example.org')
  await arrival('never@example.org')
  const failure = await until(
    'the attempt to fail',
    async () => (await rowOf('never@example.org')).failure || null,
  )
  expect(failure).toContain('The SMTP server took longer than 0.7 s.')
  const second = await arrival('never@example.org', 2)
  second.answer()
  await until('the email to be sent', async () => (await rowOf('never@example.org')).sent_at)
})
