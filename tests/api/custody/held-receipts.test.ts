import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditIncoming } from '../../../src/server/deposit/incoming/credit-transfers.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// Anyone can let a contract send many small amounts to a wallet of the company. Each is booked only
// if the wallet holds it, and this must not use up the requests that members' deposits need.

let world: MoneyWorld
beforeAll(async () => void (world = await openMoneyWorld()))
afterAll(() => world.close())

test('asks once for a wallet’s balance, however many receipts wait for it', async () => {
  const { db, context } = world.edge
  const wallet = addressOfKey(newPrivateKey())
  await world.pay(wallet, 'TRX', '100')
  await world.settle()
  await db.insertInto('own_wallets').values({ address: wallet, role: 'cold' }).execute()
  const place = { network: 'test', asset: 1, block_number: 7n, block_at: new Date() }
  const sent = { from_address: 'TContract', to_address: wallet, attributable: false }
  const rows = [40, 30, 20, 40, 10].map((trx, index) => {
    const amount = BigInt(trx) * 1_000_000n
    return { ...place, ...sent, txid: 'ab'.repeat(32), log_index: index, amount }
  })
  await db.insertInto('incoming_transfers').values(rows).execute()
  let asked = 0
  const nodes = world.nodes()
  const tron: typeof nodes = {
    ...nodes,
    holdings(...question) {
      asked += 1
      return nodes.holdings(...question)
    },
  }
  const settled = await creditIncoming({ ...context, tron }, new AbortController().signal)
  // The wallet holds 100 TRX, and not 40 more.
  const waiting = await db.selectFrom('incoming_transfers').select('log_index').execute()
  expect([settled, waiting, asked]).toEqual([4, [{ log_index: 3 }], 1])
})
