import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { exportFigures } from '../../../src/server/metrics/export-figures.ts'
import { openMetrics, type Metrics } from '../../../src/server/metrics/metrics.ts'
import { raisePause } from '../../../src/server/payout/payout-pauses.ts'
import { createTestDatabase } from '../../support/database.ts'
import { openEdge, type Edge } from '../support/edge.ts'

// What a scrape of a process answers, from a database and a ledger writer.

let edge: Edge
let metrics: Metrics
beforeAll(async () => {
  edge = await openEdge()
  metrics = metricsOf(edge.context)
})
afterAll(() => edge.close())

function metricsOf({ db, book, tron }: Edge['context']): Metrics {
  const opened = openMetrics('web')
  exportFigures(opened, { db, replicas: [], book, tron })
  return opened
}

/** The samples of a metric, as lines without its name. */
async function samples(name: string, { registry }: Metrics = metrics): Promise<string[]> {
  const text = await registry.getSingleMetricAsString(name)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => line.slice(name.length))
}

test('omits unknown figures instead of reporting zero', async () => {
  expect(await samples('emails_waiting')).toEqual([' 0'])
  expect(await samples('emails_oldest_seconds')).toEqual([])
  expect(await samples('chain_lag_blocks')).toEqual([])
  expect(await samples('payouts_paused')).toEqual([])
})

test('exports figures that follow the database', async () => {
  await sql`insert into emails (recipient, kind, subject, text, created_at)
    values ('a@example.org', 'security', 's', 't', now() - interval '90 seconds')`.execute(edge.db)
  await sql`insert into history_losses (known_seq, found_seq, process)
    values (9, 7, 'test')`.execute(edge.db)
  await raisePause({ db: edge.db, log: edge.context.log }, 'history_lost', 'for this test')
  const later = metricsOf(edge.context)
  expect(await samples('database_up', later)).toEqual([' 1'])
  expect(await samples('emails_waiting', later)).toEqual([' 1'])
  expect(Number((await samples('emails_oldest_seconds', later))[0])).toBeGreaterThanOrEqual(90)
  expect(await samples('ledger_history_lost_total', later)).toEqual([' 1'])
  expect(await samples('payouts_paused', later)).toEqual(['{reason="history_lost"} 1'])
  expect(await samples('replica_lag_seconds', later)).toEqual([])
  expect(Number((await samples('database_transaction_age', later))[0])).toBeGreaterThan(0)
})

test.each(['web', 'worker'] as const)('the role of the %s may read every figure', async (part) => {
  const database = await createTestDatabase()
  const pool = openPool({ connectionString: database.urlOfPart(part), name: part })
  const apart = metricsOf({ ...edge.context, db: openKysely(pool) })
  expect(await samples('database_up', apart)).toEqual([' 1'])
  await pool.end()
  await database.close()
})

test('times commands by result, and counts refusals by code', async () => {
  const book = metrics.watchBook(edge.book)
  const command = { kind: 'cancel_withdrawal', withdrawal: 9_999_999, member: 2 } as const
  const result = await book.submit({ command, by: { system: 'test' } })
  if (result.accepted) throw new Error('a withdrawal that nobody requested was canceled')
  expect(await samples('ledger_refusals_total')).toEqual([`{code="${result.refusal.code}"} 1`])
  expect(await samples('ledger_command_seconds')).toContain('_count{result="refused"} 1')
})

test('exports the process’s own metrics without the database', async () => {
  const connectionString = 'postgresql://nobody@127.0.0.1:9/nothing'
  const pool = openPool({ connectionString, name: 'away', connectTimeoutMs: 500 })
  const away = metricsOf({ ...edge.context, db: openKysely(pool) })
  away.watchPool('away', pool)
  expect(await samples('database_up', away)).toEqual([' 0'])
  expect(await samples('emails_waiting', away)).toEqual([])
  expect(await samples('ledger_history_lost_total', away)).toEqual([])
  expect(await samples('pool_connections', away)).toContain('{pool="away",state="awaited"} 0')
  await pool.end()
})
