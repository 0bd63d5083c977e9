import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSchemaText, readTables } from '../../scripts/reference/schema-text.ts'
import { tableTypes } from '../../scripts/reference/table-types.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { tablesWithProposals } from '../../src/server/rights/end-proposals.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { readText, root } from '../support/sources.ts'

// `npm run schema` writes both.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('keeps docs/schema.sql up to date', async () => {
  expect(await readSchemaText(database.pool)).toBe(readText('docs/schema.sql'))
})

test('keeps the table types up to date', async () => {
  const tables = await readTables(database.pool)
  const types = await tableTypes(tables, await readMigrations())
  const written = readdirSync(join(root, 'src/db/tables'))
  expect(written.toSorted()).toEqual([...types.keys()].toSorted())
  for (const [name, text] of types) expect(readText(`src/db/tables/${name}`)).toBe(text)
  const typed = [...types.values()].join('\n')
  expect(tables.filter(({ name }) => !typed.includes(`  ${name}: {`))).toEqual([])
})

test('knows every table with proposals, which end with their operator’s rights', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '^(proposed|requested|pending)_by$'
     order by name`,
  )
  expect(rows.map(({ name }) => name)).toEqual(tablesWithProposals.toSorted())
})

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root }).toString()

test.skipIf(!existsSync(join(root, '.git')))('never edits or removes released migrations', () => {
  const changed = git('tag', '--list', 'v*', '--merged', 'HEAD')
    .split('\n')
    .filter((tag) => tag !== '')
    .flatMap((tag) =>
      git(
        'diff',
        '--name-status',
        '--no-renames',
        '--diff-filter=a',
        tag,
        '--',
        'src/db/migrations',
      )
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => `${tag}: ${line}`),
    )
  expect(changed).toEqual([])
})
