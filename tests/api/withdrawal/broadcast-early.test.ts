import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { explainTransfer } from '../../../src/server/payout/unexplained/explain-transfer.ts'
import { discard, openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'
import { disableOperator, signInStaff } from '../support/staff-edge.ts'
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
  // Otherwise, the import would record it.
  await discard(context.db, batch.batch)
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

/** Moves a batch's end to a minute and a half before the end of our record, or after it. */
const endBatch = (batch: string, isOver: boolean) =>
  sql`update signing_batches set expires_at = (select max(final_at) from chain_cursors)
      + make_interval(secs => ${isOver ? -90 : 90})
    where batch = ${batch}`.execute(offline.world.edge.db)

test('returns no withdrawal while someone may still send its signed payout', async () => {
  const { world, payer } = offline
  const { db } = world.edge.context
  const { member, ids } = await offline.approved('returned', 1)
  const id = ids[0] ?? ''
  const { batch } = await readSignedBatch(db, await payer.sign(await offline.exportPayouts()))
  const reject = () => callFor(world, headers, id, 'reject', { reason: 'a test' })
  const refused = async () => {
    const { status, code, problem } = await reject()
    expect([status, code]).toEqual([409, 'wrong_state'])
    expect(problem.detail).toContain('a file for the offline signer')
  }
  await refused()
  await discard(db, batch)
  await refused()
  // Its payouts can still be in blocks that we haven't read.
  await endBatch(batch, false)
  await refused()
  await endBatch(batch, true)
  expect((await reject()).status).toBe(200)
  expect((await member.get('rewards/withdrawals/')).body.results[0]?.stage).toBe('rejected')
})

test('tells a member that a signed payout may still be sent', async () => {
  const { edge } = offline.world
  await signInStaff(edge, 'ann', 'finance')
  const { member, ids } = await offline.approved('told', 1)
  await offline.exportPayouts()
  // The withdrawal is pending again.
  await disableOperator(edge, 'ann')
  const { status, problem } = await member.post(`rewards/withdrawals/${ids[0]}/cancel/`)
  expect([status, problem.detail]).toEqual([
    409,
    'We may have paid this withdrawal already, so you can’t cancel it. We’ll know within a day.',
  ])
})

test('names the rejected withdrawal that someone paid with a signed file', async () => {
  const { world, payer } = offline
  const { context } = world.edge
  const { ids } = await offline.approved('twice', 1)
  const id = ids[0] ?? ''
  const batch = await readSignedBatch(context.db, await payer.sign(await offline.exportPayouts()))
  const [payout] = batch.payouts
  if (!payout) throw new Error('no payout')
  // An earlier version rejected it all the same.
  await endBatch(batch.batch, true)
  expect((await callFor(world, headers, id, 'reject', { reason: 'a test' })).status).toBe(200)
  await endBatch(batch.batch, false)
  await context.tron.broadcast(payout.signedHex)
  await world.settle()
  const act = { txid: payout.txid, operator: 'ann', why: 'someone sent it' }
  await expect(explainTransfer(context, act)).rejects.toThrow(`It paid withdrawal ${id}, which is`)
  expect(await explainTransfer(context, { ...act, notFor: [Number(id)] })).toContainEqual(
    expect.stringContaining('out of custody'),
  )
})
