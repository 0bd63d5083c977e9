import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { bookOpening } from '../../../src/server/custody/book-opening.ts'
import { readCustody, readDifferences } from '../../../src/server/custody/queries.ts'
import { rateE8 } from '../../../src/domain/money/money.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { addStaff } from '../support/call-stage.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

/** The amounts on the console's overview. */
async function overview() {
  const { headers } = await addStaff(world, `overview${++operators}`, 'support')
  const { body } = await world.edge.call('GET', '/api/operator/overview/', { headers })
  return body.money
}

let operators = 0
const RATE = rateE8(25_000_000n)
const atOnce = { cursorWaitMs: 0 }
const act = { operator: 'ann', why: 'a test' }

test('reconciles after deposits, and lists unclaimed transfers separately', async () => {
  const { context } = world.edge
  const [ann, ben] = [await world.member('custodyann'), await world.member('custodyben')]
  await world.pay(ann.address, 'TRX', '40')
  await world.pay(ben.address, 'USDT', '7.5')
  await world.settle()
  const [waiting] = (await ann.get('transactions/unattributed/')).body.results
  await ann.post(`transactions/unattributed/${waiting?.id}/accept/`)
  // Once because they were touched, and once in the pass over all addresses.
  expect(await checkAddresses(context)).toBe(4)
  expect(await checkAddresses(context)).toBe(0)
  expect(await readDifferences(context.db)).toEqual([])
  const custody = await readCustody(context.db, RATE)
  expect(custody).toMatchObject({
    coins: [
      { coin: 'TRX', chain: 40_000_000n, ledger: 40_000_000n, unattributed: 0n },
      { coin: 'USDT', chain: 7_500_000n, ledger: 7_500_000n, unattributed: 7_500_000n },
    ],
    // $9.80 in the wallet, and 7.5 USDT not credited to anyone yet.
    owedMicros: 17_300_000n,
    valueMicros: 17_500_000n,
    solvent: true,
    differing: 0,
  })
  // The console's overview counts the same.
  expect(await overview()).toMatchObject({
    owed: '17.30',
    custody_value_usd: '17.50',
    solvent: true,
  })
  expect(await readCustody(context.db, null)).toMatchObject({ valueMicros: null, solvent: null })
  expect(await readCustody(context.db, rateE8(1_000_000n))).toMatchObject({ solvent: false })
})

test('doesn’t count missing coins as custody, and values USDT at its price', async () => {
  const { db } = world.edge
  const before = await readCustody(db, RATE)
  await db
    .updateTable('address_checks')
    .set({ chain_trx: 0n, state: 'differs' })
    .where('ledger_trx', '=', 40_000_000n)
    .execute()
  const lacking = await readCustody(db, RATE)
  expect(lacking).toMatchObject({ valueMicros: 7_500_000n, solvent: false, differing: 1 })
  expect(lacking.owedMicros).toBe(before.owedMicros)
  expect(await overview()).toMatchObject({ custody_value_usd: '7.50', solvent: false })
  await db
    .updateTable('address_checks')
    .set({ chain_trx: 40_000_000n, state: 'agrees' })
    .where('ledger_trx', '=', 40_000_000n)
    .execute()
  await db.updateTable('usdt_prices').set({ price_e8: 90_000_000n }).execute()
  expect(await readCustody(db, RATE)).toMatchObject({ valueMicros: 16_750_000n, solvent: false })
  expect(await overview()).toMatchObject({ custody_value_usd: '16.75', solvent: false })
  await db.updateTable('usdt_prices').set({ price_e8: 100_000_000n }).execute()
})

test('holds a balance until the watcher has passed its block', async () => {
  const { context } = world.edge
  const cid = await world.member('custodycid')
  await world.pay(cid.address, 'USDT', '3')
  await world.mine(19)
  expect(await checkAddresses(context, atOnce)).toBe(0)
  expect(await readDifferences(context.db)).toEqual([])
  // The watcher passes the block while the balance waits.
  const checking = checkAddresses(context)
  await world.watch()
  expect(await checking).toBe(1)
  expect(await readDifferences(context.db)).toEqual([])
})

