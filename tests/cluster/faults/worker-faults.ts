/** Workers freeze during a failover, and others take over before they wake up. */
import { setTimeout as wait } from 'node:timers/promises'
import { untilReady } from '../product-machines.ts'
import { crashPrimary } from './database-faults.ts'
import type { Fault, Scene } from './fault.ts'

/** Longer than the longest lease: of an email that the SMTP server has, a minute. */
const FROZEN_MS = 75_000
/** Until the payout is final, and until the email is sent. */
const MOMENTS = { chain1: 7_000, mail1: 700 } as const

/**
 * The workers freeze at random moments of a member's deposit, payout, and email, and the primary
 * dies. When they wake up, others have done their work, or half of it.
 */
async function freezeWorkers(scene: Scene): Promise<string> {
  const { cluster, journey, random } = scene
  const spares = [...cluster.spares.values()]
  for (const machine of spares) {
    machine.useVersion(cluster.versions.running)
    machine.proxy.start()
    machine.pooler.start()
    machine.product.start()
    await untilReady(machine)
  }
  const workers = [...cluster.products.values()].filter(({ name }) => name in MOMENTS)
  const moments = workers.map(({ name }) =>
    random.below(name === 'mail1' ? MOMENTS.mail1 : MOMENTS.chain1),
  )
  let copies: string[] = []
  try {
    await journey.begin()
    await Promise.all(
      workers.map(async ({ product }, index) => {
        await wait(moments[index])
        product.signal('SIGSTOP')
      }),
    )
    await crashPrimary(scene)
    await wait(FROZEN_MS)
    copies = await journey.readCopies()
  } finally {
    for (const { product } of workers) product.signal('SIGCONT')
  }
  // What they do now must not count twice.
  await wait(10_000)
  await journey.end()
  const emails = await journey.countEmails()
  requireNoMore(copies, await journey.readCopies())
  for (const { product, pooler, proxy } of spares) {
    await product.end('SIGTERM')
    await pooler.end('SIGTERM')
    await proxy.end('SIGTERM')
  }
  const frozen = workers.map(({ name }, index) => `${name} after ${moments[index]} ms`)
  const twice = copies.length - new Set(copies).size
  return `${frozen.join(', ')}; ${emails} emails, ${twice} of them twice while one was frozen`
}

const countOf = (all: readonly string[], id: string): number =>
  all.filter((each) => each === id).length

/** What had arrived when a worker woke up must not arrive once more. */
function requireNoMore(before: readonly string[], after: readonly string[]): void {
  const again = [...new Set(before)].filter((id) => countOf(after, id) > countOf(before, id))
  if (again.length > 0) throw new Error(`sent again by a worker that woke up: ${again.join(', ')}`)
}

export const workerFaults: readonly Fault[] = [
  { name: 'freeze-workers', counts: [1, 10], pauseMs: 6_000, play: freezeWorkers },
]
