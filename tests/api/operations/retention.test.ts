import { readFileSync } from 'node:fs'
import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import type { Db, Tx } from '../../../src/db/types.ts'
import { entriesOf } from '../../../src/domain/records.ts'
import { openBook } from '../../../src/server/book/book.ts'
import { forgetExpired } from '../../../src/server/workers/forget.ts'
import { forgetTokens } from '../../../src/server/workers/forget-tokens.ts'
import { MAX_ROWS } from '../../../src/server/workers/expired-rows.ts'
import { retention, type Expiry } from '../../../src/server/workers/retention.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { isLong } from '../../support/scale.ts'

let database: TestDatabase
let mail: Db
let before: Record<string, number>
/** When the deletion began. What was too old by then is gone. */
let began: string

const run = (text: string) => sql.raw(text).execute(database.db)

async function numberFrom(query: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(`select (${query})::float8 as n`).execute(mail)
  return rows[0]?.n ?? -1
}

async function countAll(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table] of entriesOf(retention)) {
    counts[table] = await numberFrom(`select count(*) from ${table}`)
  }
  return counts
}

const log = pino({ level: 'silent' })
const old = `now() - interval '4 years'`
const hash = `sha256(n::text::bytea)`
const hours = (from: number, to: number) => `generate_series(${from}, ${to}) n`
const ago = (unit: string) => `now() - n * interval '1 ${unit}'`
/** Five-minute steps over two days, around a moment. */
const minutes = (moment: string) => `generate_series(
  date_bin('5 minutes', now() - interval '${moment}' - interval '1 day', 'epoch'),
  now() - interval '${moment}' + interval '1 day', interval '5 minutes') at`

// For each table, rows on both sides of its limit. Ages differ by days, hours, or minutes. Except
// for the five-minute steps, no row becomes too old within an hour, however slowly this runs.
const FILL = [
  `insert into idempotency (scope, key, input_hash, answer, created_at)
    select 'member:2', n::text, '', '{}',
      now() - interval '7 days' + case when n > 8000 then interval '1 hour' else interval '0' end
    from generate_series(1, 20000) n`,
  `insert into registrations (username, email, password_hash, referral_code, sponsor_no, accepted,
    expires_at) select 'u' || n, 'e' || n, '', '', 1, '[]', ${ago('hour')} from ${hours(-10, 9)}`,
  `insert into verification_resends (email, at)
    select n::text, ${ago('hour')} from ${hours(0, 47)}`,
  `insert into processes (id, role, version, schema_version, host, seen_at)
    select gen_random_uuid(), 'web', '0.1.0', 9, 'h', ${ago('hour')} from ${hours(0, 47)}`,
  `insert into email_tokens (hash, member_no, purpose, email, expires_at)
    select ${hash}, 1, 'reset', '', ${ago('hour')} from ${hours(0, 95)}`,
  `insert into dispute_links (hash, member_no, kind, mailbox, expires_at)
    select ${hash}, 1, 'email_changed', '', ${ago('hour')} from ${hours(0, 143)}`,
  // Three kinds: ended, expired, and older ones that are still in use.
  `insert into sessions (member_no, created_at, expires_at, ended_at)
    select 1, now() - interval '1 year', now() + interval '1 day', ${ago('day')}
    from ${hours(1, 180)}`,
  `insert into sessions (member_no, created_at, expires_at)
    select 1, now() - interval '1 year', ${ago('day')} from ${hours(1, 180)}`,
  `insert into sessions (member_no, created_at, expires_at)
    select 1, now() - interval '1 year', now() + interval '1 day' from ${hours(1, 5)}`,
  `insert into refresh_tokens (hash, session_no) select sha256(no::text::bytea), no from sessions`,
  `insert into operator_sessions (hash, operator, created_at, expires_at)
    select ${hash}, 'a', now() - interval '1 year', ${ago('day')} from ${hours(1, 180)}`,
  `insert into operator_claims (queue, item, operator, ends_at)
    select 'messages', n, 'a', ${ago('hour')} from ${hours(-10, 95)}`,
  `insert into emails (recipient, kind, subject, text, created_at)
    values ('', '', '', 'not sent yet', ${old})`,
  `insert into emails (recipient, kind, subject, text, created_at, sent_at)
    select '', '', '', '', ${ago('hour')}, ${ago('hour')}
    from generate_series(8783, 0, -1) n`,
  `insert into security_events (member_no, kind, at) select 1, '', ${ago('day')}
    from generate_series(1095, 0, -1) n`,
  `insert into contact_messages (name, email, subject, message, received_at)
    select '', '', '', '', ${ago('day')} from generate_series(1460, 0, -1) n`,
  `insert into rate_history (minute, rate_e8, as_of, sources) select at, 1, at, ''
    from ${minutes('730 days')}`,
  `insert into usdt_prices (minute, price_e8, as_of, sources, accepted) select at, 1, at, '', true
    from ${minutes('730 days')}`,
  `insert into solvency_snapshots (at, owed_micros, trx_units, usdt_units) select at, 0, 0, 0
    from ${minutes('90 days')}`,
  // History from four years ago, in tables that let us write it.
  `insert into commands (seq, at, kind, by, input)
    select max(seq) + 1, ${old}, 'test', 'test', '{}' from commands`,
  `insert into audit_entries (at, operator, action, object) values (${old}, 'a', 'b', 'c')`,
  `insert into member_views (member_no, operator, reason, started_at, ends_at)
    values (1, 'a', '', ${old}, ${old})`,
  `insert into rate_holds (since, rate_e8, ended_at) values (${old}, 1, ${old})`,
]

