import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { itemAt } from '../support/answer.ts'
import { openBehindProxy } from '../support/wire/behind-proxy.ts'
import { faultKinds } from '../../src/devnet/http/faults.ts'
import { openWatcher } from '../../src/server/deposit/chain-watcher.ts'
import {
  requestDepositFor,
  openMoneyWorld,
  SOLID_AFTER,
  type MoneyMember,
  type MoneyWorld,
} from '../api/support/money-world.ts'
import { isLong } from '../support/scale.ts'
import { expectAgreement } from '../support/agreement.ts'

let world: MoneyWorld
let names = 0
beforeAll(async () => {
  world = await openMoneyWorld({}, 1_000)
})
beforeEach(async () => {
  await world.switch('clear-faults', {})
  // The client avoids failed nodes for a while, so each case gets a new client.
  world.edge.context.tron = world.nodes()
  world.restartWatcher()
})
afterAll(() => world.close())

const USDT = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
const TRX = { original_amount: '10', fee_amount: '0.2', crypto_amount: '40.8' }

/** A member who requested ten dollars in each coin and has paid both. */
async function payer(): Promise<{ member: MoneyMember; txids: string[] }> {
  names += 1
  const member = await world.member(`payer${names}`)
  for (const [coin, figures] of [
    ['USDT', USDT],
    ['TRX', TRX],
  ] as const) {
    expect((await requestDepositFor(member, coin, figures)).status).toBe(201)
  }
  const txids = [
    await world.pay(member.address, 'USDT', '10.2'),
    await world.pay(member.address, 'TRX', '40.8'),
  ]
  return { member, txids }
}

