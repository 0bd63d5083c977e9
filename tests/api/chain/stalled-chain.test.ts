import { afterAll, beforeAll, expect, test } from 'vitest'
import { matching } from '../../support/matching.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { liftPause, raisePause } from '../../../src/server/pauses/pauses.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { fundMember } from '../support/members.ts'
import {
  requestDepositFor,
  openMoneyWorld,
  SOLID_AFTER,
  verify,
  type MoneyWorld,
} from '../support/money-world.ts'
import { readPauses } from '../support/payouts.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

/** The same node, which considers every final head older than three minutes. */
function stalled() {
  const { url, info } = world.devnet
  const nodes = [{ url, ratePerSecond: 10_000 }]
  return openTronNodes({ nodes, usdtContract: info.usdtContract, maxFinalAgeMs: -180_000 })
}

test('credits and pays nothing while the final head is stuck, then everything', async () => {
  const { context, db, book } = world.edge
  const payouts = await world.openPayouts()
  await payouts.round()
  await world.settle()
  const member = await world.member('waiting')
  await fundMember(world.edge, member.no, 20)
  await db
    .updateTable('identities')
    .set({ wallet_address: addressOfKey(newPrivateKey()) })
    .where('member_no', '=', member.no)
    .execute()
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  await approveWithdrawal(book, Number(asked.body.id))
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  const request = (await requestDepositFor(member, 'USDT', figures)).body.request_id
  const txid = await world.pay(member.address, 'USDT', '10.2')
  await world.mine(SOLID_AFTER)

  context.tron = stalled()
  world.restartWatcher()
  await expect(world.watch()).rejects.toThrow(/stale/)
  const early = await verify(member, request, txid)
  expect([early.status, early.problem.code]).toEqual([503, 'chain_unavailable'])
  await (await world.openPayouts()).round()
  expect(await readPauses(world)).toEqual([
    { reason: 'chain', detail: matching(/^The final head cannot be trusted: /) },
  ])
  expect(await member.balance()).toBe('10.00')
  const stage = async () => (await member.get('rewards/withdrawals/')).body.results[0]?.stage
  expect(await stage()).toBe('approved')

  context.tron = world.nodes()
  expect((await verify(member, request, txid)).status).toBe(200)
  expect(await member.balance()).toBe('20.00')
  await (await world.openPayouts()).round()
  expect([await stage(), await readPauses(world)]).toEqual(['sent', []])
})

test('shows the present state of an ongoing pause, and when it began', async () => {
  const { context, db } = world.edge
  const read = () => db.selectFrom('payout_pauses').selectAll().executeTakeFirstOrThrow()
  await raisePause(context, 'behind', 'The scan is at block 1.')
  const begun = await read()
  await raisePause(context, 'behind', 'The scan is at block 2.')
  expect(await read()).toEqual({ ...begun, detail: 'The scan is at block 2.' })
  await liftPause(context, 'behind')
})
