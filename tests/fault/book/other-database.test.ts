import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import pino from 'pino'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { createRole, grantRuntime } from '../../../src/db/runtime-role.ts'
import { eventOf } from '../../../src/domain/ledger/event.ts'
import { micros } from '../../../src/domain/money/money.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { BookUnavailable } from '../../../src/server/book/submission.ts'
import { rejectionOf } from '../../../src/server/http/rejection-of.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { depositCommands } from '../../support/deposits.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { copyStopped, openCluster, type Cluster } from '../../support/replication/standby.ts'
import { openPostgresProxy } from '../../support/wire/tcp-proxy.ts'
import { outcomeOf } from '../../support/book-acts.ts'

// The connection works, but the database behind it has changed: it refuses our login, refuses
// writes, or has lost commands that we know.

const log = pino({ level: 'silent' })
const by = { system: 'test' }
let database: TestDatabase
let cluster: Cluster | null
let closing: (() => Promise<unknown>)[]

beforeEach(async () => {
  database = await createTestDatabase()
  cluster = null
  closing = []
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  await cluster?.close()
  await database.close()
})

async function open(connectionString: string): Promise<{ book: Book; pool: Pool }> {
  const pool = openPool({ connectionString, name: 'writer', maxConnections: 3 })
  const book = await openBook({ db: openKysely(pool), pool, log })
  closing.push(
    () => pool.end(),
    () => book.close(),
  )
  return { book, pool }
}

async function register(book: Book): Promise<{ member: number; profile: number }> {
  const { effects } = await outcomeOf(book, { command: { kind: 'register', sponsor: 1 }, by })
  return { member: eventOf(effects, 'member').no, profile: eventOf(effects, 'profile').no }
}

async function fund(book: Book, member: number): Promise<void> {
  for (const command of depositCommands(member, 9, member)) await outcomeOf(book, { command, by })
}

test('acts once when the role can’t sign in after a lost COMMIT', async () => {
  const role = `away_${database.name}`
  await createRole(database.pool, role)
  await grantRuntime(database.pool, role, 'all')
  const proxy = await openPostgresProxy(database.url)
  closing.push(() => proxy.stop())
  const url = new URL(proxy.urlOf(database.url))
  url.username = role
  const { book } = await open(url.href)
  const members = await Promise.all(Array.from({ length: 8 }, () => register(book)))
  for (const { member } of members) await fund(book, member)
  proxy.cutAtCommit('after')
  const answers = Promise.all(
    members.map(({ member }) =>
      book.submit({
        command: {
          kind: 'request_withdrawal',
          member,
          amountMicros: micros(3_000_000n),
          address: 'T',
          holdUntilAt: 0,
        },
        by,
      }),
    ),
  )
  await until('the COMMIT to be cut', () => proxy.commitsCut() === 1, { everyMs: 1 })
  await database.pool.query(`alter role ${role} nologin`)
  await wait(100)
  await database.pool.query(`alter role ${role} login`)
  expect((await answers).filter((result) => !result.accepted)).toEqual([])
  const { rows } = await database.pool.query(
    'select member_no, count(*)::int4 as times from withdrawals group by 1 order by 1',
  )
  expect(rows).toEqual(members.map(({ member }) => ({ member_no: member, times: 1 })))
})

test.runIf(isLong)('treats a read-only server as unavailable', async () => {
  const { book, pool } = await open(database.url)
  await book.submit({ command: { kind: 'register', sponsor: 1 }, by })
  const setting = 'default_transaction_read_only'
  const { rows: before } = await database.pool.query<{ count: bigint }>(
    'select count(*) from commands',
  )
  await database.pool.query(`alter database ${database.name} set ${setting} = on`)
  // As after a demotion: new sessions at the same address.
  await endSessions(pool)
  const asked = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 500 }, () =>
      book
        .submit({ command: { kind: 'register', sponsor: 1 }, by })
        .catch((error: unknown) => error),
    ),
  )
  expect(performance.now() - asked).toBeLessThan(20_000)
  const others = answers.filter((answer) => !(answer instanceof BookUnavailable))
  expect(others).toEqual([])
  expect(new Set(answers.map((error) => rejectionOf(error)?.code))).toEqual(
    new Set(['database_unavailable']),
  )
  const reader: unknown = await openKysely(pool)
    .insertInto('own_wallets')
    .values({ address: 'T', role: 'cold' })
    .execute()
    .catch((error: unknown) => error)
  expect(rejectionOf(reader)).toMatchObject({ code: 'database_unavailable' })
  await database.pool.query(`alter database ${database.name} reset ${setting}`)
  await outcomeOf(book, { command: { kind: 'register', sponsor: 1 }, by })
  const { rows } = await database.pool.query<{ count: bigint }>('select count(*) from commands')
  expect(itemAt(rows, 0).count - itemAt(before, 0).count).toBe(1n)
})

