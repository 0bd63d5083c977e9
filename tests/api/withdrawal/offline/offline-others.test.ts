import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { exportPayouts } from '../../../../src/server/payout/offline/offline-payouts.ts'
import { addressHex, type Address } from '../../../../src/tron/encoding/address.ts'
import type { NodeOptions } from '../../../../src/tron/node/node-client.ts'
import { openTronNodes } from '../../../../src/tron/quorum/nodes.ts'
import { openRewritingNode } from '../../../support/rewriting-node.ts'
import { idsIn, openOfflineWorld, type OfflineWorld } from '../../support/offline-world.ts'
import { isLong } from '../../../support/scale.ts'

// A withdrawal that a file can't pay now keeps no other out of it.

let offline: OfflineWorld
beforeEach(async () => {
  offline = await openOfflineWorld()
  await offline.openUsdt('100')
})
afterEach(() => offline.close())

/** Exports with nodes of the test's own. */
async function exportFrom(urls: readonly string[], feeCeilingSun = 30_000_000n): Promise<string> {
  const { context } = offline.world.edge
  const { usdtContract } = context
  const limits: Omit<NodeOptions, 'url'> = { ratePerSecond: 10_000, pauseMs: 50, timeoutMs: 5_000 }
  const nodes = urls.map((url) => ({ url, ...limits }))
  const tron = openTronNodes({ nodes, usdtContract, headLastsMs: 0, feeCeilingSun })
  const deps = { ...context, tron, exportKey: offline.houseKey, operator: 'ann' }
  return (await exportPayouts(deps, offline.cold)).text
}

/** A node that answers one kind of call about an address as the test wants. */
async function openOddNode(about: Address, path: string, answer: object): Promise<string> {
  const node = await openRewritingNode(offline.world.devnet.url)
  onTestFinished(() => node.stop())
  const name = addressHex(about).slice(2)
  node.rewrite = (asked, _, question) =>
    asked === path && JSON.stringify(question).includes(name) ? answer : undefined
  return node.url
}

test('exports the others while the nodes disagree about a fee', async () => {
  const odd = await offline.approved('odd', 1, 'usdt')
  const even = await offline.approved('even', 1, 'usdt')
  const trx = await offline.approved('trx', 1)
  const url = await openOddNode(odd.wallet, '/wallet/triggerconstantcontract', {
    result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
    transaction: { ret: [{ ret: 'FAILED' }] },
  })
  const { devnet } = offline.world
  expect(idsIn(await exportFrom([url, `${devnet.url}/at/b`]))).toEqual([...even.ids, ...trx.ids])
  expect(idsIn(await exportFrom([devnet.url]))).toEqual(odd.ids)
})

test.runIf(isLong)('exports the others while the node can’t read a receiver', async () => {
  const odd = await offline.approved('odd', 1)
  const trx = await offline.approved('trx', 1)
  const url = await openOddNode(odd.wallet, '/wallet/getaccount', { Error: 'NullPointerException' })
  expect(idsIn(await exportFrom([url]))).toEqual(trx.ids)
  expect(idsIn(await exportFrom([offline.world.devnet.url]))).toEqual(odd.ids)
})

test.runIf(isLong)('exports TRX while transfers of USDT cost too much', async () => {
  const usdt = await offline.approved('usdt', 1, 'usdt')
  const trx = await offline.approved('trx', 1)
  const { devnet } = offline.world
  expect(idsIn(await exportFrom([devnet.url], 1n))).toEqual(trx.ids)
  await expect(exportFrom([devnet.url], 1n)).rejects.toThrow('FEE_CEILING_TRX is the limit')
  expect(idsIn(await exportFrom([devnet.url]))).toEqual(usdt.ids)
  await expect(exportFrom([devnet.url])).rejects.toThrow('Import or discard these files first')
})
