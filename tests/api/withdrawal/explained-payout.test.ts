import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { units } from '../../../src/domain/money/money.ts'
import { ledgerOf } from '../../../src/server/chain/ledger-balances.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { sendOutside } from '../../fault/send-outside.ts'
import { approved, openStage, operate, type Stage } from '../support/call-stage.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { giveUp, storeAttempt } from '../support/payouts.ts'
import { isLong } from '../../support/scale.ts'

// An earlier version let operators explain a payout that we gave up as a loss, although its
// withdrawal was open.

let world: MoneyWorld
let stage: Stage
beforeAll(async () => {
  world = await openMoneyWorld({ PROCESS: 'web' })
  stage = await openStage(world)
})
afterAll(() => world.close())

/** A wallet of ours with 100 TRX. */
async function newPayer() {
  const key = newPrivateKey()
  const payer = { key, address: addressOfKey(key) }
  await world.pay(payer.address, 'TRX', '100')
  await world.settle()
  await sql`insert into own_wallets (address, role) values (${payer.address}, 'cold')`.execute(
    world.edge.db,
  )
  return payer
}

/** What the earlier version did. */
async function explainAsLoss(txid: string, from: string, to: string): Promise<bigint> {
  const { db, book } = world.edge
  const { fee_sun: fee } = await db
    .selectFrom('chain_transactions')
    .select('fee_sun')
    .where('txid', '=', txid)
    .executeTakeFirstOrThrow()
  const by = { system: 'explained' }
  const lost = { coin: 'TRX' as const, amountUnits: units(-38_000_000n), reason: 'x' }
  await book.submit({ command: { kind: 'move_treasury', ...lost }, by })
  await book.submit({ command: { kind: 'book_network_fee', feeSun: units(fee), txid }, by })
  const place = { txid, asset: 1, log_index: 0, block_number: 1n, to_own: false }
  await db
    .insertInto('outside_moves')
    .values({ ...place, units: 38_000_000n, from_address: from, to_address: to })
    .execute()
  await db
    .updateTable('unexplained_transfers')
    .set({ fee_sun: fee, block_number: 1n, explained_by: 'fiona', explanation: 'a loss' })
    .where('txid', '=', txid)
    .execute()
  return fee
}

const holdings = async (address: string) => {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from accounts where no = 10`.execute(world.edge.db)
  const { trx } = await ledgerOf(world.edge.db, address)
  return { custody: rows[0]?.balance ?? 0n, wallet: trx }
}

test.runIf(isLong)(
  'settles a given-up payout that an earlier version explained as a loss',
  async () => {
    const payer = await newPayer()
    const { member, wallet, id } = await approved(stage)
    const before = await holdings(payer.address)
    const txid = await sendOutside(world.edge.context, payer, requireAddress(wallet), 38_000_000n)
    const made = { withdrawal: Number(id), attempt: 1, from: payer.address, to: wallet, txid }
    await storeAttempt(world, made)
    await giveUp(world, txid)
    await world.settle()
    const fee = await explainAsLoss(txid, payer.address, wallet)
    expect(fee).toBe(1_100_000n)

    const { finance } = stage.operators
    const decide = (action: 'approve' | 'reject' | 'sent', body: object) =>
      operate(stage, finance, `withdrawals/${id}/${action}/`, body)
    expect((await member.post(`rewards/withdrawals/${id}/cancel/`, {})).status).toBe(409)
    expect((await decide('reject', { reason: 'It failed.' })).status).toBe(409)
    expect((await decide('approve', {})).status).toBe(200)
    const sent = await decide('sent', { transaction_hash: txid })
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining(txid)])
    await (await world.openPayouts()).round()
    const [shown] = (await member.get('rewards/withdrawals/')).body.results
    expect(shown).toMatchObject({ stage: 'confirmed', transaction_hash: txid })
    // Once, although both the loss and the payout are booked.
    const paid = 38_000_000n + fee
    expect(await holdings(payer.address)).toEqual({
      custody: before.custody - paid,
      wallet: before.wallet - paid,
    })
  },
)

test('takes back only an explanation of the payment itself', async () => {
  const payer = await newPayer()
  const { wallet, id } = await approved(stage)
  const before = await holdings(payer.address)
  const txid = await sendOutside(world.edge.context, payer, requireAddress(wallet), 38_000_000n)
  const made = { withdrawal: Number(id), attempt: 1, from: payer.address, to: wallet, txid }
  await storeAttempt(world, made)
  await giveUp(world, txid)
  await world.settle()
  // The explanation got no further than another transfer of the transaction.
  const place = { txid, asset: 2, log_index: 1, block_number: 1n, to_own: true }
  const moved = { units: 1n, from_address: payer.address, to_address: payer.address }
  await world.edge.db
    .insertInto('outside_moves')
    .values({ ...place, ...moved })
    .execute()
  const { finance } = stage.operators
  await operate(stage, finance, `withdrawals/${id}/approve/`, {})
  const sent = await operate(stage, finance, `withdrawals/${id}/sent/`, { transaction_hash: txid })
  expect(sent.status).toBe(200)
  await (await world.openPayouts()).round()
  const { custody } = await holdings(payer.address)
  expect(before.custody - custody).toBe(39_100_000n)
})
