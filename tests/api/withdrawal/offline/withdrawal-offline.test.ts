import { afterAll, beforeAll, expect, test } from 'vitest'
import { importMoves } from '../../../../src/server/custody/import-moves.ts'
import { readSignedBatch } from '../../../../src/server/custody/signed-batch.ts'
import { importPayouts } from '../../../../src/server/payout/offline/import-payouts.ts'
import {
  housePublicKey,
  newHouseKey,
  openSealed,
  sealFile,
} from '../../../../src/tron/keys/house-key.ts'
import {
  readPayoutFile,
  writePayoutFile,
  type PayoutFile,
} from '../../../../src/tron/signer/payout-file.ts'
import { newPrivateKey } from '../../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../../src/tron/transaction/signature.ts'
import { discard, openOfflineWorld, type OfflineWorld } from '../../support/offline-world.ts'

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
})
afterAll(() => offline.close())

const context = () => offline.world.edge.context

function fileIn(sealed: string): PayoutFile {
  const { houseKey } = offline
  const body = openSealed(new TextEncoder().encode(sealed), housePublicKey(houseKey))
  return readPayoutFile(body ?? '')
}

const idsIn = (sealed: string) => fileIn(sealed).payouts.map(({ id }) => id)

test('exports, signs offline, imports once, and pays', async () => {
  // Two equal payouts would be one transaction, so the second waits for the next file.
  const { cold, payer, world } = offline
  const { member, wallet, ids } = await offline.approved('offline', 2)
  const text = await offline.exportPayouts()
  expect(fileIn(text).payouts).toMatchObject([
    { id: ids[0], attempt: 1, asset: 'TRX', from: cold, to: wallet, amount: 38_000_000n },
  ])
  const signed = await payer.sign(text)
  const batch = await readSignedBatch(context().db, signed)
  expect(await importPayouts(context(), batch, 'ann')).toEqual({ stored: [ids[0]], skipped: [] })
  await expect(readSignedBatch(context().db, signed)).rejects.toThrow(/imported before/)
  await offline.send()
  const list = (await member.get('rewards/withdrawals/')).body.results
  expect(list.map(({ stage }: { stage: string }) => stage)).toEqual(['approved', 'confirmed'])
  const balances = await world.edge.context.tron.balances(wallet)
  expect(balances).toMatchObject({ ok: true, value: { trx: 38_000_000n } })
})

test('exports a withdrawal into one live file at a time', async () => {
  const { db } = context()
  const sealed = await offline.exportPayouts()
  await expect(offline.exportPayouts()).rejects.toThrow(/nothing to sign/)
  const signed = await offline.payer.sign(sealed)
  expect(await discard(db, fileIn(sealed).batch)).toBe(true)
  await expect(readSignedBatch(db, signed)).rejects.toThrow(/was discarded/)
  // If exported again, the signer still remembers its signature, and both files could be sent.
  const again = await offline.exportPayouts()
  await expect(offline.payer.sign(again)).rejects.toThrow(/were signed before: .*attempt 1/)
  await discard(db, fileIn(again).batch)
})

