/** The cost of scanning final blocks: requests per block, and ranges that fit. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkRound } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import { openWatchLease } from '../../../src/server/chain/watch-lease.ts'
import { openNodeWatch } from '../../../src/server/chain/node-watch.ts'
import { openPayouts } from '../../../src/server/payout/payout-worker.ts'
import { openTronNodes, type TronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openRewritingNode, type RewritingNode } from '../../support/rewriting-node.ts'
import { isLong } from '../../support/scale.ts'
import { openMoneyWorld, SOLID_AFTER, type MoneyWorld } from '../support/money-world.ts'

let world: MoneyWorld
let node: RewritingNode
beforeAll(async () => {
  world = await openMoneyWorld()
  node = await openRewritingNode(world.devnet.url)
})
afterAll(async () => {
  await node.stop()
  await world.close()
})

function nodes(options: { timeoutMs?: number } = {}): TronNodes {
  const limits = { ratePerSecond: 10_000, retries: 0, ...options }
  const { usdtContract } = world.devnet.info
  return openTronNodes({ nodes: [{ url: node.url, ...limits }], usdtContract })
}

const cursor = async (): Promise<number> => {
  const query = world.edge.db.selectFrom('chain_cursors').select('final_number')
  return Number((await query.executeTakeFirstOrThrow()).final_number)
}

const stranger = 'TU8MbhYhurKv4T3xAHQKZCeP4DtFCmWLMt'

test.runIf(isLong)('reads a block with a contract call in two requests when idle', async () => {
  const context = { ...world.edge.context, tron: nodes() }
  const watcher = openWatcher(context)
  // The wallet isn't funded here. Its float is checked once a minute, in two requests.
  const config = { ...context.config, tronApiUrls: null }
  const payouts = await openPayouts({ ...context, config })
  await watcher.round()
  await payouts.round()
  node.asked.length = 0
  const before = await cursor()
  const blocks = 30
  for (let block = 0; block < blocks; block += 1) {
    await world.pay(stranger, 'USDT', '1')
    await world.mine(1)
    await watcher.round()
    await payouts.round()
  }
  // The first blocks were empty. Those with calls become final 18 blocks later.
  expect(await cursor()).toBe(before + blocks)
  const receipts = node.asked.filter((path) => path.endsWith('infobyblocknum')).length
  expect(receipts).toBe(blocks - (SOLID_AFTER - 1))
  expect(node.asked.length).toBe(blocks + receipts)
})

test.runIf(isLong)('sends a node fewer than 60,000 requests a day when idle', async () => {
  const { balanceReader: reader, usdtContract } = world.devnet.info
  const holdings = { reader, batch: 200, perSecond: 10_000 }
  const tron = openTronNodes({
    nodes: [{ url: node.url, ratePerSecond: 10_000, retries: 0 }],
    usdtContract,
    holdings,
  })
  const context = { ...world.edge.context, tron }
  const watcher = openWatcher({ ...context, onBlockAge: () => undefined })
  const mine = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) {
      await world.pay(stranger, 'USDT', '1')
      await world.mine(1)
    }
  }
  const config = { ...context.config, tronApiUrls: null }
  // Hourly and daily requests come before the measurement.
  await openPayouts({ ...context, config })
  await mine(SOLID_AFTER)
  await openWatcher(context).round()
  await checkRound(context)
  // A worker's first round checks the hot wallet, as every minute does.
  const payouts = await openPayouts({ ...context, config })
  node.asked.length = 0
  const before = await cursor()
  const [blocks, rounds] = [20, 12]
  for (let round = 0; round < rounds; round += 1) {
    const made = Math.floor((round * blocks) / rounds)
    await mine(Math.floor(((round + 1) * blocks) / rounds) - made)
    await watcher.round()
    await payouts.round()
  }
  await checkRound(context)
  expect(await cursor()).toBe(before + blocks)
  const counts: Record<string, number> = {}
  for (const path of node.asked) counts[path] = (counts[path] ?? 0) + 1
  // One minute: the blocks, their receipts, and the hot wallet for its float and its comparison.
  expect(counts).toEqual({
    '/walletsolidity/getblockbylimitnext': rounds,
    '/walletsolidity/gettransactioninfobyblocknum': blocks,
    '/walletsolidity/getaccount': 2,
    '/walletsolidity/triggerconstantcontract': 2,
    '/wallet/getblock': 1,
  })
  expect(node.asked.length * 1_440).toBeLessThan(60_000)
})

test.runIf(isLong)(
  'halves a range that is too large until it fits, and records each part',
  async () => {
    const context = { ...world.edge.context, tron: nodes({ timeoutMs: 5_000 }) }
    await world.mine(60)
    const from = await cursor()
    const sizes: number[] = []
    node.rewrite = (path, _answer, { startNum, endNum }) => {
      if (!path.endsWith('limitnext')) return undefined
      const size = Number(endNum) - Number(startNum)
      sizes.push(size)
      // The client refuses answers beyond 32 MiB.
      return size > 3 ? { padding: 'x'.repeat(33 * 1024 * 1024) } : undefined
    }
    await openWatcher(context).round()
    node.rewrite = () => undefined
    expect(sizes.slice(0, 4)).toEqual([20, 10, 5, 2])
    expect(await cursor()).toBe(from + 60)
  },
)

test.runIf(isLong)('halves a range that a node answers too slowly', async () => {
  const context = { ...world.edge.context, tron: nodes({ timeoutMs: 1_000 }) }
  await world.mine(30)
  const from = await cursor()
  const sizes: number[] = []
  node.rewrite = (path, _answer, { startNum, endNum }) => {
    if (!path.endsWith('limitnext')) return undefined
    const size = Number(endNum) - Number(startNum)
    sizes.push(size)
    return size > 5 ? { silent: true } : undefined
  }
  await openWatcher(context).round()
  node.rewrite = () => undefined
  expect(sizes.slice(0, 3)).toEqual([20, 10, 5])
  expect(await cursor()).toBe(from + 30)
})

test('keeps the cursor at an unreadable block, and reads it later', async () => {
  const member = await world.member('patient')
  const context = { ...world.edge.context, tron: nodes() }
  await world.pay(member.address, 'TRX', '40')
  await world.mine(SOLID_AFTER)
  node.rewrite = (path, answer) => {
    if (path.endsWith('limitnext')) for (const block of answer.block) block.transactions = []
  }
  await expect(openWatcher(context).round()).rejects.toThrow(/do not match its root/)
  const waiting = await cursor()
  node.rewrite = () => undefined
  await openWatcher(context).round()
  expect(await cursor()).toBeGreaterThan(waiting)
  const { results } = (await member.get('transactions/unattributed/')).body
  expect(results).toHaveLength(1)
})

test('lets one of two workers read the chain, and the other take over', async () => {
  const { context } = world.edge
  const begin = (lastsMs: number) => {
    const lease = openWatchLease(context.db, lastsMs)
    const watcher = openWatcher({ ...context, tron: nodes() }, { lease })
    return { lease, round: () => watcher.round() }
  }
  /** The blocks that a round records, and whether it requested any. */
  const follow = async (watcher: { round(): Promise<void> }) => {
    await world.mine(2)
    const before = await cursor()
    node.asked.length = 0
    await watcher.round()
    const asked = node.asked.some((path) => path.endsWith('limitnext'))
    return { recorded: (await cursor()) - before, asked }
  }
  const first = begin(60_000)
  const second = begin(1)
  await first.round()
  await second.round()
  expect(await follow(first)).toEqual({ recorded: 2, asked: true })
  expect(await follow(second)).toEqual({ recorded: 0, asked: false })
  await first.lease.release()
  expect(await follow(second)).toEqual({ recorded: 4, asked: true })
  // The second one went silent, so its lease is over.
  await vi.waitFor(async () => expect(await first.lease.take(await network())).toBe(true))
  expect(await follow(first)).toEqual({ recorded: 2, asked: true })
  expect(await follow(second)).toEqual({ recorded: 0, asked: false })
  await first.lease.release()
})

