/** What can happen to a cluster. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../domain/random.ts'
import { until } from '../support/poll.ts'
import type { Cluster } from './cluster.ts'
import {
  cutPower,
  DATABASE_MACHINES,
  postmasterOf,
  primaryOf,
  startMachine,
} from './database-machines.ts'
import type { Load } from './load.ts'
import { plugIn, unplug } from './network.ts'
import { untilReady, type ProductMachine } from './product-machines.ts'

type Scene = { readonly cluster: Cluster; readonly load: Load; readonly random: Random }

export type Fault = {
  readonly name: string
  /** How often: by default, and with --full. */
  readonly counts: readonly [small: number, full: number]
  /** The longest pause that is still good, in milliseconds. */
  readonly pauseMs: number
  /** Breaks something and repairs it. Throws where the cluster did what it must not. */
  play(scene: Scene): Promise<void>
}

function productOf({ cluster, random }: Scene, role: string): ProductMachine {
  return random.pick([...cluster.products.values()].filter((machine) => machine.role === role))
}

const killProduct =
  (role: string) =>
  async (scene: Scene): Promise<void> => {
    const machine = productOf(scene, role)
    await machine.product.end('SIGKILL')
    await wait(1_000)
    machine.product.start()
    await untilReady(machine)
  }

const freezeProduct =
  (role: string, forMs: number) =>
  async (scene: Scene): Promise<void> => {
    const { product } = productOf(scene, role)
    product.signal('SIGSTOP')
    await wait(forMs)
    product.signal('SIGCONT')
  }

/** A new primary than before, which is where a fault that takes the primary has to lead. */
async function untilPrimaryIsNot({ cluster }: Scene, before: string): Promise<void> {
  const isNew = async (): Promise<boolean> => (await primaryOf(cluster.place)) !== before
  await until('another primary', isNew, { deadlineMs: 120_000, everyMs: 200 })
}

async function crashPrimary(scene: Scene): Promise<void> {
  const { place } = scene.cluster
  const primary = await primaryOf(place)
  process.kill(postmasterOf(place, primary), 'SIGKILL')
  await untilPrimaryIsNot(scene, primary)
}

async function switchOver(scene: Scene): Promise<void> {
  const { place } = scene.cluster
  const leader = await primaryOf(place)
  const candidate = scene.random.pick(DATABASE_MACHINES.filter((name) => name !== leader))
  const url = `http://${place.machines.get(leader)?.address}:8008/switchover`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ leader, candidate }) })
  if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`)
  await untilPrimaryIsNot(scene, leader)
}

/** A machine loses its power, and starts again when `meanwhile` is over. */
async function losePower(scene: Scene, names: readonly string[], meanwhile: () => Promise<void>) {
  for (const name of names) {
    unplug(name)
    cutPower(name)
  }
  await meanwhile()
  for (const name of names) {
    plugIn(name)
    const machine = scene.cluster.databases.get(name)
    if (machine) startMachine(machine)
  }
}

async function losePrimaryHost(scene: Scene): Promise<void> {
  const primary = await primaryOf(scene.cluster.place)
  await losePower(scene, [primary], () => untilPrimaryIsNot(scene, primary))
}

async function partitionPrimary(scene: Scene): Promise<void> {
  const primary = await primaryOf(scene.cluster.place)
  unplug(primary)
  try {
    await untilPrimaryIsNot(scene, primary)
    await wait(5_000)
  } finally {
    plugIn(primary)
  }
}

async function partitionEtcd({ cluster, random }: Scene): Promise<void> {
  const etcd = cluster.databases.get(random.pick(DATABASE_MACHINES))?.etcd
  etcd?.signal('SIGSTOP')
  await wait(15_000)
  etcd?.signal('SIGCONT')
}

async function standbysOf({ cluster }: Scene): Promise<string[]> {
  const primary = await primaryOf(cluster.place)
  return DATABASE_MACHINES.filter((name) => name !== primary)
}

async function loseStandby(scene: Scene): Promise<void> {
  const standby = scene.random.pick(await standbysOf(scene))
  await losePower(scene, [standby], () => wait(10_000))
}

async function loseBothStandbys(scene: Scene): Promise<void> {
  const { pauses } = scene.load
  await losePower(scene, await standbysOf(scene), async () => {
    // What had reached a standby may still be answered.
    await wait(2_000)
    const before = pauses.count()
    await wait(8_000)
    const confirmed = pauses.count() - before
    if (confirmed > 0) throw new Error(`${confirmed} commands were confirmed without a standby`)
  })
}

/** Every process of the product, one after another, as a new version is rolled out. */
async function restartAll({ cluster }: Scene): Promise<void> {
  for (const machine of cluster.products.values()) {
    await machine.product.end('SIGTERM')
    machine.product.start()
    await untilReady(machine)
  }
}

/** What a process that starts beside the others on two cores costs them. */
const NOTICEABLE_MS = 2_000

export const faults: readonly Fault[] = [
  { name: 'kill-web', counts: [3, 100], pauseMs: NOTICEABLE_MS, play: killProduct('web') },
  { name: 'kill-worker', counts: [3, 100], pauseMs: NOTICEABLE_MS, play: killProduct('worker') },
  { name: 'freeze-web', counts: [1, 30], pauseMs: 21_000, play: freezeProduct('web', 20_000) },
  { name: 'crash-primary', counts: [3, 30], pauseMs: 6_000, play: crashPrimary },
  { name: 'switchover', counts: [3, 30], pauseMs: 4_000, play: switchOver },
  { name: 'primary-host', counts: [1, 10], pauseMs: 25_000, play: losePrimaryHost },
  { name: 'partition-primary', counts: [1, 10], pauseMs: 25_000, play: partitionPrimary },
  { name: 'partition-etcd', counts: [1, 10], pauseMs: NOTICEABLE_MS, play: partitionEtcd },
  { name: 'one-standby', counts: [1, 10], pauseMs: NOTICEABLE_MS, play: loseStandby },
  { name: 'both-standbys', counts: [1, 10], pauseMs: 40_000, play: loseBothStandbys },
  { name: 'rolling-restart', counts: [1, 5], pauseMs: NOTICEABLE_MS, play: restartAll },
]