async function endSessions(pool: Pool): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'writer' and datname = $1`,
    [database.name],
  )
  await until('the pool to notice', () => pool.idleCount === 0)
}

async function openRestorable() {
  cluster = await openCluster()
  const server = await cluster.primary()
  const owner = openPool({ connectionString: server.url, name: 'owner', maxConnections: 1 })
  await migrate(owner)
  await owner.end()
  const data = join(server.dataDir, 'postgres')
  const copy = join(server.dataDir, 'copy')
  return {
    url: server.url,
    async backUp() {
      await server.stop()
      await copyStopped(data, copy)
      await server.start()
    },
    async restore() {
      await server.stop()
      await copyStopped(copy, data)
      await server.start()
    },
  }
}

test('leaves no gap after a restore under a running writer, and pauses payouts', async () => {
  const { url, backUp, restore } = await openRestorable()
  const { book, pool } = await open(url)
  const first = await register(book)
  await fund(book, first.member)
  await backUp()
  const lost = await register(book)
  await fund(book, lost.member)
  await outcomeOf(book, { command: { kind: 'activate', ...first }, by })
  await restore()
  const again = await outcomeOf(book, { command: { kind: 'activate', ...first }, by })
  await register(book)
  const { rows } = await pool.query<{ count: bigint; last: bigint }>(
    'select count(*) as count, max(seq) as last from commands',
  )
  expect(rows[0]?.count).toBe(rows[0]?.last)
  expect(again.seq).toBe(Number(rows[0]?.last) - 1)
  const { differences } = await checkBook(openKysely(pool), pool)
  expect(differences).toEqual({ count: 0, described: [] })
  const pauses = await pool.query('select reason from payout_pauses')
  expect(pauses.rows).toEqual([{ reason: 'history_lost' }])
})

test.runIf(isLong)('detects another history of the same length by its batch', async () => {
  const { url, backUp, restore } = await openRestorable()
  const stale = await open(url)
  const { member, profile } = await register(stale.book)
  await fund(stale.book, member)
  await backUp()
  await outcomeOf(stale.book, { command: { kind: 'activate', member, profile }, by })
  await restore()
  const other = await open(url)
  await register(other.book)
  expect(other.book.status().seq).toBe(stale.book.status().seq)
  // In the current history, no one has activated this profile.
  await outcomeOf(stale.book, { command: { kind: 'activate', member, profile }, by })
  await register(other.book)
  const { differences } = await checkBook(openKysely(other.pool), other.pool)
  expect(differences).toEqual({ count: 0, described: [] })
  const { rows } = await other.pool.query('select found_seq from history_losses')
  expect(rows).toHaveLength(1)
})

test('refuses a gap in the log and a duplicate seat ordinal', async () => {
  const { book } = await open(database.url)
  await register(book)
  const { pool } = database
  const add = (seqs: string): Promise<unknown> =>
    pool
      .query(
        `insert into commands (seq, at, kind, by, input)
        select seq, now(), 'register', 'test', '{}' from unnest('{${seqs}}'::int8[]) as seq`,
      )
      .catch((error: { code?: string }) => error.code)
  const next = book.status().seq + 1
  expect(await add(String(next + 1))).toBe('TF005')
  expect(await add(`${next},${next + 2}`)).toBe('TF005')
  const seat = pool
    .query(
      `insert into seats (profile_no, ordinal, plan, parent_no, side, depth, jump_no, taken_at)
      values (99, 1, 0, 1, 0, 1, 1, now())`,
    )
    .catch((error: { constraint?: string }) => error.constraint)
  expect(await seat).toBe('seats_ordinal_key')
})
