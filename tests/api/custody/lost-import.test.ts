import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { rateE8, units } from '../../../src/domain/money/money.ts'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { importMoves, refuseRisenFee } from '../../../src/server/custody/import-moves.ts'
import { readSignedBatch, type SignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { explainTransfer } from '../../../src/server/payout/unexplained/explain-transfer.ts'
import { importPayouts } from '../../../src/server/payout/offline/import-payouts.ts'
import { readPauses } from '../../../src/server/pauses/pauses.ts'
import { readUnexplained } from '../../../src/server/payout/unexplained/compare-outgoing.ts'
import { storePayout } from '../../../src/server/payout/store-payout.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { isLong } from '../../support/scale.ts'
import { openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'
import { withdrawalState } from '../support/payouts.ts'
import { disableOperator, signInStaff } from '../support/staff-edge.ts'
import { callFor } from '../withdrawal/open-finance.ts'

// A restore lost the import of a signed file, but not its export. The chain has what it sent.

let offline: OfflineWorld
beforeEach(async () => {
  offline = await openOfflineWorld()
})
afterEach(() => offline.close())

const context = () => offline.world.edge.context
const owner = () => offline.world.edge.db

const signedBatch = async (): Promise<SignedBatch> =>
  readSignedBatch(context().db, await offline.payer.sign(await offline.exportPayouts()))

/** Sends transactions of a file as the worker did after the lost import. */
async function sendLost(payouts: SignedBatch['payouts']): Promise<void> {
  for (const { signedHex } of payouts) await context().tron.broadcast(signedHex)
  await offline.world.settle()
}

const loseHistory = () =>
  owner()
    .insertInto('payout_pauses')
    .values({ reason: 'history_lost', detail: 'a restore' })
    .execute()

const unexplained = async () => (await readUnexplained(owner())).map(({ txid }) => txid)
const stateOf = (id: string | undefined) => withdrawalState(offline.world, Number(id))

/** How often an address was paid. */
async function timesPaid(address: string): Promise<number> {
  const rows = await owner()
    .selectFrom('chain_transfers')
    .select('txid')
    .where('to_address', '=', address)
    .execute()
  return rows.length
}

test('records what a file paid before the restore, and then pays the rest once', async () => {
  const all = [
    await offline.approved('sentfirst', 1),
    await offline.approved('sentnext', 1),
    await offline.approved('unsent', 1),
  ]
  const [first, next, last] = all.map(({ ids }) => ids[0])
  const batch = await signedBatch()
  await sendLost(batch.payouts.slice(0, 2))
  await loseHistory()
  // What forbids a new payment doesn't undo an earlier one.
  await sql`update members set suspended = true where no = ${all[0]?.member.no}`.execute(owner())
  const claim = { queue: 'withdrawals' as const, item: BigInt(next ?? 0), operator: 'ben' }
  const endsAt = new Date(Date.now() + 600_000)
  await owner()
    .insertInto('operator_claims')
    .values({ ...claim, ends_at: endsAt })
    .execute()

  const importing = importPayouts(context(), batch, 'ann')
  await expect(importing).rejects.toThrow(
    /^2 payouts of this file were on the chain,.*lost commands/,
  )
  expect(await unexplained()).toEqual([])
  expect([await stateOf(first), await stateOf(next), await stateOf(last)]).toEqual([
    'sent',
    'sent',
    'approved',
  ])
  await offline.send()
  expect([await stateOf(first), await stateOf(next)]).toEqual(['confirmed', 'confirmed'])

  await owner().deleteFrom('payout_pauses').execute()
  const skipped = [first, next].map((id) => ({ id, why: 'earlier_attempt' }))
  expect(await importPayouts(context(), batch, 'ann')).toEqual({ stored: [last], skipped })
  await offline.send()
  await offline.send()
  expect(await stateOf(last)).toBe('confirmed')
  for (const { wallet } of all) expect(await timesPaid(wallet)).toBe(1)
  await offline.custodyAgrees()
  const entries = await owner()
    .selectFrom('audit_entries')
    .select(['action', 'object', 'operator', 'after'])
    .where('action', 'in', ['import batch', 'explain transfer'])
    .orderBy('no')
    .execute()
  expect(entries).toMatchObject([
    ...batch.payouts.slice(0, 2).map(({ txid }) => ({
      action: 'explain transfer',
      object: `transaction ${txid}`,
      operator: 'ann',
    })),
    { object: batch.batch, after: { found: 2, stored: 0, isInterrupted: true } },
    { object: batch.batch, after: { stored: 1, skipped: 2 } },
  ])
})

test('records a file that ended before the restore, once the scan has passed its end', async () => {
  const [sent, unsent] = [await offline.approved('ended', 1), await offline.approved('over', 1)]
  const text = await offline.payer.sign(await offline.exportPayouts())
  const { payouts, ...terms } = await readSignedBatch(context().db, text)
  const later = new Date(terms.expiresAt.getTime() + 3_600_000)
  const readLater = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    try {
      return await readSignedBatch(context().db, text)
    } finally {
      vi.useRealTimers()
    }
  }
  await expect(readLater()).rejects.toThrow('has expired')
  await sendLost(payouts.slice(0, 1))
  await readLater()
  const importAt = async (expiresAt: Date) => {
    await owner().updateTable('signing_batches').set({ expires_at: expiresAt }).execute()
    return importPayouts(context(), { ...terms, payouts, expiresAt }, 'ann')
  }
  await expect(importAt(new Date(Date.now() - 1_000))).rejects.toThrow('Import it again when')
  const { found, stored, skipped } = await importAt(new Date(Date.now() - 3_600_000))
  expect({ found, stored }).toEqual({ stored: [] })
  expect(skipped).toEqual([
    { id: sent.ids[0], why: 'earlier_attempt' },
    { id: unsent.ids[0], why: 'expired' },
  ])
  await offline.send()
  expect([await stateOf(sent.ids[0]), await stateOf(unsent.ids[0])]).toEqual([
    'confirmed',
    'approved',
  ])
  expect(await unexplained()).toEqual([])
})

test('says what to do with a payout that it can’t record', async () => {
  await signInStaff(offline.world.edge, 'ann', 'finance')
  const { ids, wallet } = await offline.approved('disapproved', 1)
  const batch = await signedBatch()
  await disableOperator(offline.world.edge, 'ann')
  await sendLost(batch.payouts)
  await expect(importPayouts(context(), batch, 'ben')).rejects.toThrow(
    `The chain has the payouts of withdrawals ${ids[0]} (wrong_state), but we can't record them. ` +
      'Approve each one that is pending, and import the file again.',
  )
  expect(await unexplained()).toEqual(batch.payouts.map(({ txid }) => txid))
  await approveWithdrawal(offline.world.edge.book, Number(ids[0]))
  expect(await importPayouts(context(), batch, 'ben')).toMatchObject({ found: ids, stored: [] })
  await offline.send()
  expect([await stateOf(ids[0]), await timesPaid(wallet)]).toEqual(['confirmed', 1])
})

test('ends the wait for a payout that was recorded by hand', async () => {
  const { headers } = await signInStaff(offline.world.edge, 'fiona', 'finance')
  const { ids } = await offline.approved('byhand', 1)
  const batch = await signedBatch()
  await sendLost(batch.payouts)
  const [{ txid } = { txid: '' }] = batch.payouts
  const act = { txid, operator: 'ann', why: 'a restore' }
  await expect(explainTransfer(context(), act)).rejects.toThrow(
    `It pays withdrawal ${ids[0]}. Import the signed file of batch ${batch.batch}, which records`,
  )
  const sent = await callFor(offline.world, headers, ids[0] ?? '', 'sent', {
    transaction_hash: txid,
  })
  expect(sent.status).toBe(200)
  expect(await importPayouts(context(), batch, 'ann')).toMatchObject({ stored: [] })
  expect(await unexplained()).toEqual([])
  await offline.send()
  expect(await stateOf(ids[0])).toBe('confirmed')
  await offline.custodyAgrees()
})

test('takes no word for it that the chain has a payout, or that nobody booked it', async () => {
  const { ids, member } = await offline.approved('claimed', 1)
  const batch = await signedBatch()
  await sql`update members set suspended = true where no = ${member.no}`.execute(owner())
  const [payout] = batch.payouts
  if (!payout) throw new Error('no payout')
  const { txid, signedHex, from, to } = payout
  const what = {
    withdrawal: Number(ids[0]),
    attempt: 1,
    coin: 'TRX' as const,
    units: units(38_000_000n),
  }
  const terms = { rateE8: rateE8(25_000_000n), from, to, txid, signedHex, feeLimitSun: 0n }
  const file = { expiresAt: batch.expiresAt, batch: batch.batch, isOnChain: true }
  const store = () =>
    storePayout(context().book, { ...what, ...terms, ...file }, { operator: 'ann' })
  expect(await store()).toBe('not_due')
  await sendLost(batch.payouts)
  // An earlier version explained it as a loss, which has booked its fee.
  await owner()
    .updateTable('unexplained_transfers')
    .set({ fee_sun: 1n, block_number: 1n })
    .execute()
  expect(await store()).toBe('not_due')
  await expect(importPayouts(context(), batch, 'ann')).rejects.toThrow('npm run payouts -- status')
  expect(await unexplained()).toEqual([txid])
})

test('takes no other payment for the payout of a withdrawal', async () => {
  const [paid, unpaid] = [await offline.approved('paid', 1), await offline.approved('unpaid', 1)]
  const batch = await signedBatch()
  const payoutOf = (id: string | undefined) => {
    const payout = batch.payouts.find((each) => each.id === id)
    if (!payout) throw new Error('no payout')
    return payout
  }
  const [sent, unsent] = [payoutOf(paid.ids[0]), payoutOf(unpaid.ids[0])]
  await sendLost([sent])
  const store = ({ id, to, amount }: typeof sent, e8 = batch.rateE8 ?? 0n) => {
    const { from, txid, signedHex } = sent
    const what = { withdrawal: Number(id), attempt: 1, coin: 'TRX' as const, units: units(amount) }
    const terms = { rateE8: rateE8(e8), from, to, txid, signedHex, feeLimitSun: 0n }
    const file = { expiresAt: batch.expiresAt, batch: batch.batch, isOnChain: true }
    return storePayout(context().book, { ...what, ...terms, ...file }, { operator: 'ann' })
  }
  expect(await store(unsent)).toBe('not_due')
  // At another rate, another amount is worth as much.
  const doubled = { ...sent, amount: sent.amount * 2n }
  expect(await store(doubled, (batch.rateE8 ?? 0n) / 2n)).toBe('not_due')
  expect(await store(sent)).toBeNull()
})

test('books sweeps whose import was lost, and resumes payouts', async () => {
  const { world, cold, sweeper } = offline
  const { address } = await world.member('swept')
  await world.pay(address, 'USDT', '500')
  await world.pay(address, 'TRX', '100')
  await world.settle()
  await checkAddresses(context())
  const text = await sweeper.sign((await offline.exportSweeps(cold)).text, '--to', cold)
  const batch = await readSignedBatch(context().db, text)
  const inUsdt = batch.payouts.filter(({ asset }) => asset === 'USDT')
  expect(inUsdt).toHaveLength(1)
  await sendLost(inUsdt)
  expect(await unexplained()).toHaveLength(1)
  await refuseRisenFee(context(), batch)
  expect(await importMoves(context().db, batch, 'ann')).toEqual({
    found: 1,
    stored: batch.payouts.length - 1,
  })
  await offline.send()
  expect(await unexplained()).toEqual([])
  expect(await readPauses(owner())).toEqual([])
})

test.runIf(isLong)('books only the sweeps on the chain of a file that has ended', async () => {
  const { world, cold, sweeper } = offline
  for (const name of ['sweptone', 'swepttwo']) {
    await world.pay((await world.member(name)).address, 'TRX', '500')
  }
  await world.settle()
  await checkAddresses(context())
  const text = await sweeper.sign((await offline.exportSweeps(cold)).text, '--to', cold)
  const batch = await readSignedBatch(context().db, text)
  await sendLost(batch.payouts.slice(0, 1))
  vi.useFakeTimers({ toFake: ['Date'], now: batch.expiresAt.getTime() + 1_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await importMoves(context().db, batch, 'ann')).toEqual({ found: 1, stored: 0 })
})
