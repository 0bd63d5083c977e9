/** Commands that get lost, and commands that come back from a backup. */
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { until } from '../../support/poll.ts'
import { queryNumber } from '../audit.ts'
import type { Cluster } from '../cluster.ts'
import { PASSWORD, type Place } from '../database-machines.ts'
import { changeConfig } from '../patroni-api.ts'
import { queryPrimary, primaryOf } from '../primary.ts'
import { losePower, standbysOf, untilPrimaryIsNot, type Fault, type Scene } from './fault.ts'
import { runDrill, runTool } from '../tools.ts'

async function connectTo(place: Place, name: string): Promise<Client> {
  const host = place.machines.get(name)?.address ?? ''
  const client = new Client({ host, user: 'postgres', password: PASSWORD, database: 'twofold' })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Whether a COMMIT waits for a standby, which Patroni controls. */
async function setSynchronous({ place }: Cluster, mode: 'quorum' | 'off'): Promise<void> {
  const change = { synchronous_mode: mode === 'off' ? false : mode }
  await changeConfig(place, await primaryOf(place), change)
  await until(`synchronous replication: ${mode}`, async () => {
    const [row] = await queryPrimary(place, 'show synchronous_standby_names')
    return (row?.synchronous_standby_names === '') === (mode === 'off')
  })
}

const LAST_COMMAND = 'select max(seq) from commands'
const LOSSES = 'select count(*) from history_losses'
const PAUSES = `select count(*) from payout_pauses where reason = 'history_lost'`

/** Commands that no standby has. Bytes say little: after a checkpoint, one command writes many. */
const TAIL = 20

/** The standbys silently stop following, and then the primary fails. */
async function loseTail(scene: Scene): Promise<void> {
  const { cluster } = scene
  const { place } = cluster
  const before = await queryNumber(cluster, LOSSES)
  await setSynchronous(cluster, 'off')
  const primary = await primaryOf(place)
  const standbys = await Promise.all(
    (await standbysOf(scene)).map((name) => connectTo(place, name)),
  )
  const onBoth = (text: string) =>
    Promise.all(standbys.map((client) => client.query<{ lacks?: boolean }>(text)))
  await until('a tail that no standby has', async () => {
    // Patroni restores the setting within a second.
    await onBoth(`alter system set primary_conninfo = ''`)
    await onBoth('select pg_reload_conf()')
    await wait(200)
    const last = await queryNumber(cluster, LAST_COMMAND)
    const lack = `select (${LAST_COMMAND}) + ${TAIL} < ${last}
      and pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()
      and not exists (select from pg_stat_wal_receiver) as lacks`
    return (await onBoth(lack)).every(({ rows }) => rows[0]?.lacks === true)
  })
  await losePower(scene, [primary], async () => {
    await onBoth('alter system reset primary_conninfo')
    await Promise.all(standbys.map((client) => client.end()))
    await untilPrimaryIsNot(scene, primary)
  })
  await until(
    'the ledger to notice what is lost',
    async () => (await queryNumber(cluster, LOSSES)) === before + 1,
    { deadlineMs: 60_000, everyMs: 250 },
  )
  await setSynchronous(cluster, 'quorum')
  if ((await queryNumber(cluster, PAUSES)) !== 1) throw new Error('payouts are not paused')
  const act = ['--operator', 'operator', '--why', 'the cluster test lost it']
  await runTool(cluster, 'payouts', ['resume', 'history_lost', ...act])
  if ((await queryNumber(cluster, PAUSES)) !== 0) throw new Error('payouts are still paused')
}

/** A round number of further commands, which the restore must leave out. */
const MORE = 10_000
/** Longer than the clock steps in a backup's names. */
const APART_MS = 1_100

/** A backup under load, then more commands, then a restore to a moment in between. */
async function restoreToMoment({ cluster, load }: Scene): Promise<string> {
  const { place, databases } = cluster
  await databases.get(await primaryOf(place))?.archive('backup', '--type=full')
  await load.drain()
  const seq = await queryNumber(cluster, LAST_COMMAND)
  await wait(APART_MS)
  const moment = new Date().toISOString()
  await wait(APART_MS)
  load.run()
  const hasMore = (): boolean => load.pauses.count() >= MORE
  await until(`${MORE} more commands`, hasMore, { deadlineMs: 600_000, everyMs: 500 })
  // The segment with that moment reaches the archive.
  await queryPrimary(place, 'select pg_switch_wal()')
  const said = await runDrill(cluster, moment)
  const [line = said] = said.split('\n').filter((each) => each.includes('restored up to'))
  const isExact = line.includes(`restored up to command ${seq} of`)
  if (!isExact || !line.includes('; 0 differences')) {
    throw new Error(`wanted command ${seq} without differences: ${said.slice(-1_000)}`)
  }
  return line
}

export const historyFaults: readonly Fault[] = [
  { name: 'lost-tail', counts: [1, 5], pauseMs: 40_000, losesTail: true, play: loseTail },
  { name: 'backup-restore', counts: [1, 5], pauseMs: 4_000, play: restoreToMoment },
]
