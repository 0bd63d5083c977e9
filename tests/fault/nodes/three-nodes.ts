import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openRewritingNode, type RewritingNode } from '../../support/rewriting-node.ts'
import { openMoneyWorld, type MoneyWorld } from '../../api/support/money-world.ts'

export type OddWorld = { world: MoneyWorld; odd: RewritingNode; close(): Promise<void> }

/** A world whose first of three nodes answers as the test wants. */
export async function openOddWorld(): Promise<OddWorld> {
  const world = await openMoneyWorld({}, 5_000)
  const odd = await openRewritingNode(world.devnet.url)
  world.edge.context.tron = nodesWithOdd(world, odd, 0)
  return {
    world,
    odd,
    async close() {
      await odd.stop()
      await world.close()
    },
  }
}

/** The lying node among two honest ones, at a place. */
export function nodesWithOdd({ devnet }: MoneyWorld, odd: RewritingNode, place: number) {
  const views = ['b', 'c'].map((view) => `${devnet.url}/at/${view}`)
  const limits = { ratePerSecond: 10_000, pauseMs: 50, timeoutMs: 5_000 }
  const { usdtContract } = devnet.info
  return openTronNodes({
    nodes: views.toSpliced(place, 0, odd.url).map((url) => ({ url, ...limits })),
    usdtContract,
    headLastsMs: 0,
  })
}
