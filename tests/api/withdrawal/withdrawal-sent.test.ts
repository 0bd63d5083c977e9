import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { behind, removalOf } from '../support/behind.ts'
import { signInStaff } from '../support/staff-edge.ts'
import { fundMember } from '../support/members.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../support/money-world.ts'

let world: MoneyWorld
let headers: Record<string, string>
beforeAll(async () => {
  world = await openMoneyWorld({ PROCESS: 'web' })
  headers = (await signInStaff(world.edge, 'fiona', 'finance')).headers
})
afterAll(() => world.close())

const operate = (id: string, action: string, body: object = {}) =>
  world.edge.call('POST', `/api/operator/withdrawals/${id}/${action}/`, { headers, body })

/** An approved withdrawal of ten dollars: 38 TRX after the fee. */
async function approved(name: string) {
  const member: MoneyMember = await world.member(name)
  await fundMember(world.edge, member.no, 20)
  const wallet = addressOfKey(newPrivateKey())
  await world.edge.db
    .updateTable('identities')
    .set({ wallet_address: wallet })
    .where('member_no', '=', member.no)
    .execute()
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  const { id } = asked.body
  expect((await operate(id, 'approve', { revision: 1 })).status).toBe(200)
  return { member, wallet, id }
}

const custodyOf = async (): Promise<bigint> => {
  const row = await world.edge.db
    .selectFrom('accounts')
    .select('balance')
    .where('no', '=', 10n)
    .executeTakeFirst()
  return row?.balance ?? 0n
}

test('records a payout made outside the product, and settles it by the chain', async () => {
  const { member, wallet, id } = await approved('outside')
  const before = await custodyOf()
  const txid = await world.pay(wallet, 'TRX', '38')
  await world.mine(1)
  const sent = await operate(id, 'sent', { transaction_hash: `0x${txid.toUpperCase()}` })
  expect([sent.status, sent.body]).toEqual([
    200,
    expect.objectContaining({ id, stage: 'sent', transaction_hash: txid, username: 'outside' }),
  ])
  await world.settle()
  const payouts = await world.openPayouts()
  await payouts.round()
  const [shown] = (await member.get('rewards/withdrawals/')).body.results
  expect(shown).toMatchObject({ stage: 'confirmed', transaction_hash: txid })
  expect(await custodyOf()).toBe(before)
  const audited = await world.edge.db
    .selectFrom('audit_entries')
    .select(['operator', 'action'])
    .where('object', '=', `withdrawal ${id}`)
    .orderBy('no')
    .execute()
  expect(audited).toEqual([
    { operator: 'fiona', action: 'approve withdrawal' },
    { operator: 'fiona', action: 'mark withdrawal sent' },
  ])
})

test('refuses a payment recorded by an operator who was disabled meanwhile', async () => {
  const { wallet, id } = await approved('meanwhile')
  const { edge } = world
  const leaving = await signInStaff(edge, 'leaving', 'finance')
  const txid = await world.pay(wallet, 'TRX', '38')
  await world.mine(1)
  const url = `/api/operator/withdrawals/${id}/sent/` as const
  const call = { headers: leaving.headers, body: { transaction_hash: txid } }
  const removal = removalOf('leaving', sql`disabled_at = now()`)
  const answer = await behind(edge.db, removal, () => edge.call('POST', url, call))
  expect([answer.status, answer.code]).toEqual([403, 'forbidden'])
  const { body } = await operate(id, 'sent', { transaction_hash: txid })
  expect(body).toMatchObject({ stage: 'sent' })
})

test('refuses a transaction that doesn’t pay this withdrawal', async () => {
  const { wallet, id } = await approved('misfit')
  const elsewhere = await world.pay(addressOfKey(newPrivateKey()), 'TRX', '38')
  const little = await world.pay(wallet, 'TRX', '30')
  const unpacked = await world.pay(wallet, 'TRX', '38')
  const refusals = [
    [unpacked, 'This transaction is not in a block yet.'],
    ['f'.repeat(64), 'This transaction is not in a block yet.'],
    [elsewhere, 'This transaction does not pay the withdrawal’s address.'],
    [little, 'This transaction is not worth what the withdrawal is.'],
  ] as const
  for (const [at, [hash, text]] of refusals.entries()) {
    if (at === 2) await world.mine(1)
    const { status, problem } = await operate(id, 'sent', { transaction_hash: hash })
    expect([status, problem.errors]).toEqual([400, { transaction_hash: [text] }])
  }
  expect((await operate(id, 'sent', { transaction_hash: unpacked })).status).toBe(200)
})

test('pays one withdrawal per transaction, and allows no decision on a sent one', async () => {
  const { wallet, id, member } = await approved('once')
  const txid = await world.pay(wallet, 'TRX', '38')
  await world.mine(1)
  const second = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  await operate(second.body.id, 'approve')
  const older = await operate(second.body.id, 'sent', { transaction_hash: txid })
  expect(older.problem.transaction_hash).toEqual(['This transaction is older than the withdrawal.'])
  expect((await operate(id, 'sent', { transaction_hash: txid })).status).toBe(200)
  const reused = await operate(second.body.id, 'sent', { transaction_hash: txid })
  expect([reused.status, reused.problem.code]).toEqual([409, 'already_used'])
  for (const [action, body] of [
    ['sent', { transaction_hash: txid }],
    ['reject', { reason: 'too late' }],
    ['approve', {}],
  ] as const) {
    const late = await operate(id, action, body)
    expect([late.status, late.problem.code]).toEqual([409, 'wrong_state'])
  }
  const unknown = await operate('999999', 'sent', { transaction_hash: txid })
  expect([unknown.status, unknown.problem.code]).toEqual([404, 'not_found'])
})

test('looks up and settles a payment that the scan has passed', async () => {
  const { member, wallet, id } = await approved('passed')
  const txid = await world.pay(wallet, 'TRX', '38')
  await world.settle()
  expect((await operate(id, 'sent', { transaction_hash: txid })).status).toBe(200)
  await (await world.openPayouts()).round()
  const [shown] = (await member.get('rewards/withdrawals/')).body.results
  expect(shown).toMatchObject({ stage: 'confirmed', transaction_hash: txid })
})
