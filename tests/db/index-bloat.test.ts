import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBloated, rebuildIndex } from '../../src/db/index-bloat.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  // One index of even rows, one that lost nine of ten, and one on an expression that did as well.
  await database.pool.query(`
    create table full_rows as select n as no from generate_series(1, 60000) n;
    create index full_rows_by_no on full_rows (no);
    create table sparse (no bigint, name text);
    create index sparse_by_no on sparse (no);
    create index sparse_by_name on sparse (lower(name), no);
    insert into sparse select n, 'Name ' || n from generate_series(1, 60000) n;
    delete from sparse where no % 10 <> 0`)
  await database.pool.query('vacuum analyze sparse')
  await database.pool.query('vacuum analyze full_rows')
})
afterAll(() => database.close())

const MIN_BYTES = 100_000
const bloatedNames = async (): Promise<string[]> =>
  (await findBloated(database.pool, MIN_BYTES)).map(({ name }) => name).toSorted()

test('finds indexes of twice the needed size, and rebuilds them', async () => {
  expect(await bloatedNames()).toEqual(['sparse_by_name', 'sparse_by_no'])
  for (const name of await bloatedNames()) await rebuildIndex(database.pool, name)
  expect(await bloatedNames()).toEqual([])
  const { rows } = await database.pool.query<{ size: number }>(
    `select pg_relation_size('sparse_by_no')::float8 as size`,
  )
  expect(rows[0]?.size).toBeLessThan(300_000)
})

test('leaves small indexes alone', async () => {
  expect(await findBloated(database.pool)).toEqual([])
})
