import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookOpening } from '../../../src/server/custody/book-opening.ts'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { receiveTreasury } from '../../../src/server/deposit/incoming/receive-treasury.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// TRX of contracts is booked once a wallet holds it, which may be after a reconciliation saw it.

const act = { operator: 'ann', why: 'a test' }
let world: MoneyWorld
beforeAll(async () => void (world = await openMoneyWorld()))
afterAll(() => world.close())

/** A wallet with 250 TRX, of which a contract sent 40. The last reconciliation saw all of it. */
async function openWallet() {
  const { context } = world.edge
  const wallet = addressOfKey(newPrivateKey())
  await world.pay(wallet, 'TRX', '250')
  await world.settle()
  await context.db.insertInto('own_wallets').values({ address: wallet, role: 'cold' }).execute()
  await checkAddresses(context)
  const chain = await context.tron.chainName()
  if (!chain.ok) throw new Error('no chain')
  const check = () =>
    context.db
      .selectFrom('address_checks')
      .select(['state', 'block_number'])
      .where('address', '=', wallet)
      .executeTakeFirstOrThrow()
  const { state, block_number: block } = await check()
  expect(state).toBe('differs')
  const transfer = {
    network: chain.value,
    txid: wallet,
    asset: 1,
    logIndex: 5,
    from: 'TContract',
    to: wallet,
    amount: 40_000_000n,
    blockNumber: Number(block) - 1,
    blockAt: new Date(),
    attributable: false,
  }
  return { wallet, transfer, check, open: () => bookOpening(context, wallet, act) }
}

test('leaves out of an opening balance what was booked since the reconciliation', async () => {
  const { context } = world.edge
  const { wallet, transfer, check, open } = await openWallet()
  await receiveTreasury(context, transfer)
  expect(await open()).toEqual([{ coin: 'TRX', amount: 210_000_000n }])
  await checkAddresses(context)
  expect(await check()).toMatchObject({ state: 'agrees' })
  const entry = await context.db
    .selectFrom('audit_entries')
    .select(['operator', 'after', 'reason'])
    .where('object', '=', wallet)
    .where('action', '=', 'book opening balance')
    .execute()
  expect(entry).toEqual([{ operator: 'ann', after: '210 TRX', reason: 'a test' }])
})

test('books no opening balance while TRX of a contract waits to be booked', async () => {
  const { context } = world.edge
  const { transfer, check, open } = await openWallet()
  const { network, txid, asset, from, to, amount, blockAt, attributable } = transfer
  const place = { log_index: transfer.logIndex, block_number: BigInt(transfer.blockNumber) }
  const parties = { from_address: from, to_address: to, block_at: blockAt }
  await context.db
    .insertInto('incoming_transfers')
    .values({ network, txid, asset, amount, attributable, ...place, ...parties })
    .execute()
  await expect(open()).rejects.toThrow(/waits to be booked/)
  await receiveTreasury(context, { ...transfer, isFromInbox: true })
  expect(await open()).toEqual([{ coin: 'TRX', amount: 210_000_000n }])
  await checkAddresses(context)
  expect(await check()).toMatchObject({ state: 'agrees' })
})

test('books no receipt that has left the inbox, such as one of a retired wallet', async () => {
  const { transfer } = await openWallet()
  const receipt = { ...transfer, isFromInbox: true }
  await expect(receiveTreasury(world.edge.context, receipt)).rejects.toThrow(/has left the inbox/)
  const { rows } = await sql`select from treasury_receipts
    where to_address = ${transfer.to}`.execute(world.edge.db)
  expect(rows).toEqual([])
})