beforeAll(async () => {
  database = await createTestDatabase()
  const book = await openBook({ ...database, log })
  await book.close()
  for (const statement of FILL) await run(statement)
  await run('analyze')
  const url = database.urlOfPart('mail')
  mail = openKysely(openPool({ connectionString: url, name: 'retention', maxConnections: 1 }))
  before = await countAll()
  const { rows } = await sql<{ at: string }>`select now()::text as at`.execute(mail)
  began = rows[0]?.at ?? ''
  await forgetExpired(mail)
})
afterAll(async () => {
  await mail.destroy()
  await database.close()
})

/** The rows above that remain in each table with expiry. */
const LEFT: Record<string, number> = {
  idempotency: 12_000,
  registrations: 10,
  verification_resends: 24,
  processes: 24,
  email_tokens: 48,
  dispute_links: 96,
  sessions: 89 + 89 + 5,
  refresh_tokens: 5,
  operator_sessions: 89,
  operator_claims: 10 + 24,
  emails: 90 * 24 + 1,
  security_events: 730,
  contact_messages: 1_095,
}

test('deletes exactly what is older than its limit, as the mail role', async () => {
  const after = await countAll()
  const left = Object.fromEntries(Object.keys(LEFT).map((table) => [table, after[table]]))
  expect(left).toEqual(LEFT)
  expect(before.idempotency).toBeGreaterThan(4 * MAX_ROWS - 1)
})

test.each([
  ['rate_history', 'minute', '730 days'],
  ['usdt_prices', 'minute', '730 days'],
  ['solvency_snapshots', 'at', '90 days'],
])('keeps every row of %s for a while, then the first of each hour', async (table, key, limit) => {
  const younger = `from ${table} where ${key} >= now() - interval '${limit}'`
  const older = `from ${table} where ${key} < timestamptz '${began}' - interval '${limit}'`
  const hour = `date_bin('1 hour', ${key}, 'epoch')`
  expect(await numberFrom(`select count(*) ${younger}`)).toBeGreaterThan(280)
  const count = await numberFrom(`select count(*) ${older}`)
  expect(count).toBe(await numberFrom(`select count(distinct ${hour}) ${older}`))
  expect(count).toBeGreaterThanOrEqual(24)
  // The first row in the table starts within an hour. All others start on the hour.
  const late = await numberFrom(`select count(*) ${older} and ${key} <> ${hour}`)
  expect(late).toBeLessThanOrEqual(1)
})

