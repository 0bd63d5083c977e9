/** What a fault is, and what several of them need. */
import type { Random } from '../domain/random.ts'
import { until } from '../support/poll.ts'
import type { Cluster } from './cluster.ts'
import { cutPower, DATABASE_MACHINES, startMachine } from './database-machines.ts'
import { primaryOf } from './primary.ts'
import type { Load } from './load.ts'
import { plugIn, unplug } from './network.ts'

export type Scene = {
  readonly cluster: Cluster
  readonly load: Load
  readonly random: Random
  /** Another checkout of the product; null if there is none. */
  readonly previous: string | null
}

export type Fault = {
  readonly name: string
  /** How often: by default, and with --full. */
  readonly counts: readonly [small: number, full: number]
  /** The longest pause that is still good, in milliseconds. */
  readonly pauseMs: number
  /** Whether confirmed commands may be lost, because nothing waits for a standby. */
  readonly losesTail?: boolean
  /** Why it can't run here; null if it can. */
  readonly cannotRun?: (scene: Pick<Scene, 'previous'>) => string | null
  /**
   * Breaks something and repairs it. Throws where the cluster did what it must not. May give
   * something for the report.
   */
  play(scene: Scene): Promise<string | void>
}

/** What a process that starts beside the others on two cores costs them. */
export const NOTICEABLE_MS = 2_000

/** A new primary than before, which is where a fault that takes the primary has to lead. */
export async function untilPrimaryIsNot({ cluster }: Scene, before: string): Promise<void> {
  const isNew = async (): Promise<boolean> => (await primaryOf(cluster.place)) !== before
  await until('another primary', isNew, { deadlineMs: 120_000, everyMs: 200 })
}

/** Machines lose their power, and start again when `meanwhile` is over. */
export async function losePower(
  scene: Scene,
  names: readonly string[],
  meanwhile: () => Promise<void>,
): Promise<void> {
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

export async function standbysOf({ cluster }: Scene): Promise<string[]> {
  const primary = await primaryOf(cluster.place)
  return DATABASE_MACHINES.filter((name) => name !== primary)
}
