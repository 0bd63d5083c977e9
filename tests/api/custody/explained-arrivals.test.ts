import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWallet } from '../../../src/server/custody/own-wallets.ts'
import { explainTransfer } from '../../../src/server/payout/unexplained/explain-transfer.ts'
import type { Address } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { until } from '../../support/poll.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// A transfer between our wallets is explained while its receiver may still book it.

const act = { operator: 'ann', why: 'a test' }
let world: MoneyWorld
let treasury: Address
beforeAll(async () => {
  world = await openMoneyWorld()
  treasury = world.devnet.info.treasury
  await addWallet(world.edge.db, { address: treasury, role: 'cold' }, act)
})
afterAll(() => world.close())

/** A transfer between two of our wallets. */
async function openTransfer() {
  const { context, db } = world.edge
  const to = addressOfKey(newPrivateKey())
  await addWallet(db, { address: to, role: 'cold' }, act)
  const txid = await world.pay(to, 'TRX', '7')
  await world.settle()
  const place = { asset: 1, log_index: 0, from_address: treasury, to_address: to }
  const seen = { amount: 7_000_000n, block_number: 1n, block_at: new Date(), attributable: true }
  const chain = await context.tron.chainName()
  if (!chain.ok) throw new Error('no chain')
  return {
    text: `7 TRX to ${to}`,
    to,
    explain: () => explainTransfer(context, { txid, ...act }),
    /** As the scan recorded it, before a round has booked it or held it back. */
    incoming: { network: chain.value, txid, ...place, ...seen },
    moves: () => db.selectFrom('outside_moves').select('to_own').where('txid', '=', txid).execute(),
  }
}

test('explains a transfer only once its receiver has booked it, or won’t', async () => {
  const { db } = world.edge
  const { explain, incoming, text, moves } = await openTransfer()
  await db.insertInto('incoming_transfers').values(incoming).execute()
  await expect(explain()).rejects.toThrow(/don't know yet whether/)
  expect(await moves()).toEqual([])
  await db.deleteFrom('incoming_transfers').execute()
  expect(await explain()).toContain(`${text}, which is ours`)
  expect(await moves()).toEqual([{ to_own: true }])
})

test('decides what a transfer did in the transaction that books it', async () => {
  const { db } = world.edge
  const { explain, incoming, moves, to } = await openTransfer()
  const said: string[] = []
  const explaining = await db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('own_wallets')
      .select('role')
      .where('address', '=', to)
      .forUpdate()
      .execute()
    const ends = explain().then(
      (booked) => said.push(String(booked)),
      (error: unknown) => said.push(String(error)),
    )
    await until('the explanation to wait or end', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length > 0 || said.length > 0
    })
    const { network, txid, asset, log_index, to_address, amount, block_number } = incoming
    const receipt = { network, txid, asset, log_index, to_address, amount, block_number }
    await tx.insertInto('treasury_receipts').values(receipt).execute()
    return [ends]
  })
  await Promise.all(explaining)
  expect(said.join()).toMatch(/just booked/)
  expect(await moves()).toEqual([])
  expect(await explain()).toContainEqual(expect.stringMatching(/where it was booked on arrival$/))
})
