import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyText, matching } from '../../support/matching.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { newPrivateKey, readPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { fundMember, password } from '../support/members.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../support/money-world.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

/** A member with money and a wallet of their own. */
async function payee(name: string, dollars = 20): Promise<MoneyMember & { wallet: string }> {
  const member = await world.member(name)
  if (dollars > 0) await fundMember(world.edge, member.no, dollars)
  const wallet = addressOfKey(newPrivateKey())
  await setWallet(member, wallet)
  return { ...member, wallet }
}

const setWallet = (member: MoneyMember, wallet: string | null, holdUntil: Date | null = null) =>
  world.edge.db
    .updateTable('identities')
    .set({ wallet_address: wallet, hold_until: holdUntil })
    .where('member_no', '=', member.no)
    .execute()

const ask = (member: MoneyMember, amount: unknown, more: object = {}, headers = {}) =>
  member.post('rewards/withdrawals/', { amount, payment_method: 'trx', ...more }, headers)

const approve = (withdrawal: string, operator = 'ann', revision: number | null = null) =>
  world.edge.book.submit({
    command: {
      kind: 'approve_withdrawal',
      withdrawal: Number(withdrawal),
      operator,
      revision,
      payoutLimitMicros: world.edge.config.approvalLimitMicros as never,
      dayLimitMicros: world.edge.config.approvalDayLimitMicros as never,
    },
    by: { operator },
  })

