import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../../src/db/pool.ts'
import { parsePosition } from '../../../src/db/wal-position.ts'
import { openReplicas } from '../../../src/server/reads/replicas.ts'
import { until } from '../../support/poll.ts'
import { openReplicated, type Replicated } from '../../support/replication/replicated.ts'
import { isLong } from '../../support/scale.ts'
import { openPostgresProxy } from '../../support/wire/tcp-proxy.ts'

// A failover loses the end of the log, but a replica that isn't the new primary has it. That
// replica can't follow the new primary, and what it shows was lost.

let servers: Replicated
beforeAll(async () => {
  servers = await openReplicated(2)
})
afterAll(() => servers.database.close())

const FILL = `insert into emails (recipient, kind, subject, text)
  select 'x', 'news', '', repeat('x', 1000) from generate_series(1, 500)`
/** What a new leader writes first. */
const NEW_TERM = `update ledger_leader set epoch = epoch + 1, holder_id = gen_random_uuid()`

const open = (name: string, url: string) => openPool({ connectionString: url, name })

test.runIf(isLong)('reads nothing from a replica with what a failover lost', async () => {
  const { primary, standbys } = servers
  const [heir, ahead] = standbys
  if (!heir || !ahead) throw new Error('two standbys are missing')
  const proxy = await openPostgresProxy(primary.url)
  const pools = {
    primary: open('primary', proxy.urlOf(primary.url)),
    pool: open('replica', ahead.url),
    checks: open('checks', ahead.url),
  }
  const replicas = [{ name: 'ahead', pool: pools.pool, checks: pools.checks }]
  const log = pino({ level: 'silent' })
  const { all, choose, stop } = await openReplicas({ primary: pools.primary, replicas, log })
  onTestFinished(async () => {
    stop()
    await Promise.all(Object.values(pools).map((pool) => pool.end()))
    await proxy.stop()
  })
  const [replica] = all
  await until('the replica to be used', async () => (await choose(null)) === replica)

  heir.replication.setRefusing(true)
  heir.replication.cut()
  await primary.query(FILL)
  const positionOf = async (server: typeof primary, name: string) => {
    const [row] = await server.query(`select ${name}()::text as at`)
    return parsePosition(String(row?.at)) ?? 0n
  }
  const lost = await positionOf(primary, 'pg_current_wal_flush_lsn')
  await until('the replica to have it', async () => {
    return (await positionOf(ahead, 'pg_last_wal_replay_lsn')) >= lost
  })
  primary.kill()
  await heir.promote()
  expect(await positionOf(heir, 'pg_current_wal_flush_lsn')).toBeLessThan(lost)
  proxy.setUpstream(heir.upstream)
  proxy.cut()

  // A change on the new primary, at a position that the replica seems to have.
  await until('the replica to be out', async () => (await choose(null)) === null)
  await heir.query(`update emails set subject = 'new'`)
  const seen = await positionOf(heir, 'pg_current_wal_insert_lsn')
  expect(seen).toBeLessThan(lost)
  expect(await choose(seen)).toBeNull()

  // It seems to be a little behind once the new primary has written more.
  await heir.query(NEW_TERM)
  await heir.query(FILL)
  await heir.query(FILL)
  const later = await positionOf(heir, 'pg_current_wal_flush_lsn')
  expect(later).toBeGreaterThan(lost)
  await until('the lag to count', () => (replica?.lagMs() ?? 0) > 0)
  expect(await choose(null)).toBeNull()
  expect(await choose(seen)).toBeNull()
  // A process that has just started knows only what the servers have now.
  const started = await openReplicas({ primary: pools.primary, replicas, log })
  onTestFinished(() => started.stop())
  expect(await started.choose(seen)).toBeNull()
})
