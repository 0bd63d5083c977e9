import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { setClock, unsetClock } from '../../../src/clock/clock.ts'
import { rateE8 } from '../../../src/domain/money/money.ts'
import { exportSweeps } from '../../../src/server/custody/export-moves.ts'
import { importMoves, refuseRisenFee } from '../../../src/server/custody/import-moves.ts'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { exportPayouts } from '../../../src/server/payout/offline/offline-payouts.ts'
import { importPayouts } from '../../../src/server/payout/offline/import-payouts.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'
import { openRewritingNode, type RewritingNode } from '../../support/rewriting-node.ts'
import { isLong } from '../../support/scale.ts'

// A call signed at an earlier price of energy would run out of it, and burn its limit for nothing.

let offline: OfflineWorld
let node: RewritingNode
/** The network's vote, in sun. */
let energySun = 100
beforeAll(async () => {
  offline = await openOfflineWorld()
  node = await openRewritingNode(offline.world.devnet.url)
  node.rewrite = (path, answer) => {
    if (!path.endsWith('getchainparameters')) return undefined
    const { chainParameter: all } = answer as unknown as Parameters
    return {
      chainParameter: all.map((each) => (isPrice(each) ? { ...each, value: energySun } : each)),
    }
  }
  offline.world.edge.context.config.usdtPayouts = true
  await offline.world.pay(offline.cold, 'USDT', '500')
  await offline.world.settle()
})
afterAll(async () => {
  await node.stop()
  await offline.close()
})

type Parameters = { chainParameter: { key: string; value?: number }[] }
const isPrice = ({ key }: { key: string }): boolean => key === 'getEnergyFee'

/** From here on, everyone knows the new price. */
function setPrice(next: number) {
  const { context } = offline.world.edge
  energySun = next
  const nodes = [{ url: node.url, ratePerSecond: 10_000, pauseMs: 50, timeoutMs: 5_000 }]
  context.tron = openTronNodes({ nodes, usdtContract: context.usdtContract, headLastsMs: 0 })
  return context
}

const exporting = () => ({
  ...offline.world.edge.context,
  exportKey: offline.houseKey,
  operator: 'ann',
})

test('skips payouts that would run out of energy', async () => {
  setPrice(50)
  const { ids } = await offline.approved('hugo', 1, 'usdt')
  const trx = await offline.approved('ines', 1)
  const signed = await offline.payer.sign((await exportPayouts(exporting(), offline.cold)).text)
  const { db } = setPrice(100)
  const batch = await readSignedBatch(db, signed)
  const imported = await importPayouts(offline.world.edge.context, batch, 'ann')
  expect(imported.stored).toEqual(trx.ids)
  expect(imported.skipped).toEqual(ids.map((id) => ({ id, why: 'fee_risen' })))
})

test.runIf(isLong)('skips nothing at the ceiling while the price stays', async () => {
  const { ids } = await offline.approved('cora', 1, 'usdt')
  // A transfer of 130,285 energy burns 29.97 of at most 30 TRX, without its bytes.
  setPrice(230)
  const signed = await offline.payer.sign((await exportPayouts(exporting(), offline.cold)).text)
  const { db } = offline.world.edge.context
  const batch = await readSignedBatch(db, signed)
  expect((await importPayouts(offline.world.edge.context, batch, 'ann')).stored).toEqual(ids)
})

const sweepTerms = () => {
  const { cold: to, xpub } = offline
  return { to, fromMicros: 25_000_000n, rateE8: rateE8(25_000_000n), xpub }
}

/** A new deposit address that can be swept. */
async function fundAddress(name: string) {
  const { world } = offline
  const { address } = await world.member(name)
  await world.pay(address, 'USDT', '500')
  await world.pay(address, 'TRX', '100')
  await world.settle()
  await checkAddresses(world.edge.context)
}

test.runIf(isLong)('refuses a file of sweeps that would run out of energy', async () => {
  setPrice(50)
  const { world, cold } = offline
  await fundAddress('sweep')
  const { text } = await exportSweeps(exporting(), sweepTerms())
  // The limit allows for a receiver without USDT, which takes twice as much energy.
  const risen = setPrice(150)
  const batch = await readSignedBatch(risen.db, await offline.sweeper.sign(text, '--to', cold))
  await expect(refuseRisenFee(risen, batch)).rejects.toThrow('has risen since batch')
  await refuseRisenFee(setPrice(50), batch)
  // An address that was frozen since has no say about the price.
  const [order] = batch.payouts
  const frozen = { ...order, from: (await world.member('frozen')).address, feeLimitSun: 1n }
  const both = { ...batch, payouts: [frozen, ...batch.payouts] as typeof batch.payouts }
  await expect(refuseRisenFee(setPrice(150), both)).rejects.toThrow('has risen since batch')
})

/** The limit of the next call. */
async function limitSun() {
  const question = { asset: 'USDT', from: offline.cold, to: offline.cold, amount: 1n } as const
  const fee = await offline.world.edge.context.tron.estimateFee(question)
  return fee.ok ? fee.value.feeLimitSun : null
}

test('reads the price again after a payout or a sweep ran out of energy', async () => {
  const { world, payer, sweeper, cold } = offline
  const { db } = setPrice(50)
  await offline.approved('dry', 1, 'usdt')
  const signed = await payer.sign((await exportPayouts(exporting(), cold)).text)
  await importPayouts(world.edge.context, await readSignedBatch(db, signed), 'ann')
  const failNext = async () => {
    await world.switch('fail-next', { contractRet: 'OUT_OF_ENERGY', count: 1 })
    const before = await limitSun()
    energySun *= 2
    expect(await limitSun()).toBe(before)
    await offline.send()
    expect(await limitSun()).toBe(2n * (before ?? 0n))
  }
  await failNext()
  if (!isLong) return
  setPrice(50)
  await fundAddress('parched')
  const { text } = await exportSweeps(exporting(), sweepTerms())
  await importMoves(db, await readSignedBatch(db, await sweeper.sign(text, '--to', cold)), 'ann')
  await failNext()
})

test('reads the price again after a few seconds', async () => {
  setPrice(50)
  const before = await limitSun()
  energySun = 100
  expect(await limitSun()).toBe(before)
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 20_000)
  onTestFinished(() => later.mockRestore())
  // After a failover, to a database whose clock is behind.
  setClock(Date.now() - 40_000, performance.now())
  onTestFinished(unsetClock)
  expect(await limitSun()).toBe(2n * (before ?? 0n))
})
