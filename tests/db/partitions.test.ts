import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import { units } from '../../src/domain/money/money.ts'
import { extendPostings, renewStatistics } from '../../src/server/leader/extend-postings.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { refusedWith } from './refused-with.ts'
import { isLong } from '../support/scale.ts'

// Postings are divided by journal. A partition is a table of its own, and a statement that names it
// would bypass the checks of the whole table.

const SIZE = 4_194_304

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const partitions = async () => {
  const { rows } = await database.pool.query<{ name: string; bound: string }>(
    `select relname as name, pg_get_expr(relpartbound, c.oid) as bound
     from pg_inherits join pg_class c on c.oid = inhrelid
     where inhparent = 'postings'::regclass order by relname`,
  )
  return rows
}

/** Moves one millionth of a dollar, after which account 1 has this balance. */
const post = (no: number, table = 'postings', balance = 1) =>
  `with j as (insert into journals values (${no}, 1, 0, ${no}, now()))
   insert into ${table} values (${no}, 1, 1, ${balance}, 0, 0, 0),
     (${no}, 2, -1, ${-balance}, 1, 0, 0)`

/** Books a journal. Returns whether the command was accepted. */
async function move(book: Book): Promise<boolean> {
  const amountUnits = units(5n)
  const command = { kind: 'move_treasury', coin: 'TRX', amountUnits, reason: 'a test' } as const
  return (await book.submit({ command, by: { system: 'test' } })).accepted
}

/** Sets how many rows the planner knows of the first partition. */
const setKnown = (rows: number) =>
  database.pool.query(`update pg_class set reltuples = $1 where relname = 'postings_0'`, [rows])

