import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../../src/db/pool.ts'
import { openReplicas } from '../../../src/server/reads/replicas.ts'
import { createTestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'

// The log positions of this server are those of a table, for the primary and for a replica.
const SETUP = `
  create table place (position pg_lsn not null, replayed pg_lsn not null);
  insert into place values ('0/5000000', '0/5000000');
  create function pg_current_wal_flush_lsn() returns pg_lsn
    language sql as 'select position from public.place';
  create function pg_last_wal_replay_lsn() returns pg_lsn
    language sql as 'select replayed from public.place';
  create function pg_is_in_recovery() returns boolean language sql as 'select true'`

/** A process that starts when the replica has replayed this much. */
async function openOne(replayed: string) {
  const database = await createTestDatabase()
  await database.pool.query(SETUP)
  await database.pool.query('update place set replayed = $1', [replayed])
  const url = new URL(database.url)
  url.searchParams.set('options', '-c search_path=public,pg_catalog')
  const open = (name: string) => openPool({ connectionString: url.href, name })
  const [primary, pool, checks] = [open('primary'), open('replica'), open('checks')]
  const log = pino({ level: 'silent' })
  const { all, choose, stop } = await openReplicas({
    primary,
    replicas: [{ name: 'replica', pool, checks }],
    log,
  })
  onTestFinished(async () => {
    stop()
    await Promise.all([primary, pool, checks].map((each) => each.end()))
    await database.close()
  })
  return { database, replica: all[0], choose }
}

test('reads from replicas after a failover that lost the end of the log', async () => {
  const { database, replica, choose } = await openOne('0/5000000')
  expect(await choose(0x4ffff00n)).toBe(replica)
  await database.pool.query(`update place set position = '0/4000000', replayed = '0/4000000'`)
  await until('the replica to lack it', async () => (await choose(0x4ffff00n)) === null)
  await until('a read to use the replica', async () => (await choose(0x3ffff00n)) === replica)
  // The next round records that it is no longer apart.
  await until('its lag to end', () => replica?.lagMs() === 0)
})

test.runIf(isLong)(
  'reads nothing from a replica that lagged before the process started',
  async () => {
    const { database, replica, choose } = await openOne('0/4000000')
    expect(await choose(null)).toBeNull()
    await database.pool.query(`update place set replayed = '0/5000000'`)
    await until('a read to use the replica', async () => (await choose(null)) === replica)
  },
)
