import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Client, type Pool } from 'pg'
import { pino } from 'pino'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { tablesNamed } from '../../src/db/runtime-grants.ts'
import { createRole, grantRuntime } from '../../src/db/runtime-role.ts'
import { tablesChanged } from '../../src/server/rights/end-proposals.ts'
import { openBook } from '../../src/server/book/book.ts'
import { LostHistory } from '../../src/server/book/head.ts'
import { recordLoss } from '../../src/server/book/lost-history.ts'
import { emptyState } from '../../src/domain/ledger/state.ts'
import { refusedWith } from './refused-with.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'
import { openPostgresProxy } from '../support/wire/tcp-proxy.ts'

// The server's own role: it can do everything it needs, and nothing that it must not.

const role = 'twofold_test_server'
let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  await createRole(database.pool, role)
  await createRole(database.pool, role)
  await grantRuntime(database.pool, role, 'all')
  const url = new URL(database.url)
  url.username = role
  pool = openPool({ connectionString: url.href, name: 'runtime role' })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

test('creates and writes the ledger as this role, which can’t set balances', async () => {
  const book = await openBook({ db: openKysely(pool), pool, log: pino({ level: 'silent' }) })
  const joined = await book.submit({
    command: { kind: 'register', sponsor: 1 },
    by: { system: 'test' },
  })
  expect(joined.accepted).toBe(true)
  const moved = await book.submit({
    command: { kind: 'move_treasury', coin: 'TRX', amountUnits: 5n as never, reason: 'a test' },
    by: { system: 'test' },
  })
  expect(moved.accepted).toBe(true)
  await book.close()
  const { rows } = await pool.query('select balance from accounts where balance <> 0')
  expect(rows.length).toBeGreaterThan(0)
})

const forbidden = [
  'alter table postings disable trigger all',
  'drop trigger postings_append_only on postings',
  'drop table journals',
  'truncate postings',
  'update postings set amount = 0',
  'delete from postings',
  'update journals set kind = kind',
  'delete from commands',
  'update audit_entries set operator = operator',
  'delete from audit_entries',
  'update seats set depth = 0',
  'update catalogs set version = 9',
  'delete from withdrawals',
  'delete from transfers',
  'delete from members',
  'update accounts set balance = 1000000',
  'insert into accounts (no, asset, balance) values (999, 0, 1)',
  'update address_totals set units = 0',
  "insert into address_totals values ('T', 1, 1)",
  'delete from schema_migrations',
  'create table stolen (a int)',
  'create function evil() returns int language sql as $$ select 1 $$',
  'alter function settle_postings() security invoker',
  'set session_replication_role = replica',
  'alter role twofold_test_server superuser',
  "copy (select 1) to program 'true'",
]

test('can’t change history, the schema, or its protection', async () => {
  for (const statement of forbidden) {
    const refused = await pool.query(statement).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    )
    expect([statement, refused]).toEqual([statement, '42501'])
  }
})

const DENIED = '42501'

const address = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
const payout = `insert into payouts (withdrawal_no, attempt, asset, units, from_address, to_address,
  txid, state) values (1, 1, 1, 1, '${address}', '${address}', '${'a'.repeat(64)}', 'stored')`

const chainTransaction = `insert into chain_transactions (txid, network, block_number, block_at,
  kind, fee_sun, result) values ('${'a'.repeat(64)}', 'x', 1, now(), 'x', 0, 'OUT_OF_ENERGY')`
const chainTransfer = `insert into chain_transfers (txid, network, asset, kind, log_index,
  from_address, to_address, amount, block_number)
  values ('${'a'.repeat(64)}', 'x', 1, 'transfer', 0, '${address}', '${address}', 1, 1)`

const incoming = `insert into incoming_transfers (
  network, txid, asset, log_index, from_address, to_address,
  amount, block_number, block_at, attributable)
  values ('x', '${'a'.repeat(64)}', 2, 0, '${address}', '${address}', 1, 1, now(), true)`

const addIvy = `insert into operators (username, role, password_hash) values ('ivy', 'admin', 'x')`
const audit = (name: string, action = 'add operator', role = 'admin'): string =>
  `insert into audit_entries (operator, action, object, after)
    values ('x', '${action}', 'operator ${name}', '{"role":"${role}"}')`
const auditKey = (as: string): string =>
  `insert into audit_entries (operator, action, object, after)
    values ('x', 'add API key', 'key mine', '{"role":"${as}"}')`
