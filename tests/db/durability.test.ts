import { afterAll, beforeAll, expect, test } from 'vitest'
import { findUnsafe, readDurability } from '../../src/db/durability.ts'
import { openPool } from '../../src/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const safe = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

test.each(['on', 'local', 'remote_write', 'remote_apply'])(
  'keeps confirmed commits with %s',
  (commit) => {
    expect(findUnsafe({ ...safe, synchronous_commit: commit })).toEqual([])
  },
)

test.each(['fsync', 'full_page_writes', 'synchronous_commit'])('refuses %s = off', (name) => {
  expect(findUnsafe({ ...safe, [name]: 'off' })).toEqual([`${name} = off`])
})

test('checks the role’s effective settings', async () => {
  // The tests' server survives no power cut.
  expect(await readDurability(database.pool)).toEqual({
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  })
  const set = `alter database ${database.name} set synchronous_commit = 'local'`
  await database.pool.query(set)
  const pool = openPool({ connectionString: database.url, name: 'durable', maxConnections: 1 })
  const { synchronous_commit: commit } = await readDurability(pool).finally(() => pool.end())
  expect(commit).toBe('local')
})
