import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { explainTransfer } from '../../../src/server/payout/unexplained/explain-transfer.ts'
import { importPayouts, type Imported } from '../../../src/server/payout/offline/import-payouts.ts'
import type { Coin } from '../../../src/domain/money/money.ts'
import { fromHex } from '../../../src/tron/encoding/hex.ts'
import { troubled } from '../../../src/tron/node/trouble.ts'
import type { TronNodes } from '../../../src/tron/quorum/nodes.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { buildTransfer } from '../../../src/tron/transaction/build.ts'
import { addressOfKey, signTransaction } from '../../../src/tron/transaction/signature.ts'
import { isLong } from '../../support/scale.ts'
import { raisePause } from '../../../src/server/pauses/pauses.ts'
import { disableOperator, signInStaff } from '../support/staff-edge.ts'
import { openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'

// An import marks nothing as sent that can't be paid anymore, or not yet.

let offline: OfflineWorld
beforeEach(async () => {
  offline = await openOfflineWorld()
  await offline.openUsdt('100')
})
afterEach(() => offline.close())

const context = () => offline.world.edge.context

const signedBatch = async () =>
  readSignedBatch(context().db, await offline.payer.sign(await offline.exportPayouts()))

/** Moves coins of the cold wallet elsewhere, as its owner may. */
async function spend(asset: Coin, amount: bigint): Promise<void> {
  const { payer, cold: from, world } = offline
  const { tron, usdtContract } = context()
  const head = await tron.finalHead()
  if (!head.ok) throw new Error('no head')
  const { rawHex, txid } = buildTransfer({
    asset,
    from,
    to: addressOfKey(newPrivateKey()),
    amount,
    refBlockId: head.value.id,
    timestampMs: Date.now(),
    expirationMs: head.value.timeMs + 600_000,
    usdtContract,
    feeLimitSun: asset === 'USDT' ? 30_000_000n : 0n,
  })
  const key = fromHex(readFileSync(join(payer.folder, 'secret'), 'utf8')) ?? new Uint8Array()
  await tron.broadcast(signTransaction(fromHex(rawHex) ?? new Uint8Array(), key).signedHex)
  await world.settle()
  const act = { txid, operator: 'ann', why: 'moved elsewhere', notFor: [] }
  expect(await explainTransfer(context(), act)).not.toBeNull()
}

test('stores what the wallet can pay, and the rest once it has coins again', async () => {
  const usdt = [await offline.approved('one', 1, 'usdt'), await offline.approved('two', 1, 'usdt')]
  const trx = await offline.approved('three', 1)
  const batch = await signedBatch()
  const [first, second] = usdt.flatMap(({ ids }) => ids)
  await spend('USDT', 90_000_000n)
  await expect(importPayouts(context(), batch, 'ann')).rejects.toThrow(
    `for withdrawals ${second}. Stored: 2. Import the same file again later.`,
  )
  await offline.world.pay(offline.cold, 'USDT', '10')
  await offline.world.settle()
  const skipped = [first, ...trx.ids].map((id) => ({ id, why: 'earlier_attempt' }))
  const imported = await importPayouts(context(), batch, 'ann')
  expect(imported).toEqual({ stored: [second], skipped })
})

test.runIf(isLong)('stores no TRX that the wallet lacks', async () => {
  await offline.approved('one', 1)
  const batch = await signedBatch()
  const { id } = batch.payouts[0] ?? {}
  await spend('TRX', 960_000_000n)
  const importing = importPayouts(context(), batch, 'ann')
  await expect(importing).rejects.toThrow(
    `short of coins, or of TRX for fees, for withdrawals ${id}`,
  )
  // A withdrawal that the file can't pay anymore needs none.
  await signInStaff(offline.world.edge, 'ann', 'finance')
  await disableOperator(offline.world.edge, 'ann')
  const { skipped } = await importPayouts(context(), batch, 'ben')
  expect(skipped).toEqual([{ id, why: 'wrong_state' }])
})

/** Our nodes, as if the wallet had only so much TRX. */
function poorNodes(trx: bigint): TronNodes {
  const { tron } = context()
  return {
    ...tron,
    async balances(address) {
      const read = await tron.balances(address)
      return read.ok ? { ok: true, value: { ...read.value, trx } } : read
    },
  }
}

// A payout takes 40 TRX, and the wallet keeps 5 for fees.
const FOR_ONE = 50_000_000n

test.runIf(isLong)('keeps no coins for a payout that it skips', async () => {
  const one = await offline.approved('one', 1)
  const two = await offline.approved('two', 1)
  const batch = await signedBatch()
  await sql`update members set suspended = true where no = ${one.member.no}`.execute(context().db)
  const imported = await importPayouts({ ...context(), tron: poorNodes(FOR_ONE) }, batch, 'ann')
  expect(imported).toEqual({ stored: two.ids, skipped: [{ id: one.ids[0], why: 'not_due' }] })
})

test.runIf(isLong)('counts what another import stores meanwhile', async () => {
  const one = await offline.approved('one', 1)
  const first = await signedBatch()
  const two = await offline.approved('two', 1)
  const second = await signedBatch()
  const poor = { ...context(), tron: poorNodes(FOR_ONE) }
  const others: Imported[] = []
  const meanwhile: TronNodes = {
    ...poor.tron,
    async account(address) {
      if (address === one.wallet) others.push(await importPayouts(poor, second, 'ben'))
      return poor.tron.account(address)
    },
  }
  const importing = importPayouts({ ...poor, tron: meanwhile }, first, 'ann')
  await expect(importing).rejects.toThrow(`for withdrawals ${one.ids[0]}. Stored: 0.`)
  expect(others).toEqual([{ stored: two.ids, skipped: [] }])
})

test.runIf(isLong)('reserves the bytes of a call, too', async () => {
  await offline.approved('one', 1, 'usdt')
  const batch = await signedBatch()
  await importPayouts(context(), batch, 'ann')
  const { fee_limit_sun: reserved } = await context()
    .db.selectFrom('payouts')
    .select('fee_limit_sun')
    .executeTakeFirstOrThrow()
  expect(reserved).toBe((batch.payouts[0]?.feeLimitSun ?? 0n) + 345_000n)
})

test.runIf(isLong)('keeps no coins for what an unfinished import has stored', async () => {
  const paid = await offline.approved('paid', 1, 'usdt')
  const odd = await offline.approved('odd', 1, 'usdt')
  const batch = await signedBatch()
  const { tron } = context()
  const disagreeing: TronNodes = {
    ...tron,
    account: async (address) =>
      address === odd.wallet ? troubled('disagreement', 'odd') : tron.account(address),
  }
  const importing = importPayouts({ ...context(), tron: disagreeing }, batch, 'ann')
  await expect(importing).rejects.toThrow('Stored: 1.')
  await offline.send()
  // Enough for the unclear one and the next file.
  const amount = batch.payouts[0]?.amount ?? 0n
  await spend('USDT', 100_000_000n - 3n * amount)
  const next = await offline.approved('next', 1, 'usdt')
  const text = await offline.exportPayouts()
  expect(text).toContain(`"id": "${next.ids[0]}"`)
  expect(text).not.toContain(`"id": "${paid.ids[0]}"`)
})

test('stores nothing more once payouts are paused', async () => {
  const one = await offline.approved('one', 1)
  const two = await offline.approved('two', 1)
  const batch = await signedBatch()
  const { tron } = context()
  const pausing: TronNodes = {
    ...tron,
    async account(address) {
      if (address === two.wallet) await raisePause(context(), 'history_lost', 'a test')
      return tron.account(address)
    },
  }
  const importing = importPayouts({ ...context(), tron: pausing }, batch, 'ann')
  await expect(importing).rejects.toThrow('Payouts are paused')
  const stored = await context().db.selectFrom('payouts').select('withdrawal_no').execute()
  expect(stored).toEqual(one.ids.map((id) => ({ withdrawal_no: Number(id) })))
})

test('stores nothing minutes before its file ends', async () => {
  const { ids } = await offline.approved('late', 1)
  const batch = await signedBatch()
  const endsIn = (minutes: number) => ({
    ...batch,
    expiresAt: new Date(Date.now() + minutes * 60_000),
  })
  await expect(importPayouts(context(), endsIn(9), 'ann')).rejects.toThrow('too soon to send')
  expect((await importPayouts(context(), endsIn(11), 'ann')).stored).toEqual(ids)
})
