import pino from 'pino'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { openBook } from '../../../src/server/book/book.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { createTestDatabase } from '../../support/database.ts'
import { openPostgresProxy } from '../../support/wire/tcp-proxy.ts'

/** The connection breaks exactly during the statement that checks whether a batch has committed. */
function breakOnce(pool: Pool): { broke(): boolean } {
  let broke = false
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    const breaking = (asked: { text: string }, ...rest: never[]) => {
      if (!broke && /^select .*"batches"/.test(asked.text)) {
        broke = true
        throw new Error('Connection terminated unexpectedly')
      }
      return query(asked as never, ...rest)
    }
    Object.assign(client, { query: breaking })
  })
  return { broke: () => broke }
}

test('acts once when both the COMMIT’s answer and the look-up are lost', async () => {
  const database = await createTestDatabase()
  const proxy = await openPostgresProxy(database.url)
  const pool = openPool({ connectionString: proxy.urlOf(database.url), name: 'unlucky' })
  const look = breakOnce(pool)
  const book = await openBook({ db: openKysely(pool), pool, log: pino({ level: 'silent' }) })
  proxy.cutAtCommit('after')
  const command = { kind: 'register', sponsor: 1 } as const
  const result = await book.submit({ command, by: { system: 'test' } })
  expect(look.broke()).toBe(true)
  expect(result).toMatchObject({ accepted: true, done: { seq: 2 } })
  expect(book.status()).toMatchObject({ seq: 2, members: 2 })
  const { differences, commands } = await checkBook(database.db, database.pool)
  expect({ differences, commands }).toEqual({
    differences: { count: 0, described: [] },
    commands: 2,
  })
  await book.close()
  await pool.end()
  await proxy.stop()
  await database.close()
})
