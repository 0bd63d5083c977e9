import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readDevnetInfo } from '../devnet/info.ts'
import { containing } from '../support/matching.ts'
import { exportPayouts } from '../../src/server/payout/offline/offline-payouts.ts'
import { openPayoutWallet, type PayoutWallet } from '../../src/server/payout/payout-wallet.ts'
import { addressBytes, requireAddress } from '../../src/tron/encoding/address.ts'
import { fromHex, toHex } from '../../src/tron/encoding/hex.ts'
import { newHouseKey } from '../../src/tron/keys/house-key.ts'
import { writeFields } from '../../src/tron/encoding/protobuf.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey, signTransaction } from '../../src/tron/transaction/signature.ts'
import { fundMember } from '../api/support/members.ts'
import { openMoneyWorld, type MoneyWorld } from '../api/support/money-world.ts'
import { approveWithdrawal } from '../support/book-acts.ts'
import { readPauses } from '../api/support/payouts.ts'

// Our own node keeps no lists of an account's transactions, and has years of blocks.

const height = 77_000_000

let world: MoneyWorld
let wallet: PayoutWallet
beforeAll(async () => {
  world = await openMoneyWorld({}, 10_000, height)
  await world.switch('profile', { node: 'outside', preset: 'bare' })
  const { context } = world.edge
  context.tron = world.nodes('outside')
  world.restartWatcher()
  wallet = await openPayoutWallet(context.db, context.config.payoutKey ?? '')
  await world.pay(wallet.address, 'TRX', '1000')
  await world.settle()
})
afterAll(() => world.close())

async function approve(name: string): Promise<number> {
  const member = await world.member(name)
  await fundMember(world.edge, member.no, 20)
  const { db, book } = world.edge
  const set = { wallet_address: addressOfKey(newPrivateKey()), hold_until: null }
  await db.updateTable('identities').set(set).where('member_no', '=', member.no).execute()
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  const withdrawal = Number(asked.body.id)
  await approveWithdrawal(book, withdrawal)
  return withdrawal
}

const stateOf = async (no: number) =>
  (await world.edge.db.selectFrom('withdrawals').select('state').where('no', '=', no).execute())[0]
    ?.state

test('pays from a wallet whose history no node lists', async () => {
  const no = await approve('early')
  const worker = await world.openPayouts()
  await worker.round()
  await world.settle()
  await worker.round()
  expect(await stateOf(no)).toBe('confirmed')
  expect(await readPauses(world)).toEqual([])
  const { rows } = await world.edge.context.pool.query<{ first: number }>(
    'select min(block_number)::int4 as first from chain_transactions',
  )
  expect(rows[0]?.first).toBeGreaterThan(height)
})

test('explains how to add an unknown wallet on export', async () => {
  const deps = { ...world.edge.context, exportKey: newHouseKey(), operator: 'ann' }
  const stranger = addressOfKey(newPrivateKey())
  await expect(exportPayouts(deps, stranger)).rejects.toThrow('payouts -- wallets --add')
})

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

/** A thief's use of a stolen key: it gives another key control of the account. */
async function takeOver(): Promise<string> {
  const { url } = world.devnet
  const { solid } = await readDevnetInfo(url)
  const block = await fetch(`${url}/wallet/getblockbynum`, {
    method: 'POST',
    body: JSON.stringify({ num: solid }),
  })
  const { blockID: id } = z.object({ blockID: z.string() }).parse(await block.json())
  const thief = writeFields([
    [1, addressBytes(requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre'))],
    [2, 1n],
  ])
  const owner = writeFields([
    [3, text('owner')],
    [4, 1n],
    [7, thief],
  ])
  const update = writeFields([
    [1, addressBytes(wallet.address)],
    [2, owner],
  ])
  const any = writeFields([
    [1, text('type.googleapis.com/protocol.AccountPermissionUpdateContract')],
    [2, update],
  ])
  const raw = writeFields([
    [1, fromHex(id.slice(12, 16)) ?? new Uint8Array()],
    [4, fromHex(id.slice(16, 32)) ?? new Uint8Array()],
    [8, BigInt(Date.now() + 600_000)],
    [11, writeFields([[1, 46n] as const, [2, any] as const])],
    [14, BigInt(Date.now())],
  ])
  const { signedHex, txid } = signTransaction(raw, wallet.key)
  const answer = await fetch(`${url}/wallet/broadcasthex`, {
    method: 'POST',
    body: JSON.stringify({ transaction: signedHex }),
  })
  expect(await answer.json()).toMatchObject({ result: true, txid })
  expect(toHex(raw)).toContain(toHex(addressBytes(wallet.address)))
  return txid
}

test('records a change of the wallet’s keys, and pauses payouts', async () => {
  const txid = await takeOver()
  await world.settle()
  const recorded = await world.edge.db
    .selectFrom('chain_transactions')
    .select(['kind', 'owner_address', 'result', 'fee_sun'])
    .where('txid', '=', txid)
    .execute()
  expect(recorded).toEqual([
    {
      kind: 'AccountPermissionUpdateContract',
      owner_address: wallet.address,
      result: 'SUCCESS',
      fee_sun: 100_000_000n,
    },
  ])
  const no = await approve('late')
  await (await world.openPayouts()).round()
  expect(await readPauses(world)).toEqual([
    { reason: 'unexplained_transfer', detail: containing(txid) },
  ])
  expect(await stateOf(no)).toBe('approved')
  // A node with lists reports the same for a wallet that isn't ours yet.
  const listed = await world.nodes().outgoing(wallet.address, 0)
  expect(listed.ok && listed.value.map((sent) => sent.txid)).toContain(txid)
})