const addKey = `insert into api_keys (name, role, hash, created_by, expires_at)
  values ('mine', 'admin', 'k', 'x', now() + interval '1 day')`
const reviveKey = `update api_keys set revoked_at = now(), revoked_by = 'x';
  update api_keys set revoked_at = null, revoked_by = null`
const addWallet = `insert into own_wallets (address, role) values ('${address}', 'payout')`
const checkpoint = (size: number): string =>
  `insert into log_checkpoints (size, root, note) values (${size}, sha256(''), '')`
/** Checks at once what a commit checks. */
const check = 'set constraints all immediate'

/** Statements, each with its result for the web's role and the worker's. */
const MATRIX: [statement: string, web: string, worker: string][] = [
  ['update ledger_leader set epoch = epoch + 1', DENIED, DENIED],
  ['insert into batches values (1, 1, gen_random_uuid(), now(), 0)', DENIED, DENIED],
  [
    `insert into commands (seq, at, kind, by, input) values (1, now(), 'x', 'x', '{}')`,
    DENIED,
    DENIED,
  ],
  ['insert into postings values (1, 1, 1, 1, 1, 1)', DENIED, DENIED],
  [`insert into idempotency values ('s', 'k', 'h', '{}')`, DENIED, DENIED],
  [payout, DENIED, 'done'],
  [`update payouts set state = 'confirmed'`, DENIED, 'done'],
  [addWallet, DENIED, 'done'],
  ['delete from own_wallets', DENIED, 'done'],
  [`${addWallet}; delete from own_wallets`, DENIED, 'TF001'],
  [`update custody_moves set state = 'failed'`, DENIED, 'done'],
  [`update unexplained_transfers set explained_by = 'me'`, DENIED, 'done'],
  ['delete from blocked_payouts', DENIED, 'done'],
  ['delete from payout_pauses', DENIED, 'done'],
  [`update payout_pauses set detail = ''`, DENIED, 'done'],
  [`insert into payout_pauses (reason, detail) values ('chain', '')`, DENIED, 'done'],
  [`select record_loss(9, null, 1, 'web', now(), '')`, DENIED, DENIED],
  [`${checkpoint(5)}; ${checkpoint(3)}`, DENIED, 'TF001'],
  ['delete from chain_cursors', DENIED, DENIED],
  [chainTransaction, DENIED, 'done'],
  [chainTransfer, DENIED, '23503'],
  [incoming, DENIED, 'done'],
  ['update incoming_transfers set amount = 9', DENIED, 'done'],
  ['delete from incoming_transfers', DENIED, 'done'],
  [`update payout_fence set since = '-infinity'`, DENIED, 'done'],
  ['delete from deposit_address_mark', DENIED, DENIED],
  [`insert into deposit_addresses values (7, 7, '${address}')`, DENIED, 'done'],
  [`insert into unchecked_addresses values ('${address}')`, DENIED, 'done'],
  ['insert into deposit_address_requests values (7)', 'done', DENIED],
  ['delete from deposit_address_requests', DENIED, 'done'],
  ['update deposit_address_mark set last_index = last_index + 1', DENIED, 'done'],
  ['update deposit_address_mark set last_index = last_index - 1', DENIED, 'TF001'],
  [`update identities set password_hash = 'x'`, 'done', DENIED],
  ['delete from identities', DENIED, DENIED],
  ['delete from unchecked_addresses', DENIED, 'done'],
  ['delete from address_checks', DENIED, DENIED],
  ['delete from live_rates', DENIED, DENIED],
  [`update operators set role = 'admin'`, 'done', DENIED],
  [`${addIvy}; ${check}`, 'TF008', DENIED],
  [`${audit('carl')}; ${addIvy}; ${check}`, 'TF008', DENIED],
  [`${audit('ivy', 'end session')}; ${addIvy}; ${check}`, 'TF008', DENIED],
  [`${audit('ivy', 'add operator', 'support')}; ${addIvy}; ${check}`, 'TF008', DENIED],
  [`${audit('ivy')}; ${addIvy}; ${check}`, 'done', DENIED],
  [`${addKey}; ${check}`, 'TF008', DENIED],
  [`${auditKey('support')}; ${addKey}; ${check}`, 'TF008', DENIED],
  [`${auditKey('admin')}; ${addKey}; ${check}`, 'done', DENIED],
  [`${auditKey('admin')}; ${addKey}; update api_keys set hash = 'h'`, 'TF001', DENIED],
  [`${auditKey('admin')}; ${addKey}; ${reviveKey}`, 'TF001', DENIED],
  [`insert into email_tokens select from email_tokens`, 'done', DENIED],
  [`update email_tokens set used_at = null`, 'done', DENIED],
  [`update refresh_tokens set hash = 'h'`, 'done', DENIED],
  ['delete from operator_sessions', DENIED, 'done'],
  ['delete from sessions', DENIED, 'done'],
  [`update sessions set device = ''`, 'done', DENIED],
  ['delete from emails', DENIED, 'done'],
  ['delete from idempotency', DENIED, 'done'],
  [`update audit_head set no = 9`, DENIED, DENIED],
  ['update profiles set member_no = 9', DENIED, DENIED],
  ['delete from batches', DENIED, DENIED],
  [`select nextval('payouts_no_seq')`, DENIED, DENIED],
  [`select setval('emails_no_seq', 9)`, DENIED, DENIED],
  [`insert into emails (recipient, kind, subject, text) values ('', '', '', '')`, 'done', 'done'],
  ['update batches set last_seq = 9', DENIED, DENIED],
  ['update withdrawals set revision = 9', DENIED, DENIED],
  [`select record_outside_payout(1, '${'a'.repeat(64)}', '${address}', now())`, DENIED, DENIED],
]