describe('a withdrawal request', () => {
  test('holds the money at once, and shows as requested', async () => {
    const member = await payee('asker')
    const note = 'TElsewhere (about 70 TRX)'
    const { status, body } = await ask(member, 10, { payment_details: note })
    expect([status, body]).toEqual([
      201,
      {
        id: matching(/^\d+$/),
        amount: '10.00',
        fee_amount: '0.50',
        net_amount: '9.50',
        payment_method: 'trx',
        payment_details: note,
        wallet_address: member.wallet,
        status: 'pending',
        stage: 'pending',
        revision: 1,
        hold_until: null,
        reason: null,
        request_date: anyText,
        processed_date: null,
        transaction_hash: null,
        sent_amount: null,
        sent_rate: null,
      },
    ])
    expect(await member.balance()).toBe('10.00')
    const list = await member.get('rewards/withdrawals/')
    expect(list.body).toMatchObject({ count: 1, results: [body] })
  })

  test.each([
    ['below the minimum', '2.99', 'minimum_withdrawal', 'Minimum withdrawal is $3'],
    [
      'a cent too much',
      '20.01',
      'insufficient_balance',
      'Insufficient balance. Maximum withdrawal is $20.00',
    ],
    ['too many decimals', '3.001', 'invalid_request', 'Please enter a valid amount'],
    ['negative', '-5', 'invalid_request', 'Please enter a valid amount'],
    ['text', 'ten', 'invalid_request', 'Please enter a valid amount'],
  ])('%s is refused under its field', async (name, amount, code, text) => {
    const member = await payee(`refused${name.replaceAll(/\W/g, '')}`)
    const { status, problem } = await ask(member, amount)
    expect([status, problem.code, problem.errors]).toEqual([400, code, { amount: [text] }])
    expect(problem.amount).toEqual([text])
    expect(await member.balance()).toBe('20.00')
  })

  test('accepts three dollars, and the whole balance', async () => {
    const member = await payee('exact')
    expect((await ask(member, '3.00')).status).toBe(201)
    expect((await ask(member, '17.00')).status).toBe(201)
    expect(await member.balance()).toBe('0.00')
  })

  test('is refused in USDT where payouts are in TRX', async () => {
    const member = await payee('usdtasker')
    const { status, problem } = await ask(member, 5, { payment_method: 'usdt' })
    const text = 'Withdrawals are paid in TRX only.'
    expect([status, problem.errors]).toEqual([400, { payment_method: [text] }])
  })

  test('is refused without an address, or to one of ours', async () => {
    const member = await payee('noaddress')
    await setWallet(member, null)
    const missing = await ask(member, 5)
    expect([missing.status, missing.problem.detail]).toEqual([
      400,
      'Please set a valid TRX wallet address in your profile',
    ])
    const other = await world.member('deposithere')
    const payout = addressOfKey(readPrivateKey(world.edge.config.payoutKey ?? ''))
    await world.openPayouts()
    for (const own of [other.address, member.address, payout, world.devnet.info.usdtContract]) {
      await setWallet(member, own)
      const { status, problem } = await ask(member, 5)
      expect([status, problem.detail]).toEqual([
        400,
        'The wallet address in your profile belongs to Twofold. Please set your own address.',
      ])
    }
    expect(await member.balance()).toBe('20.00')
  })

  test('is refused if the member saw another address', async () => {
    const member = await payee('mover')
    const { wallet: seen } = member
    const wallet = addressOfKey(newPrivateKey())
    await setWallet(member, wallet)
    const key = { 'Idempotency-Key': 'mover-1' }
    const refused = await ask(member, 10, { wallet_address: seen }, key)
    expect([refused.status, refused.code]).toEqual([409, 'address_differs'])
    expect(await member.balance()).toBe('20.00')
    for (const wallet_address of [wallet, null]) {
      const { status, body } = await ask(member, 5, { wallet_address })
      expect([status, body.wallet_address]).toEqual([201, wallet])
    }
  })

  test('repeats its answer although the address has changed since', async () => {
    const member = await payee('mover-later')
    const body = { wallet_address: member.wallet }
    const key = { 'Idempotency-Key': 'mover-2' }
    const first = await ask(member, 10, body, key)
    await setWallet(member, addressOfKey(newPrivateKey()))
    const again = await ask(member, 10, body, key)
    expect([again.status, again.body]).toEqual([first.status, first.body])
  })

  test('requires the password within the last five minutes', async () => {
    const member = await payee('stale')
    await world.edge.db
      .updateTable('sessions')
      .set({ stepped_up_at: new Date(Date.now() - 301_000) })
      .where('member_no', '=', member.no)
      .execute()
    const { status, problem } = await ask(member, 5)
    expect([status, problem.code]).toEqual([403, 'step_up_required'])
  })

  test('repeats its answer under the same key, whatever changed since', async () => {
    const member = await payee('twice')
    const key = { 'idempotency-key': 'w-1' }
    const first = await ask(member, 15, {}, key)
    await setWallet(member, null)
    // It doesn't ask for the password again either, because a repeat moves no money.
    await world.edge.db
      .updateTable('sessions')
      .set({ stepped_up_at: new Date(Date.now() - 301_000) })
      .where('member_no', '=', member.no)
      .execute()
    const again = await ask(member, 15, {}, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await member.balance()).toBe('5.00')
    expect((await ask(member, 3, {}, { 'idempotency-key': 'w-3' })).status).toBe(403)
    await member.post('auth/step-up/', { password })
    const refused = await ask(member, 16, {}, { 'idempotency-key': 'w-2' })
    expect(refused.status).toBe(400)
  })

  test('is refused as the eleventh open one; the ten newest are listed', async () => {
    const member = await payee('many', 40)
    for (let at = 0; at < 10; at += 1) expect((await ask(member, 3)).status).toBe(201)
    const { status, problem } = await ask(member, 3)
    expect([status, problem.code]).toEqual([409, 'too_many_withdrawals'])
    const { body: before } = await member.get('rewards/withdrawals/')
    const ids: string[] = before.results.map((each: { id: string }) => each.id)
    await member.post(`rewards/withdrawals/${ids[0]}/cancel/`, {})
    const { body: newest } = await ask(member, 3)
    const { body: list } = await member.get('rewards/withdrawals/')
    const shown = list.results.map((each: { id: string }) => each.id)
    expect(shown).toEqual([newest.id, ...ids.slice(0, 9)])
  })

  test('keeps its address, and shows when its hold ends', async () => {
    const member = await payee('holder')
    const until = new Date(Date.now() + 3_600_000)
    await setWallet(member, member.wallet, until)
    const { body } = await ask(member, 5)
    expect(body.hold_until).toBe(until.toISOString())
    await setWallet(member, addressOfKey(newPrivateKey()))
    const [shown] = (await member.get('rewards/withdrawals/')).body.results
    expect(shown?.wallet_address).toBe(member.wallet)
  })
})

