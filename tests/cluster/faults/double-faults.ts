/** A process of the product fails while the database fails over, or the other way around. */
import { setTimeout as wait } from 'node:timers/promises'
import type { ProductMachine } from '../product-machines.ts'
import {
  crashPrimary,
  freezeEtcd,
  losePrimaryHost,
  partitionPrimary,
  partitionStandby,
  switchOver,
} from './database-faults.ts'
import type { Fault, Scene } from './fault.ts'
import { plugIn, unplug } from '../network.ts'
import { killUntilDatabase } from './product-faults.ts'
import type { Program } from '../program.ts'

const databaseFaults = {
  crashPrimary,
  switchOver,
  losePrimaryHost,
  partitionPrimary,
  partitionStandby,
  freezeEtcd,
}

async function restart(program: Program): Promise<void> {
  await program.end('SIGKILL')
  await wait(1_000)
  program.start()
}

/** Longer than a leader, a lease on an email, and most time limits may be silent. */
const MAX_SILENCE_MS = 25_000

const productFaults = {
  kill: killUntilDatabase,
  killPooler: ({ pooler }: ProductMachine) => restart(pooler),
  killProxy: ({ proxy }: ProductMachine) => restart(proxy),
  async freeze({ product }: ProductMachine, { random }: Scene) {
    product.signal('SIGSTOP')
    await wait(random.below(MAX_SILENCE_MS))
    product.signal('SIGCONT')
  },
  async cutOff({ name }: ProductMachine, { random }: Scene) {
    unplug(name)
    await wait(random.below(MAX_SILENCE_MS))
    plugIn(name)
  },
}

const names = <T extends object>(of: T) => Object.keys(of) as (keyof T)[]

/** The time that a member's deposit, payout, and email take if nothing fails. */
const JOURNEY_MS = 7_000

/**
 * Both begin at a random moment of a member's deposit, payout, and email. Returns what failed, and
 * when.
 */
async function failTwice(scene: Scene): Promise<string> {
  const { cluster, journey, random } = scene
  const machine = random.pick([...cluster.products.values()])
  const [ofProduct, ofDatabase] = [
    random.pick(names(productFaults)),
    random.pick(names(databaseFaults)),
  ]
  const [productAt, databaseAt] = [random.below(JOURNEY_MS), random.below(JOURNEY_MS)]
  const what = `${ofProduct} ${machine.name} at ${productAt} ms, ${ofDatabase} at ${databaseAt} ms`
  const parts = [
    journey.begin(),
    wait(productAt).then(() => productFaults[ofProduct](machine, scene)),
    wait(databaseAt).then(() => databaseFaults[ofDatabase](scene)),
  ]
  // Otherwise, the next turn would begin with what one of them has broken.
  await Promise.allSettled(parts)
  try {
    await Promise.all(parts)
    await journey.end()
  } catch (cause) {
    throw new Error(what, { cause })
  }
  return what
}

/** The limit of a lost primary, and of a process that is silent at the same time. */
const PAUSE_MS = 50_000

export const doubleFaults: readonly Fault[] = [
  { name: 'two-at-once', counts: [2, 30], pauseMs: PAUSE_MS, play: failTwice },
]