test('refuses a tampered file as a whole', async () => {
  const { ids } = await offline.approved('tampered', 1)
  const file = fileIn(await offline.exportPayouts())
  const thief = addressOfKey(newPrivateKey())
  const changed: PayoutFile['payouts'][] = [
    file.payouts.map((order) => ({ ...order, to: thief })),
    file.payouts.map((order) => ({ ...order, amount: order.amount + 1n })),
    [
      ...file.payouts,
      ...file.payouts.slice(0, 1).map((order) => ({ ...order, id: '999', to: thief })),
    ],
    file.payouts.slice(1),
  ]
  // We refuse even signatures of the right key, obtained by tricking a signer into another house
  // key.
  const thiefHouse = newHouseKey()
  for (const payouts of changed.filter((each) => each.length > 0)) {
    const fooled = await offline.fooled(thiefHouse)
    const signed = await fooled.sign(sealFile(writePayoutFile({ ...file, payouts }), thiefHouse))
    await expect(readSignedBatch(context().db, signed)).rejects.toThrow(/is refused/)
    await expect(
      offline.payer.sign(sealFile(writePayoutFile({ ...file, payouts }), thiefHouse)),
    ).rejects.toThrow(/did not seal/)
  }
  const fooled = await offline.fooled(thiefHouse)
  const renamed = sealFile(writePayoutFile({ ...file, batch: 'another' }), thiefHouse)
  await expect(readSignedBatch(context().db, await fooled.sign(renamed))).rejects.toThrow(
    /No batch another/,
  )
  const stored = await context()
    .db.selectFrom('payouts')
    .select('no')
    .where('withdrawal_no', '=', Number(ids[0]))
    .execute()
  expect(stored).toEqual([])
  await discard(context().db, file.batch)
})

test('refuses the right bytes next to another sender, by which we would store them', async () => {
  await offline.approved('resent', 1)
  const sealed = await exportNew()
  const signed = await offline.payer.sign(sealed)
  const { batch, payouts } = fileIn(sealed)
  const other = addressOfKey(newPrivateKey())
  const moved = signed.replaceAll(payouts[0]?.from ?? '', other)
  expect(moved).toContain(other)
  await expect(readSignedBatch(context().db, moved)).rejects.toThrow(/has another from/)
  expect((await readSignedBatch(context().db, signed)).payouts).toHaveLength(1)
  await discard(context().db, batch)
})

test('refuses imports while payouts are paused', async () => {
  const { db } = context()
  const { ids } = await offline.approved('paused', 1)
  const signed = await offline.payer.sign(await exportNew())
  const batch = await readSignedBatch(db, signed)
  const txid = 'd'.repeat(64)
  const detail = 'a payout that was given up is on chain'
  await db
    .insertInto('unexplained_transfers')
    .values({ txid, address: offline.cold, detail })
    .execute()
  await expect(importPayouts(context(), batch, 'ann')).rejects.toThrow(/explained first/)
  await db
    .updateTable('unexplained_transfers')
    .set({ explained_by: 'ann', explanation: 'a test' })
    .execute()
  await db.insertInto('payout_pauses').values({ reason: 'network', detail: 'another' }).execute()
  await expect(importPayouts(context(), batch, 'ann')).rejects.toThrow(/paused.*another/)
  await db.deleteFrom('payout_pauses').execute()
  // The record of final blocks lags behind the chain, so sent payouts are unknown.
  await offline.world.mine(40)
  const strict = importPayouts(context(), batch, 'ann', { mostBehindMs: 0 })
  await expect(strict).rejects.toThrow(/scan of final blocks/)
  await offline.world.watch()
  expect((await importPayouts(context(), batch, 'ann')).stored).toEqual(ids)
})

test('skips withdrawals that an earlier attempt may still pay', async () => {
  const { db } = context()
  const { ids } = await offline.approved('attempts', 1)
  const batch = await readSignedBatch(db, await offline.payer.sign(await exportNew()))
  const withdrawal = Number(ids[0])
  const earlier = {
    withdrawal_no: withdrawal,
    attempt: 99,
    asset: 1,
    units: 38_000_000n,
    from_address: offline.cold,
    to_address: batch.payouts[0]?.to ?? '',
    txid: 'e'.repeat(64),
    expires_at: new Date(Date.now() + 3_600_000),
    state: 'expired' as const,
  }
  await db.insertInto('payouts').values(earlier).execute()
  const imported = await importPayouts(context(), batch, 'ann')
  expect(imported).toEqual({ stored: [], skipped: [{ id: ids[0], why: 'earlier_attempt' }] })
})