test('shows a difference to operators at once, until it’s gone', async () => {
  const { context } = world.edge
  const dan = await world.member('custodydan')
  await world.pay(dan.address, 'USDT', '3')
  await world.mine(19)
  // A watcher that passes the block without seeing the payment, as with a lying node.
  const { rows } = await sql<{ final_number: bigint }>`
    update chain_cursors set final_number = final_number + 1000
    returning final_number`.execute(context.db)
  expect(rows).toHaveLength(1)
  // The earlier payment has been booked meanwhile, and is checked too.
  expect(await checkAddresses(context, atOnce)).toBe(2)
  expect(await readDifferences(context.db)).toMatchObject([
    { address: dan.address, chain_usdt: 3_000_000n, ledger_usdt: 0n },
  ])
  const staff = await addStaff(world, 'support1', 'support')
  const report = async () =>
    (await world.edge.call('GET', '/api/operator/custody/', { headers: staff.headers ?? {} })).body
  expect(await report()).toMatchObject({
    coins: [{ asset: 'TRX' }, { asset: 'USDT', on_chain: '13.5', in_ledger: '10.5' }],
    solvent: true,
    pauses: [],
    differences: [{ address: dan.address, usdt: { on_chain: '3', in_ledger: '0' } }],
    reconciliation: { addresses: 4, differing: 1, queued: 0, unanswered: 0 },
    rate: { rate: '0.25', sources: ['fixed'] },
    nodes: [{ usable: true, trouble: null }],
  })
  await sql`update chain_cursors set final_number = final_number - 1000`.execute(context.db)
  await world.watch()
  await checkAddresses(context)
  expect(await readDifferences(context.db)).toEqual([])
  expect((await report()).differences).toEqual([])
})

test('books a wallet’s opening balance once, as the house’s', async () => {
  const { context } = world.edge
  const wallet = addressOfKey(newPrivateKey())
  await world.pay(wallet, 'TRX', '250')
  await world.pay(wallet, 'USDT', '20')
  await world.settle()
  await expect(bookOpening(context, wallet, act)).rejects.toThrow(/No company wallet/)
  await context.db.insertInto('own_wallets').values({ address: wallet, role: 'payout' }).execute()
  await checkAddresses(context)
  const before = await readCustody(context.db, RATE)
  expect(before.differing).toBe(1)
  expect(await bookOpening(context, wallet, act)).toEqual([
    { coin: 'TRX', amount: 250_000_000n },
    { coin: 'USDT', amount: 20_000_000n },
  ])
  await expect(bookOpening(context, wallet, act)).rejects.toThrow(/nothing left to book/)
  await checkAddresses(context)
  const after = await readCustody(context.db, RATE)
  expect(after.differing).toBe(0)
  const gained = after.coins.map(({ ledger }, at) => ledger - (before.coins[at]?.ledger ?? 0n))
  expect([gained, after.owedMicros]).toEqual([[250_000_000n, 20_000_000n], before.owedMicros])
  await expect(bookOpening(context, wallet, act)).rejects.toThrow(/agrees/)
})

test('books no coin of an opening balance if the other one is refused', async () => {
  const { context } = world.edge
  const wallet = addressOfKey(newPrivateKey())
  await context.db.insertInto('own_wallets').values({ address: wallet, role: 'payout' }).execute()
  await world.pay(wallet, 'TRX', '30')
  await world.settle()
  await checkAddresses(context)
  await sql`update address_checks set state = 'differs', chain_trx = ledger_trx + 1,
    chain_usdt = ledger_usdt - 1 where address = ${wallet}`.execute(context.db)
  await expect(bookOpening(context, wallet, act)).rejects.toThrow(/holds less USDT/)
  const opened = await context.db
    .selectFrom('treasury_receipts')
    .select('amount')
    .where('txid', '=', `opening:${wallet}`)
    .execute()
  expect(opened).toEqual([])
})
