import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readFigures } from '../../../src/server/metrics/figures.ts'
import { readJobStates } from '../../../src/server/monitoring/job-states.ts'
import { readOverview } from '../../../src/server/monitoring/overview.ts'
import { startEmailingActivations } from '../../../src/server/network/email-activations.ts'
import { workerFailures, type Worker } from '../../../src/server/workers/repeat.ts'
import { itemAt } from '../../support/answer.ts'
import { anyText } from '../../support/matching.ts'
import { until } from '../../support/poll.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'
import { isLong } from '../../support/scale.ts'

// Emails about activations follow from the command log, which any number of processes may read.

let edge: Edge
const workers: Worker[] = []
beforeAll(async () => {
  edge = await openEdge()
})
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())))
afterAll(() => edge.close())

const startReading = (): void => void workers.push(startEmailingActivations(edge.context))

const nothingLeft = () =>
  until('the whole log to be read', async () => {
    const { rows } = await sql`
      select from activation_email_cursor
      where seq = (select max(seq) from commands)`.execute(edge.db)
    return rows.length === 1
  })

/** A verified member with money for five activations. */
async function payee(username: string, code?: string): Promise<TestMember> {
  const member = await addMember(edge, username, code)
  await fundMember(edge, member.no, 5)
  return member
}

async function activate({ access: token }: TestMember): Promise<string> {
  const { body } = await edge.call('GET', '/api/accounts/me/', { token })
  const { id, profile_id: publicId } = itemAt(body.profiles, 0)
  const url = `/api/accounts/profiles/${id}/wallet-activate/` as const
  expect((await edge.call('POST', url, { token })).status).toBe(200)
  return publicId
}

type Sent = { kind: string; subject: string; text: string }

/** The emails to a member about activations and boards. */
async function emailsTo({ username }: TestMember): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    select kind, subject, text from emails where recipient = ${`${username}@example.org`}
      and (subject like '%has been activated%' or subject like 'The board of%')
    order by no`.execute(edge.db)
  return rows
}

test('emails once about each fee and complete board, while several processes read', async () => {
  const top = await payee('top')
  const below: TestMember[] = []
  for (let i = 0; i < 6; i++) below.push(await payee(`below${i}`, 'top'))
  for (let i = 0; i < 4; i++) startReading()
  const profile = await activate(top)
  await Promise.all(below.map((member) => activate(member)))
  await nothingLeft()
  const emails = await emailsTo(top)
  expect(emails.map(({ kind }) => kind).toSorted()).toEqual(['money', 'money', 'news'])
  const texts = emails.map(({ text }) => text).join()
  expect(texts).toContain(`Profile ${profile} now has a seat. We took the joining fee of $1.00`)
  expect(texts).toMatch(/Profile SI-\w+ now has a seat. We took the joining fee of \$\d/)
  expect(texts).toContain('We created a profile for you on Silver, the next plan.')
  const board = emails.find(({ kind }) => kind === 'news')
  expect(board?.subject).toContain(`The board of ${profile}`)
  for (const member of below) {
    expect((await emailsTo(member)).map(({ kind }) => kind)).toEqual(['money'])
  }
})

test.runIf(isLong)('loses and repeats no email if queuing fails', async () => {
  await sql`update emails set sent_at = now()`.execute(edge.db)
  const member = await payee('unlucky')
  await activate(member)
  await sql`alter table emails add constraint no_money check (kind <> 'money') not valid`.execute(
    edge.db,
  )
  startReading()
  const { rows: before } = await sql`select * from activation_email_cursor`.execute(edge.db)
  await until('a failed round', () => (workerFailures.get('activation emails') ?? 0) > 0)
  expect((await sql`select * from activation_email_cursor`.execute(edge.db)).rows).toEqual(before)
  expect(await emailsTo(member)).toEqual([])
  expect((await readFigures(edge.db)).emails_oldest_seconds).toBeGreaterThan(0)
  await sql`alter table emails drop constraint no_money`.execute(edge.db)
  await nothingLeft()
  expect(await emailsTo(member)).toHaveLength(1)
})

test('an unread command makes no email wait in the console’s queues', async () => {
  const member = await payee('unread')
  await sql`update emails set sent_at = now() where sent_at is null`.execute(edge.db)
  await activate(member)
  expect((await readFigures(edge.db)).emails_oldest_seconds).not.toBeNull()
  const { queues } = await readOverview(edge.context)
  expect([queues.mails, queues.oldest.mail]).toEqual([0, null])
  const jobs = await readJobStates(edge.db)
  expect(jobs.find(({ name }) => name === 'emails')).toMatchObject({ waiting: 0, oldest_at: null })
  startReading()
  await nothingLeft()
  const after = await readOverview(edge.context)
  expect(after.queues).toMatchObject({ mails: 1, oldest: { mail: anyText } })
})

test('leaves out batches that queued their emails themselves', async () => {
  const [older, newer] = [await payee('older'), await payee('newer')]
  await activate(older)
  // As a ledger process of the previous version writes them.
  await sql`alter table batches disable trigger user`.execute(edge.db)
  await sql`update batches set queued_emails = true`.execute(edge.db)
  await sql`alter table batches enable trigger user`.execute(edge.db)
  await activate(newer)
  startReading()
  await nothingLeft()
  expect(await emailsTo(older)).toEqual([])
  expect(await emailsTo(newer)).toHaveLength(1)
})
