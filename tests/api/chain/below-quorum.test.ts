import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertKinds } from '../../../src/server/monitoring/alert-kinds.ts'
import { checkAlerts, readAlerts } from '../../../src/server/monitoring/alerts.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// With too few nodes to trust, we record nothing, and alert operators after ten minutes.

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

/** Three nodes, this many of them down. */
function nodes(away: number) {
  const { url, info } = world.devnet
  const urls = ['a', 'b', 'c'].map((name, at) => (at < away ? silent : `${url}/at/${name}`))
  const limits = { ratePerSecond: 10_000, pauseMs: 10, retries: 0 }
  const { usdtContract } = info
  return openTronNodes({ nodes: urls.map((each) => ({ url: each, ...limits })), usdtContract })
}
const silent = 'http://127.0.0.1:9'

/** One round of the watcher with this many nodes down, followed by a check of the alerts. */
async function roundWithout(away: number): Promise<unknown> {
  world.edge.context.tron = nodes(away)
  world.restartWatcher()
  const failed = await world.watch().then(
    () => null,
    (error: Error) => error.message,
  )
  const { db, config } = world.edge
  await checkAlerts(db, config, new Date())
  return failed
}

const lag = async () => {
  const alert = (await readAlerts(world.edge.db)).find(({ name }) => name === 'chain_lag')
  return { seconds: Number(alert?.value), crossed: alert?.crossed_since !== null }
}

/** Pretends that the watcher reached this point so many seconds ago. */
const age = (seconds: number) =>
  sql`update chain_cursors set final_at = now() - make_interval(secs => ${seconds})`.execute(
    world.edge.db,
  )

test('alerts after ten minutes with one of three nodes, until two are back', async () => {
  expect(alertKinds.chain_lag).toMatchObject({ unit: 'seconds ago', limit: 60_000n })
  expect(await roundWithout(0)).toBeNull()
  await age(540)
  await world.mine(3)
  expect(await roundWithout(2)).toContain('fewer than 2 of 3 nodes answer')
  const early = await lag()
  expect(early.crossed).toBe(false)
  expect(early.seconds).toBeGreaterThanOrEqual(540)
  await age(601)
  expect(await roundWithout(2)).toContain('fewer than 2 of 3 nodes answer')
  const late = await lag()
  expect(late.crossed).toBe(true)
  expect(late.seconds).toBeGreaterThanOrEqual(601)
  expect(await roundWithout(1)).toBeNull()
  const well = await lag()
  expect(well.crossed).toBe(false)
  expect(well.seconds).toBeLessThan(540)
})