describe('canceling', () => {
  test('returns everything once, and only for its owner', async () => {
    const [member, other] = [await payee('canceller'), await world.member('meddler')]
    const { body } = await ask(member, 10)
    const path = `rewards/withdrawals/${body.id}/cancel/` as const
    const meddled = await other.post(path)
    expect([meddled.status, meddled.problem.code]).toEqual([404, 'not_found'])
    const cancelled = await member.post(path)
    expect([cancelled.status, cancelled.body]).toEqual([
      200,
      expect.objectContaining({ stage: 'cancelled', status: 'rejected', revision: 2 }),
    ])
    expect(await member.balance()).toBe('20.00')
    const again = await member.post(path)
    expect([again.status, again.problem.code]).toEqual([409, 'wrong_state'])
    const late = await other.post(path)
    expect([late.status, late.problem.code]).toEqual([404, 'not_found'])
  })

  test('is refused once an operator has approved', async () => {
    const member = await payee('toolate')
    const { body } = await ask(member, 10)
    expect((await approve(body.id)).accepted).toBe(true)
    const { status, problem: answer } = await member.post(`rewards/withdrawals/${body.id}/cancel/`)
    expect([status, answer.code]).toEqual([409, 'wrong_state'])
    expect(await member.balance()).toBe('10.00')
  })
})

test('approves, signs, sends, and settles a payout that the chain confirms', async () => {
  const member = await payee('paid')
  const payouts = await world.openPayouts()
  await payouts.round()
  await world.settle()
  const { body } = await ask(member, 10)
  const read = async () => (await member.get('rewards/withdrawals/')).body.results[0]
  await payouts.round()
  expect(await read()).toMatchObject({ stage: 'pending' })
  expect((await approve(body.id)).accepted).toBe(true)
  await payouts.round()
  const sent = await read()
  expect(sent).toMatchObject({ stage: 'sent', status: 'approved' })
  expect(sent?.transaction_hash).toMatch(/^[0-9a-f]{64}$/)
  await world.settle()
  await payouts.round()
  expect(await read()).toMatchObject({
    stage: 'confirmed',
    transaction_hash: sent?.transaction_hash,
  })
  // $9.50 at $0.25 is 38 TRX.
  const balances = await world.edge.context.tron.balances(member.wallet as never)
  expect(balances).toEqual({ ok: true, value: { trx: 38_000_000n, usdt: 0n } })
  const { payoutKey } = world.edge.config
  const hot = await world.edge.context.tron.balances(addressOfKey(readPrivateKey(payoutKey ?? '')))
  const custody = await world.edge.db
    .selectFrom('accounts')
    .select('balance')
    .where('no', '=', 10n)
    .executeTakeFirstOrThrow()
  expect(hot.ok && hot.value.trx).toBe(custody.balance)
  const emails = await world.edge.db
    .selectFrom('emails')
    .select('subject')
    .where('recipient', '=', 'paid@example.org')
    .where('kind', '=', 'money')
    .orderBy('no')
    .execute()
  expect(emails.map(({ subject }) => subject)).toEqual([
    'Withdrawal requested',
    'Your withdrawal is on its way',
    'Your withdrawal has been paid',
  ])
})

test('doesn’t pay an approved withdrawal before its hold ends', async () => {
  const member = await payee('heldback')
  await setWallet(member, member.wallet, new Date(Date.now() + 3_600_000))
  const { body } = await ask(member, 5)
  expect((await approve(body.id)).accepted).toBe(true)
  const payouts = await world.openPayouts()
  await payouts.round()
  const [shown] = (await member.get('rewards/withdrawals/')).body.results
  expect(shown?.stage).toBe('approved')
})
