import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemAt } from '../../../support/answer.ts'
import { addConsoleRows, BUSY_MEMBER, CONSOLE_LISTS } from '../../../../bench/console-rows.ts'
import type { Database } from '../../../../src/db/types.ts'
import { PLAN_MARGIN, wallet } from '../../../../src/domain/ledger/account.ts'
import { readMessages, readStaffViews } from '../../../../src/server/own-data/own-records.ts'
import { readActivity } from '../../../../src/server/history/activity.ts'
import { KIND_CODES } from '../../../../src/server/book/rows/ledger-rows.ts'
import { readFlags } from '../../../../src/server/withdrawal/review/withdrawal-flags.ts'
import { stepsOf, touched, type Explained, type Plan } from '../../../support/plan-steps.ts'
import { isLong } from '../../../support/scale.ts'
import { openStaffEdge, type StaffEdge } from '../../support/staff-edge.ts'

// The console's lists cost the same however long their tables are. Every statement of every list is
// explained on tables longer than any list may read, and none of its steps scans a whole table.
// Filling those tables takes seconds, so only the long run does.
// (`npm run bench -- console` measures them with a million members.)

const rows = 12_500
const old = rows / 20
const busyEmail = `member${BUSY_MEMBER}@example.org`
/** Lists count to 10,000. Touching more blocks means reading a whole table. */
const most = 12_400
/** Reading this many means reading everyone's later rows to find old ones. */
const later = rows - 2 * old

let staff: StaffEdge
let heard: { text: string; values: readonly unknown[] }[] = []
beforeAll(async () => {
  staff = await openStaffEdge()
  const { db, context } = staff.edge
  await addNetwork()
  await addConsoleRows(db, rows, rows)
  await addOldRows()
  const listening = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: context.pool }),
    log: ({ query }) => void heard.push({ text: query.sql, values: query.parameters }),
  })
  Object.assign(context, { db: listening, read: listening })
})
afterAll(() => staff.close())

/**
 * Members with a profile each, nearly all seated, and journals with two postings. The busy member
 * has only the oldest ones, and suspended members have the last names.
 */