const network = async (): Promise<string> => {
  const query = world.edge.db.selectFrom('chain_cursors').select('network')
  return (await query.executeTakeFirstOrThrow()).network
}

const hours = (count: number) => 1_000_000 + count * 3_600_000

test('alerts once a day at 80% of the daily requests', () => {
  const error = vi.fn<(about: object, what: string) => void>()
  const log = { ...world.edge.context.log, error, warn: error } as never
  let asked = 0
  const tron = { health: () => [{ host: 'node.example', asked, lacksInternals: false }] } as never
  const config = { tronDailyRequests: 100 } as never
  const watch = openNodeWatch({ config, tron, log })
  asked = 79
  watch.look(hours(0))
  expect(error).not.toHaveBeenCalled()
  asked = 80
  watch.look(hours(1))
  watch.look(hours(2))
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { node: 'node.example', today: 80, quota: 100 },
    expect.any(String),
  )
  asked = 159
  watch.look(hours(27))
  expect(error).toHaveBeenCalledOnce()
})

test('reports a node that cannot be used for half a minute, and when it can be again', () => {
  const told: unknown[] = []
  const tell = (about: object, what: string): void => void told.push([about, what])
  const log = { ...world.edge.context.log, warn: tell, info: tell } as never
  const node = { host: 'node.example', asked: 0, isUsable: true, trouble: {} }
  const tron = { health: () => [{ ...node, lacksInternals: false }] } as never
  const watch = openNodeWatch({ config: { tronDailyRequests: null } as never, tron, log })
  watch.look(0)
  node.isUsable = false
  node.trouble = { kind: 'unreachable', detail: 'ECONNREFUSED' }
  for (const second of [0, 10, 29]) watch.look(second * 1_000)
  expect(told).toEqual([])
  for (const second of [30, 31, 600]) watch.look(second * 1_000)
  const about = { node: 'node.example', kind: 'unreachable', detail: 'ECONNREFUSED' }
  expect(told).toEqual([[about, 'a node cannot be used']])
  node.isUsable = true
  for (const second of [601, 602]) watch.look(second * 1_000)
  expect(told.slice(1)).toEqual([[{ node: 'node.example' }, 'a node can be used again']])
})
