import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import {
  requestDepositFor,
  openMoneyWorld,
  type MoneyMember,
  type MoneyWorld,
} from '../support/money-world.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const waitingOf = async (member: MoneyMember) =>
  (await member.get('transactions/unattributed/')).body.results
const TEN_IN_USDT = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }

test('holds a payment without a request, and accepts it once', async () => {
  const [member, other] = [await world.member('waiter'), await world.member('stranger')]
  const txid = await world.pay(member.address, 'TRX', '40')
  await world.settle()
  const waiting = itemAt(await waitingOf(member), 0)
  expect(waiting).toMatchObject({
    cryptocurrency: 'TRX',
    crypto_amount: '40.00000',
    rate: '0.25',
    amount: '9.80',
    fee_amount: '0.20',
    transaction_hash: txid,
    status: 'waiting',
    reason: 'No deposit request was open when this arrived.',
  })
  const acceptsItselfAt = Date.parse(waiting.accepts_itself_at ?? '')
  expect(acceptsItselfAt - Date.parse(waiting.received_at)).toBe(86_400_000)
  expect(await member.balance()).toBe('0.00')

  const path = `transactions/unattributed/${waiting.id}/accept/` as const
  const stolen = await other.post(path)
  expect([stolen.status, stolen.problem.code]).toEqual([404, 'not_found'])
  const key = { 'idempotency-key': 'accept-1' }
  const accepted = await member.post(path, {}, key)
  expect([accepted.status, accepted.body]).toEqual([
    200,
    expect.objectContaining({ status: 'accepted', amount: '9.80', accepts_itself_at: null }),
  ])
  expect((await member.post(path, {}, key)).body).toEqual(accepted.body)
  const again = await member.post(path)
  expect([again.status, again.problem.code]).toEqual([409, 'already_used'])
  const late = await other.post(path)
  expect([late.status, late.problem.code]).toEqual([404, 'not_found'])
  expect(await member.balance()).toBe('9.80')
})

test('neither matches TRX from a contract with a request nor loses it', async () => {
  const member = await world.member('internal')
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '40.8' }
  const { body } = await requestDepositFor(member, 'TRX', figures)
  await world.switch('internal', { transfers: [{ address: member.address, amount: '40.8' }] })
  await world.settle()
  const shown = await member.get(`rewards/deposits/by-request/${body.request_id}/`)
  expect(shown.body.stage).toBe('awaiting_payment')
  expect(await waitingOf(member)).toMatchObject([{ crypto_amount: '40.80000', status: 'waiting' }])
})

test('credits each transfer of a transaction to its own member', async () => {
  const [ann, ben] = [await world.member('batchann'), await world.member('batchben')]
  const [forAnn] = [await requestDepositFor(ann, 'USDT', TEN_IN_USDT)]
  await world.switch('batch', {
    transfers: [
      { address: ann.address, amount: '10.2' },
      { address: ben.address, amount: '5' },
      { address: ann.address, amount: '10.2' },
    ],
  })
  await world.settle()
  expect(await ann.balance()).toBe('10.00')
  const shown = await ann.get(`rewards/deposits/by-request/${forAnn.body.request_id}/`)
  expect(shown.body.stage).toBe('credited')
  expect(await waitingOf(ann)).toMatchObject([{ crypto_amount: '10.20' }])
  expect(await waitingOf(ben)).toMatchObject([{ crypto_amount: '5.00' }])
})

test('neither shows nor credits dust, spam, and fake tokens', async () => {
  const member = await world.member('dusty')
  await world.switch('dust', { address: member.address })
  await world.switch('spam', { address: member.address, amount: '1000' })
  await world.switch('fake-usdt', { address: member.address, amount: '1000' })
  await world.settle()
  expect(await waitingOf(member)).toEqual([])
  expect(await member.balance()).toBe('0.00')
})

test('accepts a payment automatically in time, unless the fee takes all of it', async () => {
  const member = await world.member('patient')
  await world.pay(member.address, 'USDT', '5')
  await world.pay(member.address, 'USDT', '0.1')
  await world.settle()
  expect(await member.balance()).toBe('0.00')
  world.restartWatcher(0)
  await world.watch()
  await world.watch()
  expect(await member.balance()).toBe('4.90')
  // Both stand in one block, where transactions have no order that a payer could choose.
  const shown = Object.groupBy(await waitingOf(member), (each) => each.crypto_amount)
  expect(shown).toMatchObject({
    '0.10': [
      {
        status: 'too_small',
        amount: null,
        accepts_itself_at: null,
        reason:
          'This is worth less than $0.11, so nothing is left to credit after the minimum fee.',
      },
    ],
    '5.00': [{ status: 'accepted', amount: '4.90' }],
  })
  const small = shown['0.10']?.[0]
  const asked = await member.post(`transactions/unattributed/${small?.id}/accept/`)
  expect([asked.status, asked.problem.code]).toEqual([409, 'too_small'])
  expect(await member.balance()).toBe('4.90')
  world.restartWatcher()
})
