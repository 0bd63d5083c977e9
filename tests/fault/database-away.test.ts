import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/db/pool.ts'
import { ServerSilent } from '../../src/db/connection/silence.ts'
import { foldState } from '../../src/server/book/state/fold.ts'
import { rejectionOf } from '../../src/server/http/rejection-of.ts'
import { toProblem } from '../../src/server/http/problem.ts'
import { toolSentence } from '../../src/server/startup/tool-database.ts'
import { createTestDatabase } from '../support/database.ts'
import { startProduct, type Product } from '../support/product.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'
import { openPostgresProxy } from '../support/wire/tcp-proxy.ts'

let product: Product
beforeAll(async () => {
  if (isLong) product = await startProduct()
})
afterAll(() => product?.remove())

const ask = async (path: string): Promise<number> => {
  const response = await fetch(`${product.url}/api/${path}`)
  await response.text()
  return response.status
}

test.runIf(isLong)('reports an unavailable database in every answer, and never a bug', async () => {
  const path = 'auth/check-username/?username=someone'
  expect(await ask(path)).toBe(200)
  const file = join(product.dataDir, 'postgres/postmaster.pid')
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  const seen = new Set<number>()
  process.kill(pid, 'SIGKILL')
  await until('the database to be gone and back', async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => ask(path)))
    for (const status of statuses) seen.add(status)
    return seen.has(503) && statuses.every((status) => status === 200)
  })
  expect([...seen].toSorted()).toEqual([200, 503])
  expect(product.output()).not.toContain('a bug')
})

/** The error that a caller sees; null for a bug. */
const problemOf = (error: unknown) => {
  const rejection = rejectionOf(error)
  return rejection && toProblem(rejection, 'a-request')
}

test('treats a missing socket or closed port as an unavailable database', async () => {
  const nowhere = ['postgresql://x@localhost:5432/x?host=/nowhere', 'postgresql://x@127.0.0.1:9/x']
  for (const connectionString of nowhere) {
    const pool = openPool({ connectionString, name: 'nowhere' })
    const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason)
    expect(problemOf(error)).toMatchObject({ code: 'database_unavailable', status: 503 })
    await pool.end()
  }
})

test('treats a lock timeout as an unavailable database, and a bad statement as a bug', async () => {
  const database = await createTestDatabase()
  const holder = await database.pool.connect()
  await holder.query('select pg_advisory_lock(1)')
  const pool = openPool({ connectionString: database.url, name: 'waiting', lockTimeoutMs: 50 })
  const failureOf = (text: string): Promise<unknown> =>
    pool.query(text).then(
      () => 'no failure',
      (error: unknown) => problemOf(error),
    )
  expect(await failureOf('select pg_advisory_lock(1)')).toMatchObject({
    code: 'database_unavailable',
    status: 503,
  })
  expect(await failureOf('select 1 / 0')).toBeNull()
  holder.release()
  await pool.end()
  await database.close()
})

test('treats a break in the middle of a load as an unavailable database', async () => {
  const database = await createTestDatabase()
  const proxy = await openPostgresProxy(database.url)
  const pool = openPool({ connectionString: proxy.urlOf(database.url), name: 'broken load' })
  const load = () =>
    foldState(pool).then(
      () => 'loaded',
      (error: unknown) => toolSentence(error) ?? error,
    )
  proxy.setDelayMs(50)
  const loading = load()
  await until('the load to read tables', async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where application_name = 'broken load' and query like 'copy%'`,
    )
    return rows.length > 0
  })
  proxy.cut()
  expect(await loading).toContain('The database is not available: ')
  proxy.setRefusing(true)
  expect(await load()).toContain('The database is not available: ')
  proxy.setRefusing(false)
  proxy.setDelayMs(0)
  expect(await load()).toBe('loaded')
  await pool.end()
  await proxy.stop()
  await database.close()
})

test.runIf(isLong)('gives up a load when the server goes silent in the middle of it', async () => {
  const database = await createTestDatabase()
  const proxy = await openPostgresProxy(database.url)
  const connectionString = proxy.urlOf(database.url)
  const pool = openPool({ connectionString, name: 'silent load', readSilenceMs: 1_000 })
  // Without such an initial delay, Linux asks a silent server only after two hours.
  expect(pool.options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 2_000 })
  proxy.setDelayMs(100)
  const loading = foldState(pool).then(
    () => 'loaded',
    (error: unknown) => error,
  )
  await until('the load to read tables', async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where application_name = 'silent load' and query like 'copy%'`,
    )
    return rows.length > 0
  })
  proxy.setBlackhole(true)
  expect(await loading).toBeInstanceOf(ServerSilent)
  await pool.end()
  await proxy.stop()
  await database.close()
})
