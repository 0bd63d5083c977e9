import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRound } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { requestDepositFor, SOLID_AFTER, type MoneyMember } from '../../api/support/money-world.ts'
import { openForkedWorld, type ForkedWorld } from './forked-world.ts'
import { expectAgreement } from '../../support/agreement.ts'

// Two of three nodes lie in the same way about final blocks, and then recover.

let forked: ForkedWorld
let honest: MoneyMember
let liar: MoneyMember
beforeAll(async () => {
  forked = await openForkedWorld()
  honest = await forked.world.member('honest')
  liar = await forked.world.member('liar')
})
afterAll(() => forked.close())

const request = async (member: MoneyMember) => {
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  await requestDepositFor(member, 'USDT', figures)
}

const withdraw = (member: MoneyMember) =>
  member.post('rewards/withdrawals/', { amount: 5, payment_method: 'trx' })

test('books nothing until an operator says where the chain is right', async () => {
  const { world } = forked
  const { db, context } = world.edge
  const early = await forked.cursor()
  await request(honest)
  await world.pay(honest.address, 'USDT', '10.2')
  await world.settle()
  await forked.fork()
  await request(liar)
  await world.pay(liar.address, 'USDT', '10.2')
  await world.mine(SOLID_AFTER)
  await forked.watcher(forked.nodesAt('lie', 'lie', 'truth')).round()
  expect(await liar.balance()).toBe('10.00')

  const watcher = forked.watcher(forked.nodesAt('truth', 'truth', 'truth'))
  await request(honest)
  await forked.order('faucet', { address: honest.address, asset: 'USDT', amount: '10.2' })
  await forked.mineTruth(0)
  await expect(watcher.round()).rejects.toThrow('most nodes replaced a final block')
  const pauses = db.selectFrom('payout_pauses').select('reason')
  expect(await pauses.execute()).toEqual([{ reason: 'history_lost' }])
  expect(await honest.balance()).toBe('10.00')

  // As in the runbook, from a block that was read before.
  await forked.readAgainFrom(early)
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
  await expectAgreement({ db, pool: context.pool })
})
