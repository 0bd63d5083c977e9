import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { readUnexplained } from '../../../src/server/payout/unexplained/compare-outgoing.ts'
import { explainTransfer } from '../../../src/server/payout/unexplained/explain-transfer.ts'
import { importPayouts } from '../../../src/server/payout/offline/import-payouts.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { isLong } from '../../support/scale.ts'
import { discard, openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'
import { withdrawalState } from '../support/payouts.ts'

// What someone sent with a signed file may have failed on the chain, and burned only a fee.

let offline: OfflineWorld
beforeEach(async () => {
  offline = await openOfflineWorld()
})
afterEach(() => offline.close())

const context = () => offline.world.edge.context
const owner = () => offline.world.edge.db
const unexplained = async () => (await readUnexplained(owner())).map(({ txid }) => txid)

const signedBatch = async () =>
  readSignedBatch(context().db, await offline.payer.sign(await offline.exportPayouts()))

/** A file whose only payout someone sent, and which ran out of energy. */
async function sendFailing(name: string) {
  await offline.openUsdt('100')
  const { ids } = await offline.approved(name, 1, 'usdt')
  const no = Number(ids[0])
  const batch = await signedBatch()
  const [{ txid, signedHex } = { txid: '', signedHex: '' }] = batch.payouts
  await offline.world.switch('fail-next', { contractRet: 'OUT_OF_ENERGY', count: 1 })
  await context().tron.broadcast(signedHex)
  await offline.world.settle()
  expect(await unexplained()).toEqual([txid])
  const act = { txid, operator: 'ann', why: 'someone sent it' }
  return {
    batch,
    explain: () => explainTransfer(context(), act),
    state: () => withdrawalState(offline.world, no),
    approve: () => approveWithdrawal(offline.world.edge.book, no),
  }
}

test('explains a failed payout of a discarded file, which paid nothing', async () => {
  const { batch, explain, state } = await sendFailing('discarded')
  await expect(explain()).rejects.toThrow(`Import or discard batch ${batch.batch} first.`)
  await discard(owner(), batch.batch)
  expect(await explain()).toEqual([expect.stringContaining('TRX burned')])
  expect([await unexplained(), await state()]).toEqual([[], 'approved'])
  await offline.custodyAgrees()
})

test.runIf(isLong)('imports a failed payout, and books its fee once', async () => {
  const { batch, explain, state, approve } = await sendFailing('imported')
  const importing = await importPayouts(context(), batch, 'ann')
  expect(importing).toMatchObject({ found: [batch.payouts[0]?.id], stored: [] })
  await offline.send()
  expect([await unexplained(), await state()]).toEqual([[], 'pending'])
  expect(await explain()).toBeNull()
  await offline.custodyAgrees()
  await approve()
  expect(await state()).toBe('approved')
})

test('lets two operators import a file at once', async () => {
  await offline.approved('atonce', 1)
  await offline.approved('atoncetoo', 1)
  const batch = await signedBatch()
  for (const { signedHex } of batch.payouts) await context().tron.broadcast(signedHex)
  await offline.world.settle()
  const imports = ['ann', 'ben'].map((operator) => importPayouts(context(), batch, operator))
  const ends = await Promise.allSettled(imports)
  const found = ends.flatMap((end) => (end.status === 'fulfilled' ? (end.value.found ?? []) : []))
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
  for (const why of refused) expect(why).toContain('was imported before')
  expect(found.length + refused.length).toBeGreaterThan(0)
  await offline.send()
  expect(await unexplained()).toEqual([])
  await offline.custodyAgrees()
})
