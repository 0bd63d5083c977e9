import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { addStaff, type Stage } from '../support/call-stage.ts'
import { fundMember } from '../support/members.ts'
import {
  requestDepositFor,
  openMoneyWorld,
  type MoneyMember,
  type MoneyWorld,
} from '../support/money-world.ts'
import { isLong } from '../../support/scale.ts'

// Members get an email about each change of their money.

let world: MoneyWorld
let finance: Stage['operators']['admin']
beforeAll(async () => {
  world = await openMoneyWorld()
  finance = await addStaff(world, 'finance', 'finance')
})
afterAll(() => world.close())

async function emailsTo({ username }: MoneyMember): Promise<{ subject: string; text: string }[]> {
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, text from emails
    where recipient = ${`${username}@example.org`} and kind = 'money' order by no`.execute(
    world.edge.db,
  )
  return rows
}

const subjects = async (member: MoneyMember) =>
  (await emailsTo(member)).map(({ subject }) => subject)

test('emails about a payment with the wrong amount and one without a request', async () => {
  const member = await world.member('waiter')
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  await requestDepositFor(member, 'USDT', figures)
  const missed = await world.pay(member.address, 'USDT', '7')
  await world.settle()
  await world.pay(member.address, 'TRX', '40')
  await world.pay(member.address, 'USDT', '0.005')
  await world.settle()
  const told = await emailsTo(member)
  const waits = 'A payment is waiting for you to accept it'
  expect(told.map(({ subject }) => subject)).toEqual([waits, waits])
  expect(told[0]?.text).toContain(`Received: 7.00 USDT`)
  expect(told[0]?.text).toContain(missed)
  expect(told[0]?.text).toContain('isn’t the one you requested')
  expect(told[1]?.text).toContain('It matched no open deposit request')
  expect(told[1]?.text).toContain('Received: 40 TRX\n')
  const { body } = await member.get('transactions/unattributed/')
  await member.post(`transactions/unattributed/${body.results[0]?.id}/accept/`)
  expect((await subjects(member)).at(-1)).toBe('Your deposit has been credited')
  expect((await emailsTo(member)).at(-1)?.text).toMatch(/Open your deposits:\nhttp\S+\/account\n/)
})

test.runIf(isLong)(
  'records a flood of small payments, and sends at most twenty emails',
  async () => {
    const member = await world.member('flooded')
    const transfers = Array.from({ length: 30 }, () => ({ address: member.address, amount: '0.5' }))
    await world.switch('batch', { transfers })
    await world.settle()
    const { body } = await member.get('transactions/unattributed/?page_size=100')
    expect(body.count).toBe(30)
    expect((await subjects(member)).length).toBeLessThanOrEqual(20)
  },
)

async function withdraw(name: string, amount: number): Promise<[MoneyMember, string]> {
  const member = await world.member(name)
  await fundMember(world.edge, member.no, 50)
  const wallet = addressOfKey(newPrivateKey())
  await world.edge.db
    .updateTable('identities')
    .set({ wallet_address: wallet })
    .where('member_no', '=', member.no)
    .execute()
  const { body } = await member.post('rewards/withdrawals/', { amount, payment_method: 'trx' })
  return [member, body.id]
}

const decide = (id: string, how: 'approve' | 'reject', body: object = {}) =>
  world.edge.call('POST', `/api/operator/withdrawals/${id}/${how}/`, {
    headers: finance.headers ?? {},
    body,
  })

test.runIf(isLong)(
  'emails about ten requests and cancellations an hour, and each approval',
  async () => {
    const [member, first] = await withdraw('requester', 20)
    await member.post(`rewards/withdrawals/${first}/cancel/`)
    for (let no = 2; no <= 12; no++) {
      const { body } = await member.post('rewards/withdrawals/', {
        amount: 20,
        payment_method: 'trx',
      })
      await member.post(`rewards/withdrawals/${body.id}/cancel/`)
    }
    const { body } = await member.post('rewards/withdrawals/', {
      amount: 20,
      payment_method: 'trx',
    })
    expect((await decide(body.id, 'approve')).status).toBe(200)
    const told = Map.groupBy(await subjects(member), (subject) => subject)
    expect([...told.values()].map(({ length }) => length)).toEqual([10, 10, 1])
  },
)

test('emails about each step of a withdrawal', async () => {
  const payouts = await world.openPayouts()
  await payouts.round()
  await world.settle()
  const [member, id] = await withdraw('payee', 10)
  expect((await decide(id, 'approve')).status).toBe(200)
  await payouts.round()
  await world.settle()
  await payouts.round()
  const told = await emailsTo(member)
  expect(told.map(({ subject }) => subject)).toEqual([
    'Withdrawal requested',
    'Your withdrawal is approved',
    'Your withdrawal is on its way',
    'Your withdrawal has been paid',
  ])
  for (const { text } of told) {
    expect(text).toContain('Amount: $10.00\nFee: $0.50\nPaid out: $9.50 in TRX')
    expect(text).toMatch(/Open your withdrawals:\nhttp\S+\/account\?history=withdrawals\n/)
  }
  expect(told[3]?.text).toMatch(/Transaction: [0-9a-f]{64}/)
})

test.runIf(isLong)(
  'emails about rejections and cancellations, not about a first approval',
  async () => {
    const [rejected, first] = await withdraw('rejectee', 20)
    expect((await decide(first, 'reject', { reason: 'No such wallet' })).status).toBe(200)
    expect(await subjects(rejected)).toEqual([
      'Withdrawal requested',
      'Your withdrawal was rejected',
    ])
    const [cancelled, second] = await withdraw('canceller', 20)
    await cancelled.post(`rewards/withdrawals/${second}/cancel/`)
    expect(await subjects(cancelled)).toEqual([
      'Withdrawal requested',
      'Your withdrawal was canceled',
    ])
    const [large, third] = await withdraw('large', 50)
    world.edge.config.approvalLimitMicros = 10_000_000n
    expect((await decide(third, 'approve')).body.stage).toBe('pending')
    expect(await subjects(large)).toEqual(['Withdrawal requested'])
  },
)
