import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDevnetInfo } from '../../devnet/info.ts'
import { rateE8 } from '../../../src/domain/money/money.ts'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { addWallet, listWallets } from '../../../src/server/custody/own-wallets.ts'
import { readCustody, readDifferences } from '../../../src/server/custody/queries.ts'
import { retireWallet } from '../../../src/server/custody/retire-wallet.ts'
import { explainTransfer } from '../../../src/server/payout/unexplained/explain-transfer.ts'
import { openPayoutWallet } from '../../../src/server/payout/payout-wallet.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'

// A wallet that an operator added by mistake, or whose payments came before it was ours.

const RATE = rateE8(25_000_000n)

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
})
afterAll(() => offline.close())

const context = () => offline.world.edge.context
const act = { operator: 'ann', why: 'a test' }

test('holds back a mistaken wallet’s payments, and books them once it is retired', async () => {
  const { world } = offline
  const { db } = context()
  const info = await readDevnetInfo(world.devnet.url)
  // The devnet's faucet pays from its treasury.
  const mistaken = info.treasury
  await addWallet(db, { address: mistaken, role: 'cold' }, act)
  const member = await world.member('unseen')
  await world.pay(member.address, 'TRX', '40.8')
  await world.settle()
  const unattributed = async () => (await member.get('transactions/unattributed/')).body.results
  expect(await unattributed()).toEqual([])
  expect(await listWallets(db)).toContainEqual(
    expect.objectContaining({ address: mistaken, kept_transfers: 1 }),
  )
  expect(await retireWallet(context(), mistaken, { ...act, mistaken: true })).toBe(1)
  await world.settle()
  expect(await unattributed()).toMatchObject([{ cryptocurrency: 'TRX' }])
  expect(await listWallets(db)).not.toContainEqual(expect.objectContaining({ address: mistaken }))
  await expect(retireWallet(context(), mistaken, { ...act, mistaken: true })).rejects.toThrow(
    /not one of ours/,
  )
})

const ledger = async () => (await readCustody(context().db, RATE)).coins.map((coin) => coin.ledger)

test('books a mistaken wallet’s payment as a deposit, although we explained it first', async () => {
  const { world } = offline
  const { db } = context()
  const { treasury: mistaken } = await readDevnetInfo(world.devnet.url)
  const before = await ledger()
  await addWallet(db, { address: mistaken, role: 'cold' }, act)
  const member = await world.member('explained')
  const txid = await world.pay(member.address, 'TRX', '40.8')
  await world.settle()
  expect(await explainTransfer(context(), { txid, ...act })).toContain(
    `40.8 TRX to ${member.address}, which is ours`,
  )
  expect(await retireWallet(context(), mistaken, { ...act, mistaken: true })).toBe(1)
  expect(await ledger()).toEqual(before)
  await world.settle()
  const { results } = (await member.get('transactions/unattributed/')).body
  expect(results).toMatchObject([{ cryptocurrency: 'TRX' }])
  const [trx = 0n, ...others] = before
  expect(await ledger()).toEqual([trx + 40_800_000n, ...others])
  await checkAddresses(context())
  const differing = (await readDifferences(db)).map(({ address }) => address)
  expect(differing).not.toContain(member.address)
})

test('explains a transfer from before its sender was ours without booking it twice', async () => {
  const { world } = offline
  const { db } = context()
  const { treasury: later } = await readDevnetInfo(world.devnet.url)
  const member = await world.member('before')
  const txid = await world.pay(member.address, 'TRX', '40.9')
  await world.settle()
  const before = await ledger()
  await addWallet(db, { address: later, role: 'cold' }, act)
  expect(await explainTransfer(context(), { txid, ...act })).toContain(
    `40.9 TRX to ${member.address}, where it was booked on arrival`,
  )
  await checkAddresses(context())
  expect((await readDifferences(db)).map(({ address }) => address)).not.toContain(member.address)
  await retireWallet(context(), later, { ...act, mistaken: true })
  expect(await ledger()).toEqual(before)
})

