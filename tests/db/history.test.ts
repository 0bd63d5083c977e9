import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/db/pool.ts'
import { refusedWith } from './refused-with.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

// Tables of history, by their triggers: rows that never change, and rows that are never deleted.

type Guarded = { table: string; column: string; updates: boolean; truncates: boolean }

let database: TestDatabase
let guarded: Guarded[]
beforeAll(async () => {
  database = await createTestDatabase()
  const [update, remove, truncate] = [16, 8, 32]
  const { rows } = await database.pool.query<Guarded>(
    `select c.relname as table, (select attname from pg_attribute
         where attrelid = c.oid and attnum > 0 and attidentity = ''
         order by attnum limit 1) as column,
       bool_or(t.tgtype & ${update} <> 0 and t.tgtype & ${remove} <> 0) as updates,
       bool_or(t.tgtype & ${truncate} <> 0) as truncates
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgfoid = 'refuse_change'::regproc
     group by c.oid having bool_or(t.tgtype & ${remove} <> 0) order by c.relname`,
  )
  guarded = rows
})
afterAll(() => database.close())

test('lets no one empty a table of history, not even its owner', async () => {
  expect(guarded.length).toBeGreaterThan(25)
  expect(guarded.filter(({ truncates }) => !truncates)).toEqual([])
  for (const { table } of guarded) {
    const refused = await refusedWith(database.pool, `truncate ${table} cascade`)
    expect([table, refused]).toEqual([table, 'TF001'])
  }
})

test('lets no role of the server change or remove history', async () => {
  const urls = [database.serverUrl, database.urlOfPart('web'), database.urlOfPart('worker')]
  for (const connectionString of urls) {
    const pool = openPool({ connectionString, name: 'history', maxConnections: 1 })
    try {
      for (const { table, column, updates } of guarded) {
        const statements = [`delete from ${table}`, `truncate ${table}`]
        if (updates) statements.push(`update ${table} set ${column} = ${column}`)
        for (const statement of statements) {
          const refused = await refusedWith(pool, statement)
          expect([statement, refused]).toEqual([statement, '42501'])
        }
      }
    } finally {
      await pool.end()
    }
  }
})

// Columns that may change in rows whose other columns are fixed. A new column must either be fixed,
// by replacing the table's trigger (docs/architecture.md, "Store it in the command"), or be listed
// here. The trigger `payouts_keep` guards what payouts pay.
const CHANGING = {
  adjustments: ['approved_at', 'approved_by', 'reject_reason', 'rejected_at', 'rejected_by'],
  api_keys: ['expires_at', 'last_used_at', 'revoked_at', 'revoked_by'],
  custody_moves: [
    'broadcast_at',
    'broadcasts',
    'by_record',
    'fee_sun',
    'last_answer',
    'settled_at',
    'state',
  ],
  deposit_requests: ['closed_at', 'credited_micros', 'state', 'transfer_no'],
  members: ['auto_upgrade', 'suspended'],
  own_wallets: ['added_at', 'followed_from'],
  transfers: ['credited_micros', 'fee_micros', 'settled_at', 'state'],
  unexplained_transfers: ['block_number', 'explained_by', 'explanation', 'fee_sun'],
  withdrawals: [
    'approved_by',
    'asset',
    'attempt',
    'failure',
    'processed_at',
    'rate_e8',
    'reason',
    'revision',
    'state',
    'txid',
    'units',
  ],
}

test('protects every column that isn’t known to change', async () => {
  const { rows } = await database.pool.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array(select attname::text from pg_attribute a
         where a.attrelid = c.oid and attnum > 0 and not attisdropped
           and attname <> all(string_to_array(encode(t.tgargs, 'escape'), '\\000'))
         order by attname) as columns
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgfoid = 'keep_columns'::regproc and c.relname <> 'payouts' order by c.relname`,
  )
  expect(Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))).toEqual(CHANGING)
})