test('lets the web and worker roles write only what they need', async () => {
  const [web, worker] = (['web', 'worker'] as const).map((part) =>
    openPool({ connectionString: database.urlOfPart(part), name: part, maxConnections: 1 }),
  )
  if (!web || !worker) throw new Error('no pools')
  try {
    for (const [statement, forWeb, forWorker] of MATRIX) {
      const found = [await refusedWith(web, statement), await refusedWith(worker, statement)]
      expect([statement, ...found]).toEqual([statement, forWeb, forWorker])
    }
  } finally {
    await Promise.all([web.end(), worker.end()])
  }
})

const openLedgerRole = (options: { url?: string; lockTimeoutMs?: number } = {}): Pool => {
  const { url = database.urlOfPart('ledger'), ...limits } = options
  const opened = openPool({ connectionString: url, name: 'ledger', ...limits })
  onTestFinished(() => opened.end())
  return opened
}

/** The report of a writer that knew nine commands, about a database with one. */
const lossAfter = (checkedAt: number): LostHistory => {
  const memory = { state: emptyState(), seq: 9, at: 0, batch: null, checkedAt, sealed: true }
  return new LostHistory(memory, { seq: 1 })
}

const countLosses = async (): Promise<number> =>
  (await database.pool.query('select from history_losses')).rows.length

test('records lost history and pauses payouts in the ledger’s role', async () => {
  const db = openKysely(openLedgerRole())
  const before = await countLosses()
  // Later than any loss that was recorded before.
  await recordLoss(db, lossAfter(Date.now() + 60_000))
  const pauses = await database.pool.query('select reason from payout_pauses')
  expect(pauses.rows).toEqual([{ reason: 'history_lost' }])
  // Another loss while payouts are already paused.
  await recordLoss(db, lossAfter(Date.now() + 120_000))
  expect(await countLosses()).toBe(before + 2)
  // Noticed after another process.
  await recordLoss(db, lossAfter(Date.now() - 60_000))
  expect(await countLosses()).toBe(before + 2)
  await database.pool.query('delete from payout_pauses')
})

test('doesn’t let a web process block the record of lost history', async () => {
  const web = openPool({ connectionString: database.urlOfPart('web'), name: 'web' })
  const session = await web.connect()
  onTestFinished(async () => {
    session.release(true)
    await web.end()
  })
  const before = await countLosses()
  await session.query('begin')
  await session.query("select pg_advisory_lock(hashtextextended('history_losses', 0))")
  await session.query('lock table history_losses, payout_pauses in access share mode')
  await recordLoss(
    openKysely(openLedgerRole({ lockTimeoutMs: 500 })),
    lossAfter(Date.now() + 180_000),
  )
  expect(await countLosses()).toBe(before + 1)
  await database.pool.query('delete from payout_pauses')
})

