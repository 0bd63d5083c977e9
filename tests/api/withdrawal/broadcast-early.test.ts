import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSignedBatch } from '../../../src/server/custody/signing-batches.ts'
import { explainTransfer } from '../../../src/server/payout/explain-transfer.ts'
import { importPayouts } from '../../../src/server/payout/offline-payouts.ts'
import { openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'
import { signInStaff } from '../support/staff-edge.ts'
import { callFor } from './open-finance.ts'

// Anyone who has a signed file can send its payouts before anyone imports it.

let offline: OfflineWorld
let headers: Record<string, string>
beforeAll(async () => {
  offline = await openOfflineWorld()
  headers = (await signInStaff(offline.world.edge, 'fiona', 'finance')).headers
})
afterAll(() => offline.close())

const custodyOf = async () => {
  const { balance } = await offline.world.edge.db
    .selectFrom('accounts')
    .select('balance')
    .where('no', '=', 10n)
    .executeTakeFirstOrThrow()
  return balance
}

test('lets nobody explain a payout that was sent before its import as a loss', async () => {
  const { world, payer } = offline
  const { context } = world.edge
  const { member, ids } = await offline.approved('early', 1)
  const id = ids[0] ?? ''
  const batch = await readSignedBatch(context.db, await payer.sign(await offline.exportPayouts()))
  const [payout] = batch.payouts
  if (!payout) throw new Error('no payout')
  const { txid } = payout
  await context.tron.broadcast(payout.signedHex)
  await world.settle()
  const before = await custodyOf()
  await expect(importPayouts(context, batch, 'ann')).rejects.toThrow(/explained first/)
  const act = { txid, operator: 'ann', why: 'someone sent it' }
  await expect(explainTransfer(context, act)).rejects.toThrow(`It pays withdrawal ${id}.`)
  expect(await custodyOf()).toBe(before)

  const sent = await callFor(world, headers, id, 'sent', { transaction_hash: txid })
  expect(sent.status).toBe(200)
  await (await world.openPayouts()).round()
  expect((await member.get('rewards/withdrawals/')).body.results).toMatchObject([
    { stage: 'confirmed', transaction_hash: txid },
  ])
  expect(await explainTransfer(context, act)).toEqual([])
  const held = await context.tron.owned(offline.cold)
  expect(held).toMatchObject({ ok: true, value: { trx: await custodyOf() } })
})
