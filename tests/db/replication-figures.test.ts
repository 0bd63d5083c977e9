import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { readFigures } from '../../src/server/metrics/figures.ts'
import { countMissing } from '../../src/server/metrics/missing-standbys.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'
import {
  openCluster,
  type Cluster,
  type Server,
  type Standby,
} from '../support/replication/standby.ts'

// What a process reads about replication, in a role without any rights to monitor.

describe.runIf(isLong)('of running servers', () => {
  let cluster: Cluster
  let primary: Server
  let standby: Standby
  let owner: ReturnType<typeof openPool>
  let pool: ReturnType<typeof openPool>
  beforeAll(async () => {
    cluster = await openCluster()
    primary = await cluster.primary()
    owner = openPool({ connectionString: primary.url, name: 'owner' })
    await migrate(owner)
    await owner.query('create role reading login in role pg_read_all_data')
    const { href } = Object.assign(new URL(primary.url), { username: 'reading' })
    pool = openPool({ connectionString: href, name: 'figures' })
    standby = await cluster.standbyOf(primary, ['cluster_name=db2'])
  })
  afterAll(async () => {
    await pool.end()
    await owner.end()
    await cluster.close()
  })

  const figures = () => readFigures(openKysely(pool))
  const missing = async () => (await figures()).database_standbys_missing

  const isConnected = async (): Promise<boolean> =>
    (await primary.query('select from pg_stat_replication')).length > 0

  const set = async (name: string, value: string): Promise<void> => {
    await primary.query(`alter system set ${name} = '${value}'`)
    await primary.query('select pg_reload_conf()')
    await until(`${name} to be set`, async () => {
      const { rows } = await pool.query<{ value: string }>(
        `select current_setting('${name}') as value`,
      )
      return rows[0]?.value === value
    })
  }

  test('reports a missing standby only while COMMIT waits for standbys', async () => {
    await until('the standby to follow', isConnected)
    expect(await missing()).toBeNull()
    await set('synchronous_standby_names', 'ANY 1 (db2,db3)')
    expect(await missing()).toBe(0)
    // This role also sees the standby's state.
    expect(await readFigures(openKysely(owner))).toMatchObject({ database_standbys_missing: 0 })
    await set('synchronous_standby_names', 'ANY 2 (db2,db3)')
    expect(await missing()).toBe(1)
    await set('synchronous_standby_names', 'db3')
    expect(await missing()).toBe(1)
    await set('synchronous_standby_names', 'ANY 1 (*)')
    expect(await missing()).toBe(0)
    await standby.stop()
    await until('the standby to leave', async () => !(await isConnected()))
    expect(await missing()).toBe(1)
    await set('synchronous_commit', 'local')
    expect(await missing()).toBeNull()
    await set('synchronous_commit', 'on')
    await set('synchronous_standby_names', '')
    expect(await missing()).toBeNull()
  })

  test('counts the standbys that follow, synchronous or not', async () => {
    expect(await figures()).toMatchObject({ database_standbys: 0 })
    const other = await cluster.standbyOf(primary, ['cluster_name=db3'])
    await until('the standby to follow', isConnected)
    expect(await figures()).toMatchObject({ database_standbys: 1 })
    await other.stop()
    await until('the standby to leave', async () => !(await isConnected()))
    expect(await figures()).toMatchObject({ database_standbys: 0 })
  })

  test('counts a replication slot that lost its WAL', async () => {
    await primary.query(`select pg_create_physical_replication_slot('away', true)`)
    expect(await figures()).toMatchObject({ database_slots_lost: 0 })
    await set('max_slot_wal_keep_size', '1MB')
    // More than the server keeps for standbys without a slot.
    for (let segment = 0; segment < 12; segment += 1) {
      await primary.query(`select pg_logical_emit_message(false, 'fill', 'a')`)
      await primary.query('select pg_switch_wal()')
    }
    await primary.query('checkpoint')
    expect(await figures()).toMatchObject({ database_slots_lost: 1, database_slot_bytes: 0 })
  })
})

test.each([
  ['', [], null],
  ['db2', [], 1],
  ['db2, db3', ['db3'], 0],
  ['*', ['any'], 0],
  ['2 (db2, db3)', ['db2'], 1],
  ['FIRST 2(db2,db3)', ['db3', 'db2'], 0],
  ['any 1 (DB2)', ['db2'], 0],
  ['ANY 1 ("node ""1""", "db-3")', ['node "1"'], 0],
  ['ANY 1 ("db-3")', ['db3'], 1],
  ['ANY 2 (db2,db3)', ['db2', 'db3', 'db4'], 0],
])('takes %j with %j as %j missing', (setting, connected, count) => {
  expect(countMissing(setting, connected)).toBe(count)
})