async function addNetwork(): Promise<void> {
  const members = sql`generate_series(2, ${rows}::int) n`
  await staff.edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into members (no, sponsor_no, joined_at, suspended, referral_no)
      select n, n / 2, now() - (${rows}::int - n) * interval '1 minute', n % 20 = 0, n % 2 + 1
      from ${members}`.execute(tx)
    await sql`insert into identities (member_no, username, email, phone_number, referral_code,
        verified_at)
      select n, case when n % 20 = 0 then 'suspended' else 'member' end || n,
        'member' || n || '@example.org', '+34' || n, 'R' || n,
        case when n % 100 > 0 then now() end from ${members}`.execute(tx)
    await sql`insert into deposit_addresses (member_no, address_index, address)
      select n, n, 'T' || n from ${members}`.execute(tx)
    await sql`insert into profiles (no, member_no, plan, catalog_version, origin, public_id,
        created_at)
      select n + 100, n, 0, 1, 0, 'BR' || n, now() from ${members}`.execute(tx)
    await sql`insert into seats (profile_no, ordinal, plan, parent_no, side, depth, jump_no,
        taken_at)
      select n + 100, n + 100, 0, n / 2 + 100, n % 2, 1, 1, now() from ${members} where n % 50 > 0
    `.execute(tx)
    await sql`insert into accounts (no, asset, balance)
      select 1000 + 2 * n, 0, n % 1000 from ${members}`.execute(tx)
    await sql`insert into journals (no, seq, kind, subject, at)
      select n + 1000, 1, 1, n + 1000000, now() from ${members}`.execute(tx)
    await sql`insert into postings (journal_no, line, account_no, asset, amount, balance_after,
        purpose)
      select n + 1000, line,
        case when line = 1 then ${PLAN_MARGIN}
          when n < ${old}::int then ${wallet(BUSY_MEMBER)}
          else 1000 + 2 * (n % 50 + 60) end,
        0, 1, 1, 0 from ${members}, generate_series(1, 2) line`.execute(tx)
  })
}

/** Makes the oldest rows those of the busy member, and the only ones of their states. */
async function addOldRows(): Promise<void> {
  await staff.edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const owner = sql`case when no < ${old} then ${BUSY_MEMBER}::int else 60 + no % 50 end`
    await sql`update withdrawals set member_no = ${owner}`.execute(tx)
    await sql`update deposit_requests set member_no = ${owner}`.execute(tx)
    await sql`update withdrawals set state = 'cancelled' where no < ${old}`.execute(tx)
    await sql`update withdrawals set state = 'confirmed' where state = 'rejected'`.execute(tx)
    await sql`update deposit_requests set
      state = case when no < ${old} then 'replaced' else 'credited' end`.execute(tx)
    await sql`update withdrawals set address = 'own' where no < ${old}`.execute(tx)
    await sql`update transfers set
      state = case when no < ${old} then 'too_small' else 'unattributed' end`.execute(tx)
    await sql`update adjustments set approved_by = null, approved_at = null, rejected_by = 'b',
      rejected_at = now() where no < 10000000 + ${old}::int`.execute(tx)
    await sql`insert into journals (no, seq, kind, subject, at)
      select -no, 1, ${KIND_CODES.adjustment}::int, no, now() from adjustments
      where approved_by is not null`.execute(tx)
    await sql`alter table audit_entries disable trigger user`.execute(tx)
    await sql`update audit_entries set reason = 'zebra' where no < 1000000 + ${old}::int`.execute(
      tx,
    )
    await sql`alter table audit_entries enable trigger user`.execute(tx)
    await sql`update profiles set plan = 3 where no between 100 and ${old}`.execute(tx)
    await sql`update seats set plan = 3 where profile_no between 100 and ${old}`.execute(tx)
    await sql`update contact_messages set email = ${busyEmail} where no < ${old}`.execute(tx)
    await sql`insert into member_views (member_no, operator, reason, ends_at)
      select case when n < ${old}::int then ${BUSY_MEMBER}::int else n end, 'a', 'b', now()
      from generate_series(1, ${rows}::int) n`.execute(tx)
  })
  await addDeliveries('pending', 'delivered')
  await addDeliveries('failed', 'delivered')
  await addDeliveries('delivered', 'pending')
  // The index of texts reads new rows one by one until a vacuum.
  await sql`vacuum analyze`.execute(staff.edge.db)
}

/** An endpoint whose oldest deliveries are in one state, and all later ones in another. */
async function addDeliveries(state: string, laterState: string): Promise<void> {
  await sql`
    with endpoint as (insert into webhook_endpoints (url, events, from_seq, secret, created_by)
        values ('https://example.org', '{}', 0, '', 'a') returning no),
      given as (select endpoint.no as endpoint, n, (endpoint.no - 1) * ${rows}::int + n as no
        from endpoint, generate_series(1, ${rows}::int) n),
      events as (insert into webhook_events (no, public_id, kind, member_no, body)
        select no, 'E' || no, 'test', n, '{}' from given)
    insert into webhook_deliveries (endpoint_no, event_no, member_no, state, next_at, retry_until)
    select endpoint, no, n,
      case when n < ${old}::int then ${state} else ${laterState} end, now(), now()
    from given`.execute(staff.edge.db)
}

/** The steps of every statement that a list sends. */
const explain = <const U extends string>(path: U): Promise<Plan[]> =>
  explainRead(async () => {
    const { status, text } = await staff.as('admin', 'GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  })

async function explainRead(read: () => Promise<unknown>): Promise<Plan[]> {
  heard = []
  await read()
  const statements = heard.filter(({ text: each }) => /^\s*(select|with)\b/i.test(each))
  const plans = statements.map(async ({ text: each, values }) => {
    const explained = `explain (analyze, timing off, format json) ${each}`
    const { rows: answer } = await staff.edge.context.pool.query<Explained>(explained, [...values])
    const [{ Plan: plan }] = itemAt(answer, 0)['QUERY PLAN']
    return stepsOf(plan)
  })
  return (await Promise.all(plans)).flat()
}

/** The steps that read more rows than this. */
const longer = (steps: readonly Plan[], than: number) =>
  steps
    .filter((step) => touched(step) > than)
    .map((step) => [step['Node Type'], step['Relation Name'] ?? '', touched(step)])

test.runIf(isLong).each(CONSOLE_LISTS)('%s', async (_name, path) => {
  const steps = await explain(path)
  const indexes = steps.map((step) => step['Index Name']).filter((name) => name !== undefined)
  expect(indexes.length).toBeGreaterThan(0)
  expect(longer(steps, most)).toEqual([])
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const oldLists: [name: string, path: string][] = [
  ['withdrawals, cancelled', 'withdrawals/?status=cancelled'],
  ['withdrawals, rejected or cancelled', 'withdrawals/?status=rejected'],
  ['withdrawals of a member', `withdrawals/?search=${busyEmail}`],
  ['payouts of a member', `payouts/?search=${busyEmail}`],
  ['unattributed, too small', 'deposits/unattributed/?status=too_small'],
  ['deliveries, pending', 'webhooks/1/deliveries/?state=pending'],
  ['deliveries, failed', 'webhooks/2/deliveries/?state=failed'],
  ['deliveries, delivered', 'webhooks/3/deliveries/?state=delivered'],
  ['deposits, rejected', 'deposits/?status=rejected'],
  ['deposits of a member', `deposits/?search=${busyEmail}`],
  ['adjustments, rejected', 'adjustments/?status=rejected'],
  ['profiles of a plan', 'profiles/?plan=Platinum'],
  ['profiles of a plan with a seat', 'profiles/?plan=Platinum&active=true'],
  ['audit log by a text', 'audit/?text=zebra'],
  ['audit log of a period', `audit/?from=${minutesAgo(rows)}&to=${minutesAgo(rows - old)}`],
]

test.runIf(isLong).each(oldLists)('%s, all old', async (_name, path) => {
  expect(longer(await explain(path), later)).toEqual([])
})

type Listed = { count: number; next: string | null; results: { id: string }[] }

test.runIf(isLong).each(oldLists)('%s, page by page', async (_name, path) => {
  const read = async (part: string): Promise<Listed> => {
    const { text } = await staff.as('admin', 'GET', `${path}&page_size=100${part}`)
    return JSON.parse(text) as Listed
  }
  const ids: number[] = []
  const first = await read('')
  for (let page = first; ; page = await read(`&after=${ids.at(-1)}`)) {
    ids.push(...page.results.map(({ id }) => Number(id)))
    if (page.next === null) break
  }
  expect(ids.length).toBe(first.count)
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one))
  const third = await read('&page=3')
  expect(third.results.map(({ id }) => Number(id))).toEqual(ids.slice(200, 300))
})

test.runIf(isLong)("a member's own records, all old", async () => {
  const { db } = staff.edge.context
  const views = await explainRead(() => readStaffViews(db, BUSY_MEMBER, 100))
  const messages = await explainRead(() => readMessages(db, busyEmail, 100))
  const types = ['adjustment', 'withdrawal_sent', 'board_completed'] as const
  const reads = [BUSY_MEMBER, 61].flatMap((member) => types.map((type) => ({ member, type })))
  const acts: Plan[] = []
  for (const { member, type } of reads) {
    acts.push(...(await explainRead(() => readActivity(db, member, { type }, 20, 0))))
  }
  expect(longer([...views, ...messages, ...acts], later)).toEqual([])
})

const LAST_NAMES = 'members/?status=suspended&sort=username'

test.runIf(isLong)('suspended members by name, with the last names', async () => {
  expect(longer(await explain(LAST_NAMES), later)).toEqual([])
})

test.runIf(isLong)('suspended members by name, page by page', async () => {
  const names: string[] = []
  for (let path = LAST_NAMES; ; path = `${LAST_NAMES}&after=${names.at(-1)}`) {
    const { text } = await staff.as('admin', 'GET', `${path}&page_size=100`)
    const page = JSON.parse(text) as { next: string | null; results: { username: string }[] }
    names.push(...page.results.map(({ username }) => username))
    if (page.next === null) break
  }
  expect(names.length).toBe(old)
  expect(names).toEqual(names.toSorted())
})

test.runIf(isLong)('flags of withdrawals of a member who cancelled all earlier ones', async () => {
  const { db } = staff.edge.context
  const shown = Array.from({ length: 100 }, (_, index) => old - 1 - index)
  const steps = await explainRead(() => readFlags(db, shown))
  // A few rows for each flag of each withdrawal, not all earlier ones.
  expect(longer(steps, 1_000)).toEqual([])
})

/** Changes the state of most requests and of their payments. */
const expireMost = () =>
  staff.edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update deposit_requests set state = 'expired' where state = 'credited'`.execute(tx)
    await sql`update transfers set state = 'accepted' where state = 'unattributed'`.execute(tx)
  })

// The last test, because the others need the states from before.
test.runIf(isLong)('deposits that nobody has paid yet, with many expired ones', async () => {
  await expireMost()
  await sql`vacuum analyze deposit_requests, transfers`.execute(staff.edge.db)
  for (const status of ['pending', 'awaiting_payment', 'seen', 'confirming', 'mismatch']) {
    expect(longer(await explain(`deposits/?status=${status}`), later)).toEqual([])
  }
})
