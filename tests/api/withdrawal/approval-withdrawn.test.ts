import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { PayoutWallet } from '../../../src/server/payout/payout-wallet.ts'
import { payWithdrawals } from '../../../src/server/payout/pay-withdrawals.ts'
import { disableOperator, signInStaff } from '../support/staff-edge.ts'
import type { MoneyWorld } from '../support/money-world.ts'
import { approveFor, callFor, openPayingFinance } from './open-finance.ts'
import { isLong } from '../../support/scale.ts'

// While an operator pays a withdrawal from another wallet, its approver is disabled. It is pending
// again, but its coins may be on the way.

type Headers = Record<string, string>

let world: MoneyWorld
let wallet: PayoutWallet
let payer: Headers
beforeAll(async () => {
  ;({ world, wallet, headers: payer } = await openPayingFinance())
})
afterAll(() => world.close())

const act = (id: string, what: 'claim' | 'release', headers: Headers, body = {}) =>
  world.edge.call('POST', `/api/operator/queues/withdrawals/${id}/${what}/`, { headers, body })

const pay = () => payWithdrawals(world.edge.context, wallet)

/** A withdrawal whose only approval ended after an operator had claimed and paid it. */
async function paidMeanwhile(name: string) {
  const approver = `approver-${name}`
  const { headers } = await signInStaff(world.edge, approver, 'finance')
  const withdrawal = await approveFor(world, headers, name)
  expect((await act(withdrawal.id, 'claim', payer)).status).toBe(200)
  const txid = await world.pay(withdrawal.wallet, 'TRX', '38')
  await world.mine(1)
  await disableOperator(world.edge, approver)
  return { ...withdrawal, txid }
}

test('returns nothing to a member while an operator may be paying it', async () => {
  const { member, id } = await paidMeanwhile('cancels')
  const before = await member.balance()
  const cancel = () => member.post(`rewards/withdrawals/${id}/cancel/`, {})
  const refused = await cancel()
  expect([refused.status, refused.code, refused.problem.detail]).toEqual([
    409,
    'wrong_state',
    'We may be paying this withdrawal right now, so you can’t cancel it. Try again in ten minutes.',
  ])
  expect(await member.balance()).toBe(before)
  expect((await act(id, 'release', payer)).status).toBe(200)
  expect((await cancel()).body.stage).toBe('cancelled')
})

test.runIf(isLong)('keeps the claim when its operator approves the withdrawal again', async () => {
  const { member, id, txid } = await paidMeanwhile('again')
  // The operator reviews it in the queue, which claims it and releases that.
  await act(id, 'claim', payer)
  await act(id, 'release', payer, { review: true })
  expect((await callFor(world, payer, id, 'approve')).body).toMatchObject({ stage: 'approved' })
  expect(await pay()).toBe(0)
  const sent = await callFor(world, payer, id, 'sent', { transaction_hash: txid })
  expect([sent.status, sent.body]).toMatchObject([200, { stage: 'sent' }])
  await world.settle()
  await (await world.openPayouts()).round()
  const [shown] = (await member.get('rewards/withdrawals/')).body.results
  expect(shown).toMatchObject({ stage: 'confirmed', transaction_hash: txid })
})

test('lets a member cancel what an operator only reviews', async () => {
  const { member, id } = await approveFor(world, payer, 'reviewed')
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  expect((await act(asked.body.id, 'claim', payer)).status).toBe(200)
  const cancelled = await member.post(`rewards/withdrawals/${asked.body.id}/cancel/`, {})
  expect(cancelled.body.stage).toBe('cancelled')
  expect((await act(id, 'claim', payer)).status).toBe(200)
})

test('lets another operator approve it again, but not reject it', async () => {
  const { config } = world.edge
  const limit = config.approvalLimitMicros
  config.approvalLimitMicros = 5_000_000n
  onTestFinished(() => void (config.approvalLimitMicros = limit))
  const ann = await signInStaff(world.edge, 'ann', 'finance')
  const bob = (await signInStaff(world.edge, 'bob', 'finance')).headers
  const { wallet: address, id } = await approveFor(world, ann.headers, 'large')
  const approve = async (headers: Headers) => (await callFor(world, headers, id, 'approve')).body
  expect(await approve(payer)).toMatchObject({ stage: 'approved' })
  expect((await act(id, 'claim', payer)).status).toBe(200)
  const txid = await world.pay(address, 'TRX', '38')
  await world.mine(1)
  await disableOperator(world.edge, 'ann')
  const rejected = await callFor(world, bob, id, 'reject', { reason: 'Unknown' })
  expect([rejected.status, rejected.code]).toEqual([409, 'claimed_by_another'])
  expect(await approve(bob)).toMatchObject({
    stage: 'approved',
    claim: { operator: 'fiona', to_pay: true },
  })
  expect(await pay()).toBe(0)
  const sent = await callFor(world, payer, id, 'sent', { transaction_hash: txid })
  expect([sent.status, sent.body]).toMatchObject([200, { stage: 'sent' }])
})
