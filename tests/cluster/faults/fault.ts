/** The shape of a fault, and helpers for several of them. */
import type { Random } from '../../domain/random.ts'
import { until } from '../../support/poll.ts'
import type { Cluster } from '../cluster.ts'
import { cutPower, DATABASE_MACHINES, startMachine } from '../database-machines.ts'
import { primaryOf } from '../primary.ts'
import type { Journey } from '../journey.ts'
import type { Load } from '../load.ts'
import { plugIn, unplug } from '../network.ts'

export type Scene = {
  readonly cluster: Cluster
  readonly load: Load
  readonly journey: Journey
  readonly random: Random
  /** Another checkout of the product; null if there is none. */
  readonly previous: string | null
}

export type Fault = {
  readonly name: string
  /** How often: by default, and with --full. */
  readonly counts: readonly [small: number, full: number]
  /** The longest acceptable pause, in milliseconds. */
  readonly pauseMs: number
  /** How many turns share one audit; 1 by default. */
  readonly turnsPerAudit?: number
  /** Whether confirmed commands may be lost, because commits wait for no standby. */
  readonly losesTail?: boolean
  /** Whether we read no blocks meanwhile, so that some withdrawals can't be cancelled. */
  readonly stopsChain?: boolean
  /** Whether clients behind a load balancer get no error at all. */
  readonly isUnnoticed?: boolean
  /** Whether it begins with the version that happens to run, and not always with this one. */
  readonly isForAnyVersion?: boolean
  /** Called before each turn, while nobody sends requests. */
  prepare?(scene: Pick<Scene, 'cluster'>): Promise<void>
  /** Why the fault can't run here; null if it can. */
  readonly cannotRun?: (scene: Pick<Scene, 'previous'>) => string | null
  /**
   * Breaks something and repairs it. Throws if the cluster broke a promise. May return a line for
   * the report.
   */
  play(scene: Scene): Promise<string | void>
}

/** The cost of a process that starts next to the others on two cores. */
export const NOTICEABLE_MS = 2_000

/** A different primary than before, which a fault of the primary must lead to. */
export async function untilPrimaryIsNot({ cluster }: Scene, before: string): Promise<void> {
  const isNew = async (): Promise<boolean> => (await primaryOf(cluster.place)) !== before
  await until('another primary', isNew, { deadlineMs: 120_000, everyMs: 200 })
}

/** Cuts the power of machines, and starts them again when `meanwhile` is over. */
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