/** An address of ours with 10 USDT, and what then takes 4 of them: the devnet's treasury. */
async function openRobbed(name: string) {
  const { world } = offline
  const { address } = await world.member(name)
  await world.pay(address, 'USDT', '10')
  await world.settle()
  return async () => {
    const { txid } = await world.switch('take', { transfers: [{ address, amount: '4' }] })
    await world.settle()
    const { address: at } = await context()
      .db.selectFrom('unexplained_transfers')
      .select('address')
      .where('txid', '=', txid)
      .executeTakeFirstOrThrow()
    return { txid, isOfSender: at !== address }
  }
}

test('leaves open what a mistaken wallet took from an address of ours', async () => {
  const { db } = context()
  const { treasury: mistaken } = await readDevnetInfo(offline.world.devnet.url)
  const take = await openRobbed('robbed')
  await addWallet(db, { address: mistaken, role: 'cold' }, act)
  const { txid, isOfSender } = await take()
  expect(isOfSender).toBe(true)
  await retireWallet(context(), mistaken, { ...act, mistaken: true })
  // Without a fee, because another's wallet burned that.
  expect(await explainTransfer(context(), { txid, ...act })).toEqual([
    `4 USDT to ${mistaken}, out of custody`,
  ])
})

test('books no fee from before its payer was ours', async () => {
  const { db } = context()
  const { treasury: later } = await readDevnetInfo(offline.world.devnet.url)
  const { txid, isOfSender } = await (await openRobbed('unfortunate'))()
  expect(isOfSender).toBe(false)
  await addWallet(db, { address: later, role: 'cold' }, act)
  expect(await explainTransfer(context(), { txid, ...act })).toEqual([
    `4 USDT to ${later}, which is ours`,
  ])
  await retireWallet(context(), later, { ...act, mistaken: true })
})

test('retires no wallet that holds coins, or was part of a move', async () => {
  const { world } = offline
  const { db } = context()
  const address = addressOfKey(newPrivateKey())
  await addWallet(db, { address, role: 'cold' }, act)
  await world.pay(address, 'USDT', '5')
  await world.settle()
  const retire = (mistaken: boolean) => retireWallet(context(), address, { ...act, mistaken })
  await expect(retire(false)).rejects.toThrow('The ledger says that this wallet holds coins.')
  const move = {
    kind: 'sweep' as const,
    asset: 2,
    units: 1n,
    from_address: 'Telsewhere',
    to_address: address,
    txid: 'cd'.repeat(32),
    signed_hex: '00',
    expires_at: new Date(),
    state: 'stored' as const,
  }
  await db.insertInto('custody_moves').values(move).execute()
  await expect(retire(false)).rejects.toThrow('A payout or move of this wallet is under way.')
  await db.updateTable('custody_moves').set({ state: 'expired' }).execute()
  await expect(retire(true)).rejects.toThrow('This wallet was part of our payouts or moves.')
  expect(await listWallets(db)).toContainEqual(expect.objectContaining({ address }))
})

test('never takes a member’s deposit address for a wallet of ours', async () => {
  const { world } = offline
  const { address } = await world.member('depositor')
  const adding = addWallet(context().db, { address: requireAddress(address), role: 'cold' }, act)
  await expect(adding).rejects.toThrow(`${address} is a member's deposit address.`)
  const wallet: unknown = expect.objectContaining({ address })
  expect(await listWallets(context().db)).not.toContainEqual(wallet)
})

test('refuses the key of a member’s deposit address as the payout key', async () => {
  const { db } = context()
  const key = newPrivateKey()
  const address = addressOfKey(key)
  await db
    .insertInto('deposit_addresses')
    .values({ member_no: 1, address_index: 1_000_000, address })
    .execute()
  const opening = openPayoutWallet(db, Buffer.from(key).toString('hex'))
  await expect(opening).rejects.toThrow('PAYOUT_KEY is the key of a member’s deposit address')
  const wallet: unknown = expect.objectContaining({ address })
  expect(await listWallets(db)).not.toContainEqual(wallet)
})