const asRole = async <T>(url: string, work: (pool: ReturnType<typeof openPool>) => Promise<T>) => {
  const pool = openPool({ connectionString: url, name: 'partitions' })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

test('adds a partition before the last one has any rows, as the ledger’s role', async () => {
  const before = await partitions()
  await asRole(database.urlOfPart('ledger'), async (pool) => {
    const db = openKysely(pool)
    await extendPostings(db)
    expect(await partitions()).toEqual(before)
    // The first row of the last partition.
    await database.pool.query(post(SIZE + 1))
    await Promise.all([extendPostings(db), extendPostings(db)])
  })
  expect(await partitions()).toEqual([
    ...before,
    { name: 'postings_2', bound: `FOR VALUES FROM ('${2 * SIZE}') TO ('${3 * SIZE}')` },
  ])
  await database.pool.query(post(2 * SIZE, 'postings', 2))
  const { rows } = await database.pool.query(
    `select tableoid::regclass::text as part, journal_no::int as journal from postings
     where account_no = 1 order by journal_no desc`,
  )
  expect(rows).toEqual([
    { part: 'postings_2', journal: 2 * SIZE },
    { part: 'postings_0', journal: SIZE + 1 },
  ])
})

test('adds none for a wrong number of a journal far ahead', async () => {
  await database.pool.query(post(SIZE + 1))
  await database.pool.query(`insert into journals values (${2 ** 52}, 1, 0, 1, now())`)
  await extendPostings(database.db)
  await extendPostings(database.db)
  expect(await partitions()).toHaveLength(2)
})

test('lets nobody change rows through a partition, not even its owner', async () => {
  await database.pool.query(post(SIZE + 1))
  await extendPostings(database.db)
  const names = (await partitions()).map(({ name }) => name)
  expect(names).toHaveLength(2)
  for (const [i, name] of names.entries()) {
    const balanced = post(i === 0 ? SIZE + 2 : 2 * SIZE + 1, name, 2)
    const oneSided = `insert into ${name} values (${i * 2 * SIZE + 2}, 1, 5, 5, 0, 0, 0)`
    for (const statement of [balanced, oneSided, `truncate ${name}`, `copy ${name} from stdin`]) {
      expect([statement, await refusedWith(database.pool, statement)]).toEqual([statement, 'TF001'])
    }
  }
  for (const statement of ['update postings_0 set amount = 5', 'delete from postings_0']) {
    expect(await refusedWith(database.pool, statement)).toBe('TF001')
  }
})

test('gives no process role any right on a partition', async () => {
  await database.pool.query(post(SIZE + 1))
  await extendPostings(database.db)
  const { rows } = await database.pool.query(
    `select r.rolname, c.relname from pg_roles r, pg_inherits join pg_class c on c.oid = inhrelid
     where inhparent = 'postings'::regclass and r.rolname like 'twofold\\_%'
       and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate, trigger')`,
  )
  expect(rows).toEqual([])
  for (const part of ['web', 'worker'] as const) {
    await asRole(database.urlOfPart(part), async (pool) => {
      expect(await refusedWith(pool, 'select extend_postings()')).toBe('42501')
      expect(await refusedWith(pool, 'select analyze_postings()')).toBe('42501')
    })
  }
})

test('tells the planner about the whole table once it has doubled', async () => {
  const known = async () => {
    const { rows } = await database.pool.query<{ known: number }>(
      `select reltuples::int as known from pg_class where oid = 'postings'::regclass`,
    )
    return rows[0]?.known
  }
  await asRole(database.urlOfPart('ledger'), async (pool) => {
    const db = openKysely(pool)
    await database.pool.query(
      `with j as (insert into journals select no, 1, 0, no, now() from generate_series(1, 1500) no)
       insert into postings select no, side, 3 - 2 * side, (3 - 2 * side) * no, side, 0, 0
       from generate_series(1, 1500) no, generate_series(1, 2) side`,
    )
    await database.pool.query('analyze postings_0')
    await renewStatistics(db, pool)
    expect(await known()).toBe(3_000)
    await database.pool.query(post(1_501, 'postings', 1_501))
    await database.pool.query('analyze postings_0')
    await renewStatistics(db, pool)
    expect(await known()).toBe(3_000)
  })
})

test('opens no connection while the planner knows enough rows', async () => {
  const nowhere = openPool({ connectionString: 'postgres://127.0.0.1:1/none', name: 'nowhere' })
  await renewStatistics(database.db, nowhere)
  await setKnown(5_000)
  await expect(renewStatistics(database.db, nowhere)).rejects.toThrow(/ECONNREFUSED/)
  await nowhere.end()
})

test('renews the statistics however long that takes', async () => {
  await setKnown(5_000)
  await database.pool.query(`
    create or replace function analyze_postings() returns boolean language plpgsql as $$
    begin perform pg_sleep(0.4); return true; end $$`)
  const pool = openPool({
    connectionString: database.url,
    name: 'impatient',
    statementTimeoutMs: 200,
    answerTimeoutMs: 200,
  })
  await expect(renewStatistics(database.db, pool)).resolves.toBeUndefined()
  await pool.end()
})

// As while a partition is vacuumed, or `npm run maintain -- --reindex` rebuilds an index of it.
const whileMaintaining = async <T>(work: () => Promise<T>) => {
  const client = await database.pool.connect()
  await client.query('begin; lock table postings_0 in share update exclusive mode')
  return work().finally(async () => {
    await client.query('rollback')
    client.release()
  })
}

test('adds a partition while another one is maintained', async () => {
  await database.pool.query(post(SIZE + 1))
  await whileMaintaining(() => extendPostings(database.db))
  expect(await partitions()).toHaveLength(2)
})

test('renews only statistics of the whole table while a partition is maintained', async () => {
  await setKnown(5_000)
  await whileMaintaining(() => renewStatistics(database.db, database.pool))
  const { rows } = await database.pool.query(
    `select relname, (pg_stat_get_last_analyze_time(oid) is not null) as analyzed from pg_class
     where oid in ('postings'::regclass, 'postings_0'::regclass) order by relname`,
  )
  expect(rows).toEqual([
    { relname: 'postings', analyzed: true },
    { relname: 'postings_0', analyzed: false },
  ])
})

test('keeps a command that has no partition until there is one', async () => {
  const { db, pool } = database
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  const book = await openBook({ db, pool, log })
  await move(book)
  await pool.query(
    `alter table postings detach partition postings_0;
     alter table postings attach partition postings_0 for values from (minvalue) to (2)`,
  )
  const moved = move(book)
  await until('an error', () => logged.some((line) => line.includes('no partition of relation')))
  await pool.query('create table later partition of postings for values from (2) to (3)')
  expect(await moved).toBe(true)
  expect(logged.filter((line) => !line.includes('the ledger lacks something'))).toEqual([])
  await book.close()
})

test.runIf(isLong)('divides the postings of a running ledger: and refuses no command', async () => {
  const { pool: owner } = database
  await owner.query('drop schema public cascade; create schema public')
  const files = await readMigrations()
  const whole = files.filter(({ name }) => Number.parseInt(name, 10) < 48)
  await migrate(owner, whole)
  await owner.query(`grant usage on schema public to twofold_server;
    grant select, insert, update on all tables in schema public to twofold_server;
    grant select on postings to public`)
  await asRole(database.serverUrl, async (pool) => {
    const log = pino({ level: 'silent' })
    const book = await openBook({ db: openKysely(pool), pool, log })
    const results: boolean[] = []
    const over = new AbortController()
    const load = (async () => {
      while (!over.signal.aborted) results.push(await move(book))
    })()
    await until('some commands', () => results.length > 20)
    await migrate(owner, files)
    const during = results.length
    await until('more commands', () => results.length > during + 20)
    over.abort()
    await load
    await book.close()
    expect(new Set(results)).toEqual(new Set([true]))
  })
  const { differences } = await checkBook(database.db, owner)
  expect(differences).toEqual({ count: 0, described: [] })
  const { rows } = await owner.query(
    `select has_table_privilege('twofold_server', 'postings', 'insert') as whole,
       has_table_privilege('twofold_web', 'postings', 'select') as everyone,
       has_table_privilege('twofold_server', 'postings_0', 'select, insert, update') as part`,
  )
  expect(rows).toEqual([{ whole: true, everyone: true, part: false }])
})
