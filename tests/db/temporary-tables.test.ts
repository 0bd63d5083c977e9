import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from 'pg'
import { openPool } from '../../src/db/pool.ts'
import { createRole, grantRuntime } from '../../src/db/runtime-role.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { refusedWith } from './refused-with.ts'

// Temporary tables come first in a search path, and a role may do with its own what it wants.

const DENIED = '42501'
const role = 'twofold_test_temporary'
let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  await createRole(database.pool, role)
  await grantRuntime(database.pool, role, 'all')
  const url = Object.assign(new URL(database.url), { username: role })
  pool = openPool({ connectionString: url.href, name: 'temporary tables' })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

/** As in a database whose owner gives everyone this right. */
const allowTemporaryTables = () =>
  database.pool.query(`grant temporary on database ${database.name} to public`)

test('takes the right to temporary tables from its role and everyone', async () => {
  await allowTemporaryTables()
  await database.pool.query(`grant temporary on database ${database.name} to ${role}`)
  expect(await refusedWith(pool, 'create temp table mine (a int)')).toBe('done')
  await grantRuntime(database.pool, role, 'all')
  expect(await refusedWith(pool, 'create temp table mine (a int)')).toBe(DENIED)
})

/** Functions of triggers that run with the owner's rights, each with a table like the real one. */
const ofOwner = [
  ['settle_postings', 'postings', 'after insert on taken referencing new table as added'],
  ['keep_address_totals', 'payouts', 'after insert on taken for each row'],
  ['total_new_checks', 'address_checks', 'after insert on taken'],
  ['total_changed_checks', 'address_checks', 'after update on taken'],
  ['total_removed_checks', 'address_checks', 'after delete on taken'],
  ['chain_audit_entry', 'audit_entries', 'before insert on taken for each row'],
] as const

test('can’t run the owner’s trigger functions on a table of its own', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select proname as name from pg_proc where prosecdef and prorettype = 'trigger'::regtype
       and pronamespace = 'public'::regnamespace`,
  )
  await allowTemporaryTables()
  const known = ofOwner.map(([name]) => name).toSorted()
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known)
  const session = await pool.connect()
  try {
    for (const [name, table, when] of ofOwner) {
      await session.query(`create temporary table taken (like ${table})`)
      const attach = `create trigger taking ${when} execute function ${name}()`
      await expect(session.query(attach)).rejects.toMatchObject({ code: DENIED })
      await session.query('drop table taken')
    }
  } finally {
    session.release(true)
  }
})

test('keeps temporary tables out of the trigger functions that read tables', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select proname as name from pg_proc where prorettype = 'trigger'::regtype
       and pronamespace = 'public'::regnamespace and prosrc ~ '\\m(select|insert|update|delete)\\M'
       and array['search_path=public, pg_temp'] <@ proconfig is not true`,
  )
  expect(rows).toEqual([])
})

const address = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
const checkpoint = (size: number): string =>
  `insert into public.log_checkpoints (size, root, note) values (${size}, sha256(''), '')`

const lookAlikes: [table: string, statement: string, code: string][] = [
  [
    `audit_entries as select 'operator ivy' as object, 1 as no`,
    `insert into operators (username, role, password_hash) values ('ivy', 'admin', 'x');
      set constraints all immediate`,
    'TF008',
  ],
  [
    `retired_wallets as select '${address}' as address, transaction_timestamp() as retired_at`,
    `insert into own_wallets (address, role) values ('${address}', 'payout');
      delete from own_wallets`,
    'TF001',
  ],
  ['log_checkpoints (size bigint)', `${checkpoint(5)}; ${checkpoint(3)}`, 'TF001'],
]

test.each(lookAlikes)(
  'checks the real table beside a temporary %s',
  async (table, statement, code) => {
    await allowTemporaryTables()
    expect(await refusedWith(pool, `create temp table ${table}; ${statement}`)).toBe(code)
  },
)