test.runIf(isLong)(
  'delays others by two seconds at most when a process freezes recording a loss',
  async () => {
    const proxy = await openPostgresProxy(database.urlOfPart('ledger'))
    onTestFinished(() => proxy.stop())
    const before = await countLosses()
    const blocker = await database.pool.connect()
    onTestFinished(() => blocker.release(true))
    await blocker.query('begin')
    await blocker.query("insert into payout_pauses (reason, detail) values ('history_lost', '')")
    const noticedAt = Date.now() + 240_000
    const frozen = openKysely(openLedgerRole({ url: proxy.urlOf(database.urlOfPart('ledger')) }))
    const recording = recordLoss(frozen, lossAfter(noticedAt)).catch((error: unknown) => error)
    await until('it to wait for the row', async () => {
      const { rows } = await database.pool.query(
        "select from pg_stat_activity where wait_event = 'transactionid'",
      )
      return rows.length === 1
    })
    proxy.setBlackhole(true)
    await blocker.query('rollback')
    // Its statement is done, but its COMMIT never comes.
    const other = openKysely(openLedgerRole())
    const record = () => recordLoss(other, lossAfter(noticedAt)).then(() => true)
    await until('the others to get the lock', record, { deadlineMs: 5_000 })
    expect(await countLosses()).toBe(before + 1)
    proxy.cut()
    expect(await recording).toBeInstanceOf(Error)
    await database.pool.query('delete from payout_pauses')
  },
)

test('revokes rights that are no longer listed, and combines both roles', async () => {
  const name = 'twofold_test_changing'
  await createRole(database.pool, name)
  expect(await grantRuntime(database.pool, name, 'web')).toBe('web')
  await database.pool.query(`grant update on own_wallets to ${name}`)
  const may = async (): Promise<boolean> =>
    (
      await database.pool.query<{ may: boolean }>(
        `select has_table_privilege('${name}', 'own_wallets', 'update') as may`,
      )
    ).rows[0]?.may === true
  expect(await may()).toBe(true)
  await grantRuntime(database.pool, name, 'web')
  expect(await may()).toBe(false)
  expect(await grantRuntime(database.pool, name, 'worker')).toBe('all')
  expect(await may()).toBe(true)
  expect(await grantRuntime(database.pool, name, 'web')).toBe('all')
})

test('lets only the ledger role take the writer’s locks', async () => {
  const { rows } = await database.pool.query<{ may: string }>(
    `select r.part || ' ' || t.name as may
     from unnest(array['web', 'worker', 'mail', 'ledger']) as r (part),
       unnest(array['batch_lock', 'leader_lock', 'leadership']) as t (name)
     where has_table_privilege('twofold_' || r.part, t.name,
       'update, delete, truncate, maintain')
     order by may`,
  )
  expect(rows.map(({ may }) => may)).toEqual([
    'ledger batch_lock',
    'ledger leader_lock',
    'ledger leadership',
  ])
  const web = new Client({ connectionString: database.urlOfPart('web') })
  const ledger = new Client({ connectionString: database.urlOfPart('ledger') })
  await Promise.all([web.connect(), ledger.connect()])
  try {
    // Everything that the web role can try: read the tables, and take any advisory lock.
    await web.query('begin')
    await web.query('lock table batch_lock, leader_lock, leadership in access share mode')
    await web.query('select pg_advisory_lock(7960363), pg_advisory_lock(7960364)')
    await ledger.query(
      'begin; lock table batch_lock, leader_lock, leadership in exclusive mode nowait; rollback',
    )
    for (const name of ['batch_lock', 'leadership']) {
      await web.query('rollback; begin')
      const taken = web.query(`lock table ${name} in row exclusive mode nowait`)
      await expect(taken).rejects.toMatchObject({ code: '42501' })
    }
  } finally {
    await web.end()
    await ledger.end()
  }
})

test('lets the web and ledger roles end the proposals of an operator', async () => {
  const { rows } = await database.pool.query<{ missing: string }>(
    `select r.part || ' ' || t.name as missing
     from unnest(array['web', 'ledger']) as r (part), unnest($1::text[]) as t (name)
     where not has_any_column_privilege('twofold_' || r.part, t.name, 'update')`,
    [tablesChanged],
  )
  expect(rows).toEqual([])
})

test('numbers rows only in identity columns, which need no rights on sequences', async () => {
  const { rows } = await database.pool.query(
    `select relname from pg_class s where relkind = 'S'
       and relnamespace = 'public'::regnamespace and not exists (select from pg_depend d
         where d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i')`,
  )
  expect(rows).toEqual([])
})

test('lists only existing tables and views', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p', 'v')
       and relnamespace = 'public'::regnamespace`,
  )
  const there = new Set(rows.map(({ name }) => name))
  expect(tablesNamed.filter((name) => !there.has(name))).toEqual([])
})