// Tables that stay small, because their rows are few or kept for days.
const SMALL = [
  'verification_resends',
  'processes',
  'email_tokens',
  'operator_sessions',
  'operator_claims',
  'service_minutes',
  'liability_days',
  'reserve_trees',
]

type Plan = { 'QUERY PLAN': string }

const growing = entriesOf(retention).flatMap(([table, kept]) =>
  typeof kept === 'string' || SMALL.includes(table) ? [] : [{ table, kept }],
)

/** The statement that finds or changes expired rows. */
function finding(kept: Expiry, tx: Tx): Pick<RawBuilder<unknown>, 'compile'> {
  if ('step' in kept) return kept.step(tx)
  return 'findAfter' in kept ? kept.findAfter(1n) : kept.find
}

test.each(growing)('finds expired rows of $table by an index', async ({ kept }) => {
  const plan = await mail.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const query = finding(kept, tx).compile(tx)
    const { rows } = await tx.executeQuery<Plan>(
      CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]),
    )
    return rows.map((row) => row['QUERY PLAN'])
  })
  // Tables with one row have no other plan.
  const scans = plan.filter((line) => line.includes('Seq Scan') && !line.includes('token_mark'))
  expect(scans).toEqual([])
})

/** How many entries of an index this connection has read so far, and others until lately. */
async function readEntriesOf(index: string): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(mail)
  return await numberFrom(`select idx_tup_read from pg_stat_user_indexes
    where indexrelname = '${index}'`)
}

test.runIf(isLong)('passes over deleted rows once while an old snapshot keeps them', async () => {
  const steps = 6
  const rows = steps * MAX_ROWS
  await run(`insert into security_events (member_no, kind, at)
    select 2, '', ${old} from generate_series(1, ${rows})`)
  const snapshot = await database.pool.connect()
  try {
    await snapshot.query('begin isolation level repeatable read')
    await snapshot.query('select from security_events limit 1')
    const read = await readEntriesOf('security_events_pkey')
    await forgetExpired(mail)
    expect(await numberFrom('select count(*) from security_events where member_no = 2')).toBe(0)
    expect((await readEntriesOf('security_events_pkey')) - read).toBeLessThan(2 * rows)
  } finally {
    await snapshot.query('rollback')
    snapshot.release()
  }
})

test('a table that fails keeps no other from shrinking', async () => {
  await run(`insert into idempotency (scope, key, input_hash, answer, created_at)
    values ('member:3', 'old', '', '{}', ${old})`)
  await run(`insert into solvency_snapshots (at, owed_micros, trx_units, usdt_units)
    select date_trunc('hour', ${old}) + n * interval '1 minute', 0, 0, 0
    from generate_series(0, 1) n`)
  await run(`create function refuse_delete() returns trigger language plpgsql as
    $$ begin raise 'refused'; end $$`)
  await run(`create trigger refuses before delete on idempotency for each row
    execute function refuse_delete()`)
  const solvency = `select count(*) from solvency_snapshots where at < now() - interval '3 years'`
  expect(await numberFrom(solvency)).toBe(2)
  await expect(forgetExpired(mail)).rejects.toThrow('idempotency keeps rows that have expired')
  expect(await numberFrom(solvency)).toBe(1)
  await run('drop trigger refuses on idempotency')
  await forgetExpired(mail)
  expect(await numberFrom(`select count(*) from idempotency where key = 'old'`)).toBe(0)
})