async function creditsOf({ no }: MoneyMember): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transfers
    where member_no = ${no} and state = 'credited'`.execute(world.edge.db)
  return rows[0]?.count ?? 0
}

const ONCE = { balance: '20.00', credits: 2 }
const NEVER = { balance: '0.00', credits: 0 }

/** The result of one case: both payments credited once, or nothing at all. */
async function creditedOf(member: MoneyMember) {
  return { balance: await member.balance(), credits: await creditsOf(member) }
}

const paths = ['getblock', 'getblockbynum', 'getblockbylimitnext', 'gettransactioninfobyblocknum']
// Another node exposes a node that lies. These are the faults that a single node can cause.
const others = ['duplicate', 'timeout', 'lie']
const troubles = faultKinds.filter((kind) => !others.includes(kind))

// Each fault on each path in the long run. Otherwise every third fault on one path in turn, which
// covers each path and each way in which a client notices a fault.
const cases = troubles
  .map((kind, at) => ({ kind, asked: isLong ? paths : [paths[at % paths.length] ?? ''] }))
  .filter((_, at) => isLong || at % 3 === 0)

test.each(cases)('loses nothing when a node answers with $kind', async (each) => {
  const { kind, asked } = each
  for (const path of asked) {
    const { member } = await payer()
    await world.mine(SOLID_AFTER)
    await world.switch('fault', { kind, count: 2, path })
    await world.watch().catch(() => undefined)
    await world.switch('clear-faults', {})
    world.edge.context.tron = world.nodes()
    world.restartWatcher()
    await world.watch()
    await world.watch()
    expect(await creditedOf(member)).toEqual(ONCE)
  }
})

test('credits nothing until two nodes agree on an amount', async () => {
  const { context } = world.edge
  const { member } = await payer()
  await world.mine(SOLID_AFTER)
  context.tron = world.nodes('honest', 'liar')
  await world.switch('fault', { kind: 'lie', count: 50, path: 'gettransactioninfo', node: 'liar' })
  const lied = openWatcher(context)
  await expect(lied.round()).rejects.toThrow(/fewer than/)
  expect(await member.balance()).toBe('0.00')
  await world.switch('clear-faults', {})
  await openWatcher(context).round()
  expect(await creditedOf(member)).toEqual(ONCE)
})

test('doesn’t trust a stalled node to be at the end of the chain', async () => {
  const { context } = world.edge
  context.tron = world.nodes('live', 'stuck')
  await world.switch('stale', { node: 'stuck' })
  const { member } = await payer()
  await world.mine(SOLID_AFTER)
  const watcher = openWatcher(context)
  await watcher.round()
  expect(await member.balance()).toBe('0.00')
  await world.switch('clear-faults', {})
  await watcher.round()
  expect(await creditedOf(member)).toEqual(ONCE)
})

test.runIf(isLong)('a node that never answers', async () => {
  const { member } = await payer()
  await world.mine(SOLID_AFTER)
  await world.switch('fault', { kind: 'timeout', count: 3, path: 'getblockbylimitnext' })
  await world.watch().catch(() => undefined)
  await world.switch('clear-faults', {})
  await world.watch()
  expect(await creditedOf(member)).toEqual(ONCE)
})

test('removes all traces of a payment that a fork removes', async () => {
  const { member, txids } = await payer()
  await world.mine(5)
  await world.watch()
  const [shown] = (await member.get('rewards/deposits/')).body.results
  expect(shown).toMatchObject({ stage: 'confirming', confirmations: 5 })
  await world.switch('reorg', { blocks: 5, drop: txids })
  await world.watch()
  const [gone] = (await member.get('rewards/deposits/')).body.results
  expect(gone).toMatchObject({ stage: 'awaiting_payment', confirmations: 0 })
  await world.settle()
  expect(await creditedOf(member)).toEqual(NEVER)
})

test('credits a payment once, from the block that a fork moves it to', async () => {
  const { member } = await payer()
  await world.mine(4)
  await world.watch()
  await world.switch('reorg', { blocks: 4 })
  await world.watch()
  expect(await member.balance()).toBe('0.00')
  await world.settle()
  await world.settle()
  expect(await creditedOf(member)).toEqual(ONCE)
})

test('doesn’t credit a receipt that fails before it becomes final', async () => {
  const { member, txids } = await payer()
  await world.mine(3)
  await world.watch()
  await world.switch('reorg', { blocks: 3, fail: { [txids[0] ?? '']: 'OUT_OF_ENERGY' } })
  await world.settle()
  expect(await creditedOf(member)).toEqual({ balance: '10.00', credits: 1 })
})

test('credits nothing while the final head doesn’t move, then everything', async () => {
  const { member } = await payer()
  await world.switch('freeze', { frozen: true })
  await world.mine(40)
  await world.watch()
  expect(await member.balance()).toBe('0.00')
  await world.switch('freeze', { frozen: false })
  await world.settle()
  expect(await creditedOf(member)).toEqual(ONCE)
})

test('credits once with two watchers and members verifying at once', async () => {
  for (let round = 0; round < (isLong ? 5 : 1); round += 1) {
    const { member, txids } = await payer()
    const list = (await member.get('rewards/deposits/')).body.results
    await world.mine(SOLID_AFTER)
    const other = openWatcher(world.edge.context)
    const claims = txids.map((txid, at) => {
      const { request_id: id } = itemAt(list, 1 - at)
      const body = { transaction_hash: txid }
      return member.post(`transactions/verify_and_approve_deposit/${id}/`, body)
    })
    const answers = await Promise.all([...claims, other.round(), world.watch()])
    for (const answer of answers.slice(0, 2)) expect(answer).toMatchObject({ status: 200 })
    expect(await creditedOf(member)).toEqual(ONCE)
  }
})

test('continues after a cut at every COMMIT, before and after it', async () => {
  const { context: cut, proxy, close } = await openBehindProxy(world.edge.context)
  try {
    for (const when of ['before', 'after'] as const) {
      // The third cut hits the ledger writer. The first two hit the cursor and the view of the
      // head.
      for (const times of isLong ? [1, 2, 3] : [3]) {
        const { member } = await payer()
        await world.mine(SOLID_AFTER)
        const before = proxy.commitsCut()
        proxy.cutAtCommit(when, times)
        await openWatcher(cut)
          .round()
          .catch(() => undefined)
        await openWatcher(cut)
          .round()
          .catch(() => undefined)
        proxy.cutAtCommit(when, 0)
        expect(proxy.commitsCut()).toBeGreaterThan(before)
        world.restartWatcher()
        await world.watch()
        expect(await creditedOf(member)).toEqual(ONCE)
      }
    }
    expect(proxy.commitsCut()).toBeGreaterThanOrEqual(isLong ? 6 : 2)
  } finally {
    await close()
  }
})

test('holds TRX while there is no rate, and credits USDT', async () => {
  const { member } = await payer()
  const { db } = world.edge
  await world.stopRates()
  const kept = await db.selectFrom('rate_history').selectAll().execute()
  await sql`delete from rate_history`.execute(db)
  await world.settle()
  expect(await member.balance()).toBe('10.00')
  await db.insertInto('rate_history').values(kept).execute()
  await world.watch()
  expect(await creditedOf(member)).toEqual(ONCE)
})

test.runIf(isLong)('scans back to the first address after a late start', async () => {
  const { member } = await payer()
  await world.mine(SOLID_AFTER * 3)
  await world.edge.db.deleteFrom('chain_cursors').execute()
  world.restartWatcher()
  await world.watch()
  expect(await creditedOf(member)).toEqual(ONCE)
})

test('doesn’t follow a chain that doesn’t continue at the cursor', async () => {
  const { db } = world.edge
  const { member } = await payer()
  const [cursor] = await db.selectFrom('chain_cursors').select('final_id').execute()
  await db
    .updateTable('chain_cursors')
    .set({ final_id: '0'.repeat(64) })
    .execute()
  await world.mine(SOLID_AFTER)
  await expect(world.watch()).rejects.toThrow(/does not follow/)
  expect(await member.balance()).toBe('0.00')
  await db
    .updateTable('chain_cursors')
    .set({ final_id: cursor?.final_id ?? '' })
    .execute()
  await world.watch()
  expect(await creditedOf(member)).toEqual(ONCE)
})

test('leaves rows, rules, and log in agreement', async () => {
  const { journals } = await expectAgreement(world.edge.context)
  expect(journals).toBeGreaterThan(1)
})
