import pino from 'pino'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { openBook } from '../../src/server/book/book.ts'
import { encode } from '../../src/server/book/rows/encode-command.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import { createTestDatabase } from '../support/database.ts'
import { openPostgresProxy } from '../support/tcp-proxy.ts'

/** The connection breaks exactly during the statement that checks whether a batch has committed. */
function breakOnce(): KyselyPlugin & { broke(): boolean } {
  let broke = false
  return {
    broke: () => broke,
    transformQuery({ node }) {
      const looks = node.kind === 'SelectQueryNode' && encode(node.from).includes('"batches"')
      if (!broke && looks) {
        broke = true
        throw new Error('Connection terminated unexpectedly')
      }
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

test('acts once when both the COMMIT’s answer and the look-up are lost', async () => {
  const database = await createTestDatabase()
  const proxy = await openPostgresProxy(database.url)
  const pool = openPool({ connectionString: proxy.urlOf(database.url), name: 'unlucky' })
  const plugin = breakOnce()
  const db = openKysely(pool).withPlugin(plugin)
  const book = await openBook({ db, pool, log: pino({ level: 'silent' }) })
  proxy.cutAtCommit('after')
  const command = { kind: 'register', sponsor: 1 } as const
  const result = await book.submit({ command, by: { system: 'test' } })
  expect(plugin.broke()).toBe(true)
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
