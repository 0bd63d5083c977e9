import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAll } from '../../../src/db/expressions.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { addWallet } from '../../../src/server/custody/own-wallets.ts'
import { readCustody, readDifferences } from '../../../src/server/custody/queries.ts'
import { retireWallet } from '../../../src/server/custody/retire-wallet.ts'
import { pauseWhileUnexplained } from '../../../src/server/payout/unexplained/compare-outgoing.ts'
import { explainTransfer } from '../../../src/server/payout/unexplained/explain-transfer.ts'
import { rateE8 } from '../../../src/domain/money/money.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { sendOutside } from '../../fault/send-outside.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// Coins that move without us: taken by a stranger, or of a wallet that never was ours.

const RATE = rateE8(25_000_000n)
const act = { operator: 'ann', why: 'a test' }
let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const context = () => world.edge.context

/** Reads an address again, whatever was read before. */
async function checkAgain(...addresses: string[]) {
  const { db } = world.edge
  for (const address of addresses) {
    await db
      .insertInto('reconciliation_queue')
      .values({ address })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await checkAddresses(context())
  const rows = await db
    .selectFrom('address_checks')
    .select(['address', 'state', 'chain_usdt'])
    .where('address', 'in', addresses)
    .execute()
  return Object.fromEntries(rows.map(({ address, ...row }) => [address, row]))
}

async function countFees(): Promise<number> {
  const row = await world.edge.db
    .selectFrom('commands')
    .select(countAll.as('count'))
    .where('kind', '=', 'book_network_fee')
    .executeTakeFirst()
  return row?.count ?? 0
}

test('explains what a stranger took from several addresses, without a fee', async () => {
  const { db } = world.edge
  const [ann, ben] = [await world.member('takenann'), await world.member('takenben')]
  for (const { address } of [ann, ben]) await world.pay(address, 'USDT', '10')
  await world.settle()
  const transfers = [
    { address: ann.address, amount: '4' },
    { address: ben.address, amount: '3' },
  ]
  const { txid } = await world.switch('take', { transfers })
  await world.settle()
  expect(await pauseWhileUnexplained(context())).toBe(true)
  const fees = await countFees()
  const { treasury } = world.devnet.info
  expect(await explainTransfer(context(), { txid, ...act })).toEqual([
    `4 USDT to ${treasury}, out of custody`,
    `3 USDT to ${treasury}, out of custody`,
  ])
  expect(await explainTransfer(context(), { txid, ...act })).toBeNull()
  expect(await pauseWhileUnexplained(context())).toBe(false)
  expect(await countFees()).toBe(fees)
  expect(await checkAgain(ann.address, ben.address)).toEqual({
    [ann.address]: { state: 'agrees', chain_usdt: 6_000_000n },
    [ben.address]: { state: 'agrees', chain_usdt: 7_000_000n },
  })
  const moves = await db
    .selectFrom('outside_moves')
    .select('from_address')
    .where('txid', '=', txid)
    .execute()
  expect(moves.map(({ from_address: from }) => from).sort()).toEqual(
    [ann.address, ben.address].sort(),
  )
})

const custody = async () => {
  const { coins } = await readCustody(world.edge.db, RATE)
  return coins.map(({ coin, chain, ledger }) => ({ coin, chain, ledger }))
}

const pauses = async () => {
  await pauseWhileUnexplained(context())
  return world.edge.db.selectFrom('payout_pauses').select('reason').execute()
}

test('takes everything of a mistaken wallet out of custody again', async () => {
  const { db, pool } = context()
  const before = await custody()
  const key = newPrivateKey()
  const wallet = { key, address: addressOfKey(key) }
  await addWallet(db, { address: wallet.address, role: 'cold' }, act)
  await world.pay(wallet.address, 'TRX', '250')
  await world.pay(wallet.address, 'TRX', '50')
  await world.pay(wallet.address, 'USDT', '20')
  await world.settle()
  // Its owner spends from it. We explain one of these, before we notice the mistake.
  const others = [addressOfKey(newPrivateKey()), addressOfKey(newPrivateKey())]
  const txids: string[] = []
  for (const to of others) txids.push(await sendOutside(context(), wallet, to, 5_000_000n))
  await world.settle()
  expect(await explainTransfer(context(), { txid: txids[0] ?? '', ...act })).toHaveLength(2)
  expect(await pauses()).toEqual([{ reason: 'unexplained_transfer' }])
  await checkAddresses(context())
  expect(await custody()).not.toEqual(before)
  const mistaken = { ...act, mistaken: true }
  await expect(
    retireWallet(context(), wallet.address, { ...act, mistaken: false }),
  ).rejects.toThrow(/holds coins/)
  // A payment that is recorded but not booked yet.
  await db
    .insertInto('incoming_transfers')
    .values({
      network: 'test',
      txid: 'ab'.repeat(32),
      asset: 1,
      log_index: 0,
      from_address: others[0] ?? '',
      to_address: wallet.address,
      amount: 7n,
      block_number: 1n,
      block_at: new Date(),
      attributable: true,
    })
    .execute()
  expect(await retireWallet(context(), wallet.address, mistaken)).toBe(0)
  expect(await pauses()).toEqual([])
  await world.settle()
  await checkAddresses(context())
  expect(await custody()).toEqual(before)
  expect(await readDifferences(db)).toEqual([])
  expect(await db.selectFrom('incoming_transfers').select('txid').execute()).toEqual([])
  // Payments to it are none of our business anymore.
  await world.pay(wallet.address, 'TRX', '1')
  await world.settle()
  await checkAddresses(context())
  expect(await custody()).toEqual(before)
  expect((await checkBook(db, pool)).differences.described).toEqual([])
})

test('can take a mistaken wallet out of custody a second time', async () => {
  const { db } = context()
  const before = await custody()
  const address = addressOfKey(newPrivateKey())
  for (const round of [1, 2]) {
    await addWallet(db, { address, role: 'cold' }, act)
    await world.pay(address, 'USDT', String(round))
    await world.settle()
    await checkAddresses(context())
    await retireWallet(context(), address, { ...act, mistaken: true })
    await checkAddresses(context())
    expect((await custody()).map(({ ledger }) => ledger)).toEqual(
      before.map(({ ledger }) => ledger),
    )
  }
})

test('refuses to call a wallet mistaken that we paid from', async () => {
  const { db } = context()
  const [wallet, cold] = [addressOfKey(newPrivateKey()), addressOfKey(newPrivateKey())]
  await addWallet(db, { address: cold, role: 'cold' }, act)
  await db
    .insertInto('custody_moves')
    .values({
      kind: 'sweep',
      asset: 1,
      units: 1n,
      from_address: wallet,
      to_address: cold,
      txid: 'cd'.repeat(32),
      signed_hex: '00',
      expires_at: new Date(),
      state: 'failed',
    })
    .execute()
  await expect(retireWallet(context(), cold, { ...act, mistaken: true })).rejects.toThrow(
    /part of our payouts or moves/,
  )
})

test('drops a recorded transfer whose receiver isn’t ours', async () => {
  const { db } = context()
  const before = await custody()
  await db
    .insertInto('incoming_transfers')
    .values({
      network: 'test',
      txid: 'ef'.repeat(32),
      asset: 2,
      log_index: 0,
      from_address: addressOfKey(newPrivateKey()),
      to_address: addressOfKey(newPrivateKey()),
      amount: 9_000_000n,
      block_number: 1n,
      block_at: new Date(),
      attributable: true,
    })
    .execute()
  await world.watch()
  expect(await custody()).toEqual(before)
  expect(await db.selectFrom('incoming_transfers').select('txid').execute()).toEqual([])
})
