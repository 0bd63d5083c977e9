/** Database servers that crash, lose the network, or change roles. */
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../support/poll.ts'
import { cutPower, DATABASE_MACHINES, postmasterOf, startMachine } from '../database-machines.ts'
import { primaryOf, timelineOf } from '../primary.ts'
import {
  losePower,
  NOTICEABLE_MS,
  standbysOf,
  untilPrimaryIsNot,
  type Fault,
  type Scene,
} from './fault.ts'
import { plugIn, unplug } from '../network.ts'

export async function crashPrimary(scene: Scene): Promise<void> {
  const { place } = scene.cluster
  const [primary, before] = [await primaryOf(place), await timelineOf(place)]
  process.kill(postmasterOf(place, primary), 'SIGKILL')
  // Where standbys are slow, the same server may be promoted again.
  const isPromoted = async (): Promise<boolean> => (await timelineOf(place)) > before
  await until('another primary', isPromoted, { deadlineMs: 120_000, everyMs: 200 })
}

/** As in docs/operations.md. */
export async function switchOver(scene: Scene): Promise<void> {
  const { place, databases } = scene.cluster
  const primary = await primaryOf(place)
  const machine = databases.get(primary)
  await machine?.patronictl('switchover', '--force')
  await untilPrimaryIsNot(scene, primary)
}

export async function losePrimaryHost(scene: Scene): Promise<void> {
  const primary = await primaryOf(scene.cluster.place)
  await losePower(scene, [primary], () => untilPrimaryIsNot(scene, primary))
}

export async function partitionPrimary(scene: Scene): Promise<void> {
  const primary = await primaryOf(scene.cluster.place)
  unplug(primary)
  try {
    await untilPrimaryIsNot(scene, primary)
    await wait(5_000)
  } finally {
    plugIn(primary)
  }
}

/** A standby and its etcd lose the network, and the others keep their majority. */
export async function partitionStandby(scene: Scene): Promise<void> {
  const standby = scene.random.pick(await standbysOf(scene))
  unplug(standby)
  try {
    await wait(15_000)
  } finally {
    plugIn(standby)
  }
}

export async function freezeEtcd({ cluster, random }: Scene): Promise<void> {
  const etcd = cluster.databases.get(random.pick(DATABASE_MACHINES))?.etcd
  etcd?.signal('SIGSTOP')
  await wait(15_000)
  etcd?.signal('SIGCONT')
}

/** Longer than the primary's lock in etcd lasts. */
const WITHOUT_ETCD_MS = 30_000

/** The primary stays, because it reaches both standbys. */
async function freezeAllEtcds({ cluster }: Scene): Promise<void> {
  const { place, databases } = cluster
  const primary = await primaryOf(place)
  for (const { etcd } of databases.values()) etcd.signal('SIGSTOP')
  try {
    await wait(WITHOUT_ETCD_MS)
  } finally {
    for (const { etcd } of databases.values()) etcd.signal('SIGCONT')
  }
  const now = await primaryOf(place)
  if (now !== primary) throw new Error(`${now} replaced ${primary}`)
}

async function loseStandby(scene: Scene): Promise<void> {
  const standby = scene.random.pick(await standbysOf(scene))
  await losePower(scene, [standby], () => wait(10_000))
}

async function loseBothStandbys(scene: Scene): Promise<void> {
  const { pauses } = scene.load
  await losePower(scene, await standbysOf(scene), async () => {
    // Commands that had reached a standby may still be answered.
    await wait(2_000)
    const before = pauses.count()
    await wait(8_000)
    const confirmed = pauses.count() - before
    if (confirmed > 0) throw new Error(`${confirmed} commands were confirmed without a standby`)
  })
}

/** As in docs/operations.md: the primary's machine is gone, and an empty one takes its place. */
async function replaceMachine(scene: Scene): Promise<void> {
  const { place, databases } = scene.cluster
  const gone = await primaryOf(place)
  const machine = databases.get(gone)
  if (!machine) throw new Error(`there is no ${gone}`)
  unplug(gone)
  cutPower(gone)
  await untilPrimaryIsNot(scene, gone)
  const left = databases.get(await primaryOf(place))
  const members = (await left?.etcdctl('member', 'list')) ?? ''
  const [, id = ''] = new RegExp(String.raw`^(\w+), \w+, ${gone},`, 'm').exec(members) ?? []
  await left?.etcdctl('member', 'remove', id)
  await left?.etcdctl('member', 'add', gone, `--peer-urls=http://${gone}:2380`)
  machine.renew()
  plugIn(gone)
  startMachine(machine)
  const isHealthy = async (): Promise<boolean> => {
    const said = await machine.etcdctl('endpoint', 'health', '--cluster').catch(String)
    return said.match(/is healthy/g)?.length === DATABASE_MACHINES.length
  }
  await until('three members of etcd', isHealthy, { deadlineMs: 60_000, everyMs: 500 })
}

/** An audit takes as long as such a turn, so five turns share one. */
const turnsPerAudit = 5

export const databaseFaults: readonly Fault[] = [
  { name: 'crash-primary', counts: [3, 30], pauseMs: 6_000, play: crashPrimary, turnsPerAudit },
  { name: 'switchover', counts: [3, 30], pauseMs: 4_000, play: switchOver, turnsPerAudit },
  { name: 'primary-host', counts: [1, 10], pauseMs: 25_000, play: losePrimaryHost },
  { name: 'partition-primary', counts: [1, 10], pauseMs: 25_000, play: partitionPrimary },
  { name: 'partition-standby', counts: [1, 10], pauseMs: NOTICEABLE_MS, play: partitionStandby },
  { name: 'freeze-etcd', counts: [1, 10], pauseMs: NOTICEABLE_MS, play: freezeEtcd },
  { name: 'all-etcds', counts: [1, 5], pauseMs: NOTICEABLE_MS, play: freezeAllEtcds },
  { name: 'one-standby', counts: [1, 10], pauseMs: NOTICEABLE_MS, play: loseStandby },
  { name: 'replace-machine', counts: [1, 5], pauseMs: 25_000, play: replaceMachine },
  { name: 'both-standbys', counts: [1, 10], pauseMs: 40_000, play: loseBothStandbys },
]