test('keeps a session while its tokens can’t be deleted', async () => {
  // As if the deletion of tokens had failed ever since these sessions ended.
  await run(`update token_mark set ended_at = '-infinity'`)
  const inserted = await sql<{ no: string }>`
    insert into sessions (member_no, created_at, expires_at, ended_at)
    select 1, now() - interval '1 year', now(), now() - n * interval '100 days'
    from generate_series(1, 2) n returning no::text`.execute(database.db)
  const sessions = inserted.rows.map(({ no }) => no).join()
  await run(`insert into refresh_tokens (hash, session_no)
    select sha256(no::text::bytea), no from sessions where no in (${sessions})`)
  const left = async () => ({
    sessions: await numberFrom(`select count(*) from sessions where no in (${sessions})`),
    tokens: await numberFrom(`select count(*) from refresh_tokens
      where session_no in (${sessions})`),
  })
  await run(`create trigger refuses before delete on refresh_tokens for each row
    execute function refuse_delete()`)
  await expect(forgetExpired(mail)).rejects.toThrow('refresh_tokens keeps rows')
  expect(await left()).toEqual({ sessions: 2, tokens: 2 })
  await run('drop trigger refuses on refresh_tokens')
  await forgetExpired(mail)
  expect(await left()).toEqual({ sessions: 0, tokens: 0 })
})

test('deletes the tokens of one session in short steps', async () => {
  await run(`create function refuse_many() returns trigger language plpgsql as
    $$ begin if (select count(*) from gone) > ${MAX_ROWS} then raise 'too many'; end if;
      return null; end $$`)
  await run(`create trigger refuses after delete on refresh_tokens referencing old table as gone
    for each statement execute function refuse_many()`)
  const ended = `ended_at > now() - interval '96 days' and ended_at < now() - interval '94 days'`
  await run(`update token_mark set ended_at = now() - interval '96 days'`)
  await run(`insert into sessions (member_no, created_at, expires_at, ended_at)
    select 1, now() - interval '1 year', now(), now() - interval '95 days' + n * interval '1 hour'
    from generate_series(0, 1) n`)
  const sessions = `(select no from sessions where ${ended} order by ended_at limit 1)`
  await run(`insert into refresh_tokens (hash, session_no)
    select sha256(('many' || n)::bytea), ${sessions} from generate_series(0, ${2 * MAX_ROWS}) n`)
  await run(`insert into refresh_tokens (hash, session_no)
    select sha256('one more'), max(no) from sessions where ${ended}`)
  const left = () => numberFrom('select count(*) from refresh_tokens')
  const before = await left()
  await forgetTokens(mail, MAX_ROWS).execute()
  expect(before - (await left())).toBe(MAX_ROWS)
  // Their sessions must stay, or nothing would find the other tokens.
  expect(
    await numberFrom(`select count(*) from sessions where ended_at <= (
    select ended_at from token_mark) and ${ended}`),
  ).toBe(0)
  await forgetExpired(mail)
  expect(before - (await left())).toBe(2 * MAX_ROWS + 2)
  expect(await numberFrom(`select count(*) from sessions where ${ended}`)).toBe(0)
  await run('drop trigger refuses on refresh_tokens')
})

test('deletes no permanent rows', async () => {
  const after = await countAll()
  const kept = entriesOf(retention).filter(([, kind]) => kind === 'forever')
  expect(kept.length).toBeGreaterThan(30)
  for (const [table] of kept) expect([table, after[table]]).toEqual([table, before[table]])
  for (const table of ['commands', 'batches', 'audit_entries', 'member_views', 'seats']) {
    expect([table, Number(after[table]) > 0]).toEqual([table, true])
  }
})

test('lists every table of the database', async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'schema_migrations'`.execute(database.db)
  const known = entriesOf(retention).map(([table]) => table)
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('matches the limits in docs/operations-reference.md', () => {
  const text = readFileSync(
    new URL('../../../docs/operations-reference.md', import.meta.url),
    'utf8',
  )
  const section = text.split('## Data retention')[1]?.split('\n## ')[0] ?? ''
  const lines = [...section.matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)].slice(1)
  const documented = lines.map(([, what, kept]) => `${what}: ${kept}`)
  const rules = entriesOf(retention).flatMap(([, kind]) => {
    return typeof kind === 'string' ? [] : [`${kind.what}: ${kind.kept}`]
  })
  expect(documented.filter((line) => !line.startsWith('---'))).toEqual(rules)
})
