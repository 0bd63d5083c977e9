import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditIncoming } from '../../../src/server/deposit/incoming/credit-transfers.ts'
import { addWallet } from '../../../src/server/custody/own-wallets.ts'
import { retireWallet } from '../../../src/server/custody/retire-wallet.ts'
import { until } from '../../support/poll.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// A member's payment came from a wallet that turned out not to be ours.

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

/** How many connections wait for a lock that another one holds. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.edge.db)
  return rows.length
}

const act = { operator: 'ann', why: 'a test' }

/** A member, whom a wallet of ours pays. */
async function openPayment(username: string, txid: string) {
  const { db } = world.edge
  const { treasury } = world.devnet.info
  const member = await world.member(username)
  await addWallet(db, { address: treasury, role: 'cold' }, act)
  await db
    .insertInto('incoming_transfers')
    .values({
      network: 'test',
      txid,
      asset: 1,
      log_index: 0,
      from_address: treasury,
      to_address: member.address,
      amount: 40_800_000n,
      block_number: 1n,
      block_at: new Date(),
      attributable: true,
    })
    .execute()
  return { member, treasury }
}

const round = () => creditIncoming(world.edge.context, new AbortController().signal)

test('books a payment that a round held back while its sender was retired', async () => {
  const { context, db } = world.edge
  const { member, treasury } = await openPayment('between', 'cd'.repeat(32))
  const works: Promise<unknown>[] = []
  // The round has seen that the sender is ours, and waits here before it ends.
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('incoming_transfers').select('txid').forUpdate().execute()
    works.push(round())
    await until('the round to wait', async () => (await countWaiting()) === 1)
    let isRetired = false
    const retiring = retireWallet(context, treasury, { ...act, mistaken: true })
    works.push(retiring.then(() => (isRetired = true)))
    const isOver = async () => isRetired || (await countWaiting()) === 2
    await until('the wallet to be retired, or to wait', isOver)
  })
  await Promise.all(works)
  await round()
  const { results } = (await member.get('transactions/unattributed/')).body
  expect(results).toMatchObject([{ cryptocurrency: 'TRX', crypto_amount: '40.80000' }])
})

test('books a payment whose sender was retired before a round held it back', async () => {
  const { db } = world.edge
  const { member, treasury } = await openPayment('before', 'ef'.repeat(32))
  let works: Promise<unknown> | undefined
  // The round has seen that the sender is ours, and waits for its retirement.
  await db.transaction().execute(async (tx) => {
    const retired = { address: treasury, role: 'cold' as const, added_at: new Date() }
    await tx
      .insertInto('retired_wallets')
      .values({ ...retired, retired_by: act.operator, reason: act.why })
      .execute()
    await tx.deleteFrom('own_wallets').where('address', '=', treasury).execute()
    works = round()
    await until('the round to wait', async () => (await countWaiting()) === 1)
  })
  await works
  await round()
  const { results } = (await member.get('transactions/unattributed/')).body
  expect(results).toMatchObject([{ cryptocurrency: 'TRX', crypto_amount: '40.80000' }])
})
