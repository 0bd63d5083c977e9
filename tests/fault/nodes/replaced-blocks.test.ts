import { cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet, type Devnet } from '../../../src/devnet/devnet.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { checkRound } from '../../../src/server/custody/check-addresses.ts'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import {
  openMoneyWorld,
  requestDepositFor,
  SOLID_AFTER,
  type MoneyMember,
  type MoneyWorld,
} from '../../api/support/money-world.ts'
import { scratchDirectory } from '../../support/run-directory.ts'

// Two of three nodes lie in the same way about final blocks, and then recover.

let world: MoneyWorld
let truth: Devnet
let honest: MoneyMember
let liar: MoneyMember
beforeAll(async () => {
  world = await openMoneyWorld({}, 5_000)
  honest = await world.member('honest')
  liar = await world.member('liar')
})
afterAll(async () => {
  await truth.stop()
  await world.close()
})

const order = (name: string, body: object) =>
  fetch(`${truth.url}/devnet/${name}`, { method: 'POST', body: JSON.stringify(body) })

/** A watcher whose nodes are these, in the same way as after a restart. */
function watchAt(...urls: string[]) {
  const { usdtContract, balanceReader: reader } = world.devnet.info
  const limits = { ratePerSecond: 10_000, pauseMs: 50, timeoutMs: 5_000 }
  const holdings = { reader, batch: 200, perSecond: 10_000 }
  const nodes = urls.map((url) => ({ url, ...limits }))
  const tron = openTronNodes({ nodes, usdtContract, holdings, headLastsMs: 0 })
  Object.assign(world.edge.context, { tron })
  return openWatcher(world.edge.context)
}

const request = async (member: MoneyMember) => {
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  await requestDepositFor(member, 'USDT', figures)
}

const withdraw = (member: MoneyMember) =>
  member.post('rewards/withdrawals/', { amount: 5, payment_method: 'trx' })

const cursor = () => world.edge.db.selectFrom('chain_cursors').selectAll().executeTakeFirstOrThrow()
const differences = async () =>
  (await checkBook(world.edge.db, world.edge.context.pool)).differences.described

test('books nothing until an operator says where the chain is right', async () => {
  const { db, context } = world.edge
  const early = await cursor()
  await request(honest)
  await world.pay(honest.address, 'USDT', '10.2')
  await world.settle()
  const copy = await mkdtemp(join(await scratchDirectory(), 'truth-'))
  await cp(world.chainDir, copy, { recursive: true })
  truth = await startDevnet({ port: 0, host: '127.0.0.1', dataDir: copy, blockMs: 0 })
  await order('mine', { blocks: SOLID_AFTER + 5 })
  await request(liar)
  await world.pay(liar.address, 'USDT', '10.2')
  await world.mine(SOLID_AFTER)
  const lie = world.devnet.url
  await watchAt(`${lie}/at/a`, `${lie}/at/b`, truth.url).round()
  expect(await liar.balance()).toBe('10.00')

  const watcher = watchAt(`${truth.url}/at/a`, `${truth.url}/at/b`, truth.url)
  await request(honest)
  await order('faucet', { address: honest.address, asset: 'USDT', amount: '10.2' })
  await order('mine', { blocks: SOLID_AFTER })
  await expect(watcher.round()).rejects.toThrow('most nodes replaced a final block')
  expect(await honest.balance()).toBe('10.00')

  // As in the runbook, from a block that was read before.
  const { final_number: number, final_id: id, final_at: at } = early
  await sql`update chain_cursors set final_number = ${number}, final_id = ${id},
    final_at = ${at}`.execute(db)
  await watcher.round()
  expect([await honest.balance(), await liar.balance()]).toEqual(['20.00', '10.00'])
  await checkRound(context, { cursorWaitMs: 0 })
  const { rows } = await sql`select address from address_checks where state = 'differs'`.execute(db)
  expect(rows).toEqual([{ address: liar.address }])
  await db
    .updateTable('identities')
    .set({ wallet_address: addressOfKey(newPrivateKey()) })
    .execute()
  expect((await withdraw(liar)).code).toBe('deposits_under_review')
  expect((await withdraw(honest)).status).toBe(201)
  expect(await differences()).toEqual([])
})
