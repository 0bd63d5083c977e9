import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { filesBelow, readText } from '../support/sources.ts'

// Operators run the statements in the documents as they are printed, often during an outage.

type Statement = { path: string; text: string }

const verbs = 'select|update|delete|show|set|create|alter|drop|grant|revoke|vacuum|rollback'
const inline = new RegExp(`\`((?:${verbs}) [^\`]+)\``, 'g')
const block = /^ *```sql\n([^]*?)^ *```$/gm
/** The name of a command, without its arguments. */
const isName = (text: string): boolean => /^(alter (system|role … password)|\w+ full)$/.test(text)
/** Only a superuser can create this extension. */
const isOfExtension = (text: string): boolean => text.includes(' from pg_stat_statements')

const paths = filesBelow('docs').filter(
  // A decision describes the schema of its time.
  (path) => path.endsWith('.md') && !path.startsWith('docs/decisions/'),
)

const statements: Statement[] = paths.flatMap((path) => {
  const text = readText(path)
  return [...text.matchAll(inline), ...text.matchAll(block)]
    .flatMap(([, found = '']) => found.split(';'))
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter((each) => each !== '' && !isName(each) && !isOfExtension(each))
    .map((each) => ({ path, text: each }))
})

/** A statement with values for what an operator replaces. */
const filled = (text: string): string =>
  text.replaceAll('PID', '1').replaceAll("'TABLE'", "'members'").replaceAll("'…'", "'x'")

const open = (connectionString: string): Pool =>
  openPool({ connectionString, name: 'documented SQL', maxConnections: 1 })

let database: TestDatabase
let server: Pool
let worker: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  server = open(database.url)
  worker = open(database.urlOfPart('worker'))
})
afterAll(async () => {
  await Promise.all([server.end(), worker.end()])
  await database.close()
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'failed')

/** What PostgreSQL says about a statement that it can't run, or that names what doesn't exist. */
async function problemOf({ path, text }: Statement): Promise<string[]> {
  try {
    // The documents change rows as the worker's role only.
    if (/^(update|delete)/.test(text)) await worker.query(`explain ${filled(text)}`)
    // PostgreSQL looks up the names in a function's body, and reads the syntax of other commands.
    else {
      const body = `$body$ ${filled(text)} $body$`
      await server.query(
        `create or replace function printed() returns void language sql as ${body}`,
      )
    }
    return []
  } catch (error) {
    return [`${path}: ${text}: ${messageOf(error)}`]
  }
}

test('every statement in the documents fits the schema and the role', async () => {
  expect(statements.length).toBeGreaterThan(50)
  const problems: string[] = []
  for (const statement of statements) problems.push(...(await problemOf(statement)))
  expect(problems).toEqual([])
})

test('finds a column that does not exist, and a row that the role may not change', async () => {
  const path = 'docs/x.md'
  const unknown = { path, text: 'select no_such from members' }
  expect(await problemOf(unknown)).toEqual([expect.stringContaining('"no_such" does not exist')])
  const forbidden = { path, text: 'delete from commands' }
  expect(await problemOf(forbidden)).toEqual([expect.stringContaining('permission denied')])
})

test('every setting in the documents’ statements exists', async () => {
  const named = statements.flatMap(({ text }) => {
    const [, name] = /^(?:alter .* set|set|show) ([a-z_.]+)/.exec(text) ?? []
    return name === undefined ? [] : [name]
  })
  expect(named.length).toBeGreaterThan(10)
  const { rows } = await server.query<{ name: string }>('select name from pg_settings')
  const existing = new Set(rows.map(({ name }) => name))
  expect(named.filter((name) => !existing.has(name))).toEqual([])
})
