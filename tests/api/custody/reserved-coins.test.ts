import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { openSealed, housePublicKey } from '../../../src/tron/keys/house-key.ts'
import { readPayoutFile } from '../../../src/tron/signer/payout-file.ts'
import { discard, openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'

// A file must not spend coins that another file spends, or that a wallet doesn't have.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
})
afterAll(() => offline.close())

const context = () => offline.world.edge.context

async function pay(name: string, usdt: string) {
  const { world } = offline
  const { address } = await world.member(name)
  await world.pay(address, 'USDT', usdt)
  await world.settle()
  await checkAddresses(context())
  return address
}

function ordersIn(sealed: string) {
  const key = housePublicKey(offline.houseKey)
  return readPayoutFile(openSealed(new TextEncoder().encode(sealed), key) ?? '').payouts
}

/** The TRX of the wallet that pays for top-ups. */
async function balance(): Promise<bigint> {
  const balances = await context().tron.balances(offline.cold)
  if (!balances.ok) throw new Error('no balance')
  return balances.value.trx
}

/** Puts a top-up under way, without a file. Returns how to end it. */
async function commit(units: bigint) {
  const { db } = offline.world.edge
  const { no } = await db
    .insertInto('custody_moves')
    .values({
      kind: 'top_up',
      asset: 1,
      units,
      from_address: offline.cold,
      to_address: 'Telsewhere',
      txid: Buffer.from(String(units).padStart(32)).toString('hex'),
      signed_hex: '00',
      expires_at: new Date(Date.now() + 3_600_000),
      state: 'stored',
    })
    .returning('no')
    .executeTakeFirstOrThrow()
  return () =>
    db.updateTable('custody_moves').set({ state: 'expired' }).where('no', '=', no).execute()
}

/** What a transfer to a new address may burn. */
const FEE = 1_368_000n

test('tops up only what the wallet can still pay', async () => {
  const { cold } = offline
  const richer = await pay('richer', '700')
  const poorer = await pay('poorer', '500')
  const end = await commit((await balance()) - 2n * FEE)
  await expect(offline.exportTopUps(cold)).rejects.toThrow(/too little TRX/)
  await end()
  const all = await offline.exportTopUps(cold)
  const [, batch = ''] = /"batch": "([^"]+)"/.exec(all.text) ?? []
  await discard(context().db, batch)
  const [{ amount } = { amount: 0n }] = ordersIn(all.text)
  expect(ordersIn(all.text)).toHaveLength(2)
  // The top-up under way may activate its address.
  const endFirst = await commit((await balance()) - amount - 2n * FEE + 1n)
  await expect(offline.exportTopUps(cold)).rejects.toThrow(/too little TRX/)
  await endFirst()
  const endNext = await commit((await balance()) - amount - 2n * FEE - 100_000n)
  const { text, short } = await offline.exportTopUps(cold)
  expect(ordersIn(text).map(({ to }) => to)).toEqual([richer])
  expect(short).toContain(cold)
  await endNext()
  // The file of the first one reserves its coins.
  const endLast = await commit((await balance()) - amount - 2n * FEE - 200_000n)
  await expect(offline.exportTopUps(cold)).rejects.toThrow(/too little TRX/)
  await endLast()
  const next = await offline.exportTopUps(cold)
  expect(ordersIn(next.text).map(({ to }) => to)).toEqual([poorer])
  expect(next.short).toBeUndefined()
})

test('sweeps no address that a file tops up', async () => {
  const { cold, world } = offline
  const address = await pay('both', '600')
  const { text } = await offline.exportTopUps(cold)
  expect(ordersIn(text).map(({ to }) => to)).toContain(address)
  await world.pay(address, 'TRX', '60')
  await world.settle()
  await checkAddresses(context())
  await expect(offline.exportSweeps(cold)).rejects.toThrow(/Import or discard/)
})

test('exports payouts in USDT only while the wallet has more than earlier files pay', async () => {
  const { cold, world } = offline
  await offline.openUsdt('10')
  const { ids } = await offline.approved('one', 1, 'usdt')
  const { ids: others } = await offline.approved('other', 1, 'usdt')
  expect(ordersIn(await offline.exportPayouts()).map(({ id }) => id)).toEqual(ids)
  await expect(offline.exportPayouts()).rejects.toThrow(/nothing to sign/)
  await world.pay(cold, 'USDT', '10')
  await world.settle()
  expect(ordersIn(await offline.exportPayouts()).map(({ id }) => id)).toEqual(others)
  // An earlier file's payout of the same withdrawal takes nothing from what this one reserves.
  const earlier = {
    withdrawal_no: Number(others[0]),
    attempt: 99,
    asset: 2,
    units: 1n,
    from_address: cold,
    to_address: 'Telsewhere',
    txid: 'e'.repeat(64),
    signed_hex: '00',
    expires_at: new Date(Date.now() - 3_600_000),
    state: 'expired' as const,
  }
  await world.edge.db.insertInto('payouts').values(earlier).execute()
  // The wallet's 20 USDT are enough for three payouts of 5.65 USDT.
  const { ids: third } = await offline.approved('third', 1, 'usdt')
  await offline.approved('fourth', 1, 'usdt')
  expect(ordersIn(await offline.exportPayouts()).map(({ id }) => id)).toEqual(third)
})
