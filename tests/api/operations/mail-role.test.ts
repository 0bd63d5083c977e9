import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookEventTypes } from '../../../src/contract/fields/webhook-types.ts'
import { startSharedWorkers } from '../../../src/server/app/workers/shared-workers.ts'
import { startMailbox, type Mailbox } from '../../../src/server/email/mailbox.ts'
import { checkSecret } from '../../../src/server/pins/secret-pin.ts'
import { requirePins } from '../../../src/server/startup/pins.ts'
import { reportProcess } from '../../../src/server/startup/report-process.ts'
import { makeStopList } from '../../../src/server/startup/stop-list.ts'
import { itemAt } from '../../support/answer.ts'
import { until } from '../../support/poll.ts'
import { refusedWith } from '../../db/refused-with.ts'
import { addMember, fundMember } from '../support/members.ts'
import { contextAs, openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts'

// A mail process's database role: enough for each of its jobs, and nothing that credits money.

let staff: StaffEdge
let mailbox: Mailbox
let receiver: Receiver
beforeAll(async () => {
  staff = await openStaffEdge()
  mailbox = await startMailbox(0)
  receiver = await openReceiver((_received, response) => {
    response.end('ok')
  })
})
afterAll(async () => {
  await receiver.close()
  await mailbox.stop()
  await staff.close()
})

const openMail = () => {
  const mail = contextAs(staff.edge, 'mail')
  return { ...mail, config: { ...mail.config, smtpUrl: `smtp://127.0.0.1:${mailbox.port}` } }
}

const run = (text: string) => sql.raw(text).execute(staff.edge.db)

/** Work for each job: what the log tells, what is undecided for too long, and what expired. */
async function addWork(): Promise<void> {
  const body = { url: receiver.url, description: 'Test', events: [...webhookEventTypes] }
  expect((await staff.as('admin', 'POST', 'webhooks/', { body })).status).toBe(201)
  const { no, access: token } = await addMember(staff.edge, 'mailed')
  await fundMember(staff.edge, no, 5)
  const me = await staff.edge.call('GET', '/api/accounts/me/', { token })
  const { id } = itemAt(me.body.profiles, 0)
  const activated = await staff.edge.call('POST', `/api/accounts/profiles/${id}/wallet-activate/`, {
    token,
  })
  expect(activated.status).toBe(200)
  const long = `now() - interval '1 year'`
  await run(`insert into webhook_endpoints (url, description, events, secret, from_seq, created_by,
    failing_since, failed_at) select 'http://127.0.0.1:9/', 'gone', events, secret, 0, 'x',
    now() - interval '6 days', now() - interval '2 hours' from webhook_endpoints`)
  await run(`insert into member_imports (name, sha256, proposed_by, proposed_at)
    values ('late', '', 'x', ${long})`)
  await run(`insert into member_imports (name, sha256, state, proposed_by, decided_by, decided_at)
    values ('ended', '', 'discarded', 'x', 'y', ${long})`)
  await run(`insert into member_import_rows (import_no, line, depth, username, email, sponsor_no,
    plans, language, referral_code)
    select no, 2, 0, 'named', 'named@example.org', 1, 0, 'en', 'code' from member_imports
    where name = 'ended'`)
  await run(`insert into access_changes (kind, username, reason, requested_by, requested_at)
    values ('disable', 'nobody', '', 'x', ${long})`)
  await run(`insert into contact_messages (name, email, subject, message, received_at)
    values ('', '', '', '', now() - interval '4 years')`)
}

/** How much each job has left to do. */
const LEFT: Record<string, string> = {
  'activation emails': `select count(*) from activation_email_cursor
    where seq < (select max(seq) from commands)`,
  'webhook events': 'select count(*) from webhook_cursor where event_no = 0',
  webhooks: `select count(*) from webhook_endpoints where url like '%:9/' and enabled`,
  deliveries: `select (not exists (
    select from webhook_deliveries where state = 'delivered'))::int`,
  'reward days': `select count(*) from reward_days_mark
    where journal_no < (select max(no) from journals)`,
  counts: 'select count(*) from counts_mark where journal_no < (select max(no) from journals)',
  boards: 'select count(*) from board_mark where ordinal < (select max(ordinal) from seats)',
  imports: `select count(*) from member_imports where state = 'proposed'`,
  names: `select count(*) from member_import_rows where username <> ''`,
  'access changes': 'select count(*) from access_changes where approved is null',
  forgetting: 'select count(*) from contact_messages',
  // The last one, because other jobs write emails.
  emails: 'select count(*) from emails where sent_at is null',
}

async function readLeft(): Promise<Record<string, number>> {
  const left: Record<string, number> = {}
  for (const [job, query] of Object.entries(LEFT)) {
    const { rows } = await sql
      .raw<{ n: number }>(`select (${query})::int as n`)
      .execute(staff.edge.db)
    left[job] = rows[0]?.n ?? -1
  }
  return left
}

test('runs every job of a mail process, and its start and stop', async () => {
  await addWork()
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) })
  const mail = { ...openMail(), log }
  const stops = makeStopList()
  stops.add('pool', () => mail.pool.end())
  const production = { ...mail.config, production: true }
  await requirePins(mail.db, production)
  await checkSecret(mail.db, production, log)
  await reportProcess(mail.db, mail.config, log, stops, mail.stopping)
  startSharedWorkers(mail, stops)
  const done = Object.fromEntries(Object.keys(LEFT).map((job) => [job, 0]))
  await until('all work to be done', async () =>
    Object.values(await readLeft()).every((left) => left === 0),
  ).catch(() => {})
  expect(await readLeft()).toEqual(done)
  expect(await stops.stopAll(log)).toBe(true)
  expect(said.filter((line) => !line.includes('kept failing'))).toEqual([])
  expect(receiver.received.length).toBeGreaterThan(0)
})

const DENIED = '42501'

test.each([
  'insert into incoming_transfers select from incoming_transfers',
  'update incoming_transfers set amount = 9',
  'delete from incoming_transfers',
  'insert into chain_transfers select from chain_transfers',
  'update chain_cursors set final_number = 1',
  'update live_rates set rate_e8 = 1',
  `update payouts set state = 'confirmed'`,
  'delete from payout_pauses',
  'insert into own_wallets select from own_wallets',
  'insert into deposit_addresses select from deposit_addresses',
  'insert into webhook_endpoints select from webhook_endpoints',
  'update alerts set enabled = false',
  'insert into catalog_drafts select from catalog_drafts',
  'insert into commands select from commands',
  'update operators set role = role',
  `update identities set email = ''`,
  `update installation_pins set value = ''`,
  `select record_outside_payout(1, '', '', now())`,
])('a mail role can’t %s', async (statement) => {
  const { pool } = openMail()
  expect(await refusedWith(pool, statement).finally(() => pool.end())).toBe(DENIED)
})
