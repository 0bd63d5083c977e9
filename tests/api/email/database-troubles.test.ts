import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { moneyEmail } from '../../../src/server/email/email-templates.ts'
import { openNextEmails } from '../../../src/server/email/next-email.ts'
import { enqueueEmails } from '../../../src/server/email/outbox.ts'
import { startEmailWorker } from '../../../src/server/email/send-emails.ts'
import { openTakeOver } from '../../../src/server/workers/lease.ts'
import { workerFailures, type Worker } from '../../../src/server/workers/repeat.ts'
import { until } from '../../support/poll.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts'
import { isLong } from '../../support/scale.ts'

// The SMTP server is fine, but the database isn't.

const TIMES = { seconds: 2, wholeSeconds: 2, renewMs: 100, replyMs: 60_000, sendMs: 60_000 }

let edge: Edge
let sink: SmtpSink
const workers: Worker[] = []
let asked: string[] = []
let got: string[] = []
let answerAfterMs = 0
beforeAll(async () => {
  edge = await openEdge()
  sink = await openSmtpSink(async ({ recipients: [to = ''] }) => void got.push(to), {
    onRcptTo({ address }, _session, done) {
      asked.push(address)
      const refusal = Object.assign(new Error('5.1.1 Unknown'), { responseCode: 550 })
      setTimeout(done, answerAfterMs, address.startsWith('nobody') ? refusal : null)
    },
  })
})
afterEach(async () => {
  await sql`drop function if exists refuse cascade`.execute(edge.db)
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await edge.db.deleteFrom('emails').execute()
  ;[asked, got, answerAfterMs] = [[], [], 0]
})
afterAll(async () => {
  await sink.close()
  await edge.close()
})

function startWorker(): Worker {
  const worker = startEmailWorker(edge.context, sink.settings, TIMES)
  workers.push(worker)
  return worker
}

async function enqueue(to: string): Promise<void> {
  const content = moneyEmail({ username: 'reader', language: 'en' }, 'Paid', ['We paid you.'])
  await edge.db.transaction().execute((tx) => enqueueEmails(tx, [{ to, kind: 'money', content }]))
}

const read = () =>
  edge.db
    .selectFrom('emails')
    .select(['sent_at', 'failed_at', 'failure', 'attempts'])
    .executeTakeFirstOrThrow()

/** Refuses some changes of emails. A sequence counts them, which no rollback undoes. */
async function refuse(changes: string, times = 1_000): Promise<() => Promise<number>> {
  await sql`create sequence if not exists refused`.execute(edge.db)
  await sql`alter sequence refused restart`.execute(edge.db)
  await sql`grant usage on sequence refused to public`.execute(edge.db)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    if nextval('refused') <= ${sql.lit(times)} then raise exception 'not now'; end if;
    return new; end $$`.execute(edge.db)
  await sql`create trigger refuse before update on emails for each row
    when (${sql.raw(changes)}) execute function refuse()`.execute(edge.db)
  return async () => {
    const { rows } = await sql<{ count: number }>`select case when is_called
      then last_value else 0 end::int as count from refused`.execute(edge.db)
    return rows[0]?.count ?? 0
  }
}

test('stores a refusal although the database fails at first', async () => {
  await refuse('new.failed_at is not null', 1)
  startWorker()
  await enqueue('nobody@example.org')
  await until('the refusal', async () => (await read()).failed_at)
  expect([(await read()).attempts, asked]).toEqual([1, ['nobody@example.org']])
})

test.runIf(isLong)(
  'stops soon although the database doesn’t store that an email was sent',
  async () => {
    const refused = await refuse('new.sent_at is not null')
    const worker = startWorker()
    await enqueue('stored@example.org')
    await until('the first try', async () => (await refused()) > 0)
    const from = performance.now()
    await worker.stop()
    // The process gives each worker fifteen seconds.
    expect(performance.now() - from).toBeLessThan(12_000)
  },
)

test.runIf(isLong)(
  'doesn’t blame the SMTP server if the database can’t say whose email it is',
  async () => {
    const renewals = `new.attempts = old.attempts and new.sent_at is null
    and new.failure = old.failure and new.next_at > now()`
    const refused = await refuse(renewals)
    answerAfterMs = 4 * TIMES.renewMs
    startWorker()
    await enqueue('reader@example.org')
    await until('the renewals to fail', async () => (await refused()) > 0)
    await until('the next attempt', async () => (await read()).attempts > 1)
    expect(await read()).toMatchObject({ failure: '', failed_at: null })
    expect(got).toEqual([])
    await sql`drop function refuse cascade`.execute(edge.db)
    await until('the email', async () => (await read()).sent_at)
    expect(got).toEqual(['reader@example.org'])
  },
)

test('leaves emails that others were sending to them when the database answers again', async () => {
  await enqueue('theirs@example.org')
  await edge.db.updateTable('emails').set({ attempts: 1 }).execute()
  const takeOver = openTakeOver(200, 100)
  const { lease } = openNextEmails(edge.db, 60)
  const leaseNow = () => lease({ mailboxes: [], domains: [], isLastLane: false }, takeOver)
  // As long as the database was away.
  await sleep(500)
  expect(await leaseNow()).toBeUndefined()
  const lastFrom = performance.now()
  await until('the others’ time to be over', async () => await leaseNow(), { everyMs: 20 })
  expect(performance.now() - lastFrom).toBeGreaterThan(200)
})

const failures = (): number => workerFailures.get('emails') ?? 0

test.runIf(isLong)('reports that it can’t read the emails', async () => {
  await sql`alter table emails rename to emails_away`.execute(edge.db)
  startWorker()
  await expect.poll(failures).toBeGreaterThan(1)
  await sql`alter table emails_away rename to emails`.execute(edge.db)
  await expect.poll(failures).toBe(0)
})
