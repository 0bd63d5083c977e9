import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseRate } from '../../../src/server/payout/outside/outside-payment.ts'
import type { MoneyMember } from '../support/money-world.ts'
import { giveUp, storeAttempt } from '../support/payouts.ts'
import { openFinance, type Finance } from './open-finance.ts'

// When an operator can record a payout that was made outside of the product.

let world: Finance['world']
let headers: Finance['headers']
let operate: Finance['operate']
let approved: Finance['approved']
beforeAll(async () => {
  ;({ world, headers, operate, approved } = await openFinance())
})
afterAll(() => world.close())

const shown = (id: string) =>
  world.edge.call('GET', `/api/operator/withdrawals/${id}/`, { headers })

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

const holdMember = ({ no }: MoneyMember, until: Date) =>
  world.edge.db
    .updateTable('identities')
    .set({ hold_until: until })
    .where('member_no', '=', no)
    .execute()

test('says when a payout of a withdrawal on hold can be recorded', async () => {
  const [own, later] = [inHours(24), inHours(48)]
  const { member, wallet, id } = await approved('held', own)
  await holdMember(member, later)
  expect((await shown(id)).body).toMatchObject({
    flags: ['new_address', 'first_withdrawal', 'on_hold'],
    hold_until: later.toISOString(),
    recordable_at: own.toISOString(),
  })
  const txid = await world.pay(wallet, 'TRX', '38')
  await world.mine(1)
  const { code } = await operate(id, 'sent', { transaction_hash: txid })
  expect(code).toBe('on_hold')
})

test('records a payout once the withdrawal’s own hold is over', async () => {
  const { member, wallet, id } = await approved('over', inHours(-1))
  const later = inHours(24)
  await holdMember(member, later)
  expect((await shown(id)).body).toMatchObject({
    flags: ['new_address', 'first_withdrawal', 'on_hold'],
    hold_until: later.toISOString(),
    recordable_at: null,
  })
  const txid = await world.pay(wallet, 'TRX', '38')
  await world.mine(1)
  const sent = await operate(id, 'sent', { transaction_hash: txid })
  expect(sent.body).toMatchObject({ stage: 'sent' })
})

test('records no payout of another withdrawal, although we gave up on it', async () => {
  const { member, wallet, id } = await approved('first')
  const body = { amount: 10, payment_method: 'trx' }
  const { id: second } = (await member.post('rewards/withdrawals/', body)).body
  await operate(second, 'approve')
  const txid = await world.pay(wallet, 'TRX', '38')
  const made = { withdrawal: Number(id), attempt: 1, from: wallet, to: wallet, txid }
  await storeAttempt(world, made)
  await giveUp(world, txid)
  await world.settle()
  const refused = await operate(second, 'sent', { transaction_hash: txid })
  expect([refused.status, refused.problem.text?.code]).toEqual([409, 'payment_is_payout'])
})

test('says whether the rate after a payment’s block is about to arrive', async () => {
  const { db } = world.edge
  const { wallet, id } = await approved('early')
  await world.stopRates()
  await db.deleteFrom('rate_history').execute()
  const txid = await world.pay(wallet, 'TRX', '38')
  await world.mine(1)
  const { status, problem } = await operate(id, 'sent', { transaction_hash: txid })
  expect([status, problem.code, problem.detail]).toEqual([
    503,
    'rate_unavailable',
    'The TRX rate after this payment’s block arrives within about 36 seconds. Try again then.',
  ])
  const textFor = async (age: number) => (await refuseRate(db, new Date(Date.now() - age))).text
  expect(await textFor(36_000)).toEqual({ code: 'rate_after_block', params: {} })
  expect(await textFor(60_000)).toEqual({ code: 'no_rate_after_block', params: {} })
})