test('refuses amounts at a rate that moved more than 5%', async () => {
  const { db } = context()
  await offline.approved('moved', 1)
  await offline.world.stopRates()
  const signed = await offline.payer.sign(await exportNew())
  const batch = await readSignedBatch(db, signed)
  const setRate = (rateE8: bigint) =>
    db.updateTable('live_rates').set({ rate_e8: rateE8, as_of: new Date() }).execute()
  for (const rateE8 of [23_700_000n, 26_300_000n]) {
    await setRate(rateE8)
    await expect(importPayouts(context(), batch, 'ann')).rejects.toThrow(/moved more than 5 %/)
  }
  await offline.world.edge.db.deleteFrom('live_rates').execute()
  await expect(importPayouts(context(), batch, 'ann')).rejects.toThrow(/no current TRX rate/)
  await db
    .insertInto('live_rates')
    .values({ asset: 1, rate_e8: 26_250_000n, as_of: new Date(), sources: 'test' })
    .execute()
  expect((await importPayouts(context(), batch, 'ann')).stored).toHaveLength(1)
})

/** Exports payouts that no signer of this test has signed before. */
async function exportNew(): Promise<string> {
  const { db } = context()
  await db
    .insertInto('blocked_payouts')
    .columns(['withdrawal_no', 'detail'])
    .expression((from) =>
      from
        .selectFrom('withdrawals')
        .select((each) => ['no', each.val('another test').as('detail')])
        .where('state', '=', 'approved')
        .where('no', '<', (largest) =>
          largest.selectFrom('withdrawals').select((each) => each.fn.max('no').as('no')),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return offline.exportPayouts()
}

test('refuses a signed file of moves as payouts', async () => {
  const { member } = await offline.approved('moves', 1)
  expect(member.address).toMatch(/^T/)
  const sealed = await exportNew()
  const batch = await readSignedBatch(context().db, await offline.payer.sign(sealed))
  expect([batch.kind, fileIn(sealed).kind]).toEqual(['payouts', 'payouts'])
  await expect(importMoves(context().db, batch, 'ann')).rejects.toThrow(/not a batch of moves/)
})

test('imports no payout of a member who was suspended after the export', async () => {
  const { payer, world } = offline
  const { member, ids } = await offline.approved('lately', 1)
  const signed = await payer.sign(await offline.exportPayouts())
  const suspend = (on: boolean) =>
    world.edge.db
      .updateTable('members')
      .set({ suspended: on })
      .where('no', '=', member.no)
      .execute()
  await suspend(true)
  const batch = await readSignedBatch(context().db, signed)
  const skipped = ids.map((id) => ({ id, why: 'not_due' }))
  expect(await importPayouts(context(), batch, 'ann')).toMatchObject({ stored: [], skipped })
  await suspend(false)
})

test('leaves a withdrawal to the operator who claims it to pay it elsewhere', async () => {
  const { payer, world } = offline
  const { ids } = await offline.approved('claimed', 1)
  await offline.approved('unclaimed', 1)
  const item = BigInt(ids[0] ?? '')
  const ends = new Date(Date.now() + 600_000)
  const claim = { queue: 'withdrawals' as const, item, operator: 'ben', ends_at: ends }
  const { db } = world.edge
  await db.insertInto('operator_claims').values(claim).execute()
  expect(idsIn(await offline.exportPayouts())).not.toContain(ids[0])
  await db.deleteFrom('operator_claims').execute()
  const exported = await offline.exportPayouts()
  expect(idsIn(exported)).toEqual(ids)
  const batch = await readSignedBatch(db, await payer.sign(exported))
  await db.insertInto('operator_claims').values(claim).execute()
  const skipped = ids.map((id) => ({ id, why: 'claimed' }))
  expect(await importPayouts(context(), batch, 'ann')).toEqual({ stored: [], skipped })
  await db.updateTable('signing_batches').set({ imported_at: null }).execute()
  expect((await importPayouts(context(), batch, 'ben')).stored).toEqual(ids)
})
