import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import type { RewritingNode } from '../../support/rewriting-node.ts'
import type { MoneyWorld } from '../../api/support/money-world.ts'

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
