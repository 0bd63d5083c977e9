import { afterEach, beforeEach, expect, test } from 'vitest'
import { asJson, type Json } from '../../src/tron/encoding/json.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { forgeBlock } from './forged-block.ts'
import { openRewritingNode, type RewritingNode } from '../support/rewriting-node.ts'
import { openNodes, openTestNetwork, valueOf, type TestNetwork } from './network.ts'

// A node on a fork: its blocks have proofs, by a producer of its own.

let network: TestNetwork
let odd: RewritingNode
beforeEach(async () => {
  network = await openTestNetwork()
  await network.mine(19)
  odd = await openRewritingNode(network.url)
})
afterEach(async () => {
  await odd.stop()
  await network.remove()
})

/** Puts the node on a fork from a block on. */
const fork = (from: number) => {
  odd.rewrite = (path, answer) => {
    const block = answer as unknown as Json
    const { number } = asJson(asJson(block.block_header).raw_data)
    const isBlock = path === '/walletsolidity/getblock' || path.endsWith('getblockbynum')
    return isBlock && Number(number ?? 0) >= from ? forgeBlock(block) : undefined
  }
}

const states = (nodes: ReturnType<typeof openNodes>) =>
  nodes.health().map(({ isUsable }) => isUsable)

test('takes the final head from two of three nodes and marks the third', async () => {
  const nodes = openNodes(network, [odd.url, '/at/b', '/at/c'])
  const honest = valueOf(await nodes.finalHead())
  fork(1)
  expect(valueOf(await nodes.finalHead())).toEqual(honest)
  expect(states(nodes)).toEqual([false, true, true])
  await nodes.balances(addressOfKey(newPrivateKey()))
  expect(states(nodes)).toEqual([false, true, true])
  odd.rewrite = () => undefined
  await nodes.finalHead()
  expect(states(nodes)).toEqual([true, true, true])
})

test('pauses while one of two answering nodes has another final block', async () => {
  fork(1)
  const two = openNodes(network, [odd.url, '/at/b'])
  expect(await two.finalHead()).toMatchObject({ trouble: { kind: 'disagreement' } })
  const three = openNodes(network, [odd.url, '/at/b', 'http://127.0.0.1:1'])
  expect(await three.finalHead()).toMatchObject({ trouble: { kind: 'disagreement' } })
})

test('never takes a head that only the forked node has, even the lowest', async () => {
  const nodes = openNodes(network, [odd.url, '/at/b', '/at/c'])
  await network.ask('stale', { node: 'fork' })
  await network.mine(1)
  const lagging = await openRewritingNode(`${network.url}/at/fork`)
  const behind = openNodes(network, [lagging.url, '/at/b', '/at/c'])
  lagging.rewrite = (path, answer) =>
    path === '/walletsolidity/getblock' ? forgeBlock(answer as unknown as Json) : undefined
  const head = valueOf(await behind.finalHead())
  expect(head).toEqual(valueOf(await nodes.finalHead()))
  expect(states(behind)).toEqual([false, true, true])
  await lagging.stop()
})
