import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matching } from '../../support/matching.ts'
import { itemAt } from '../../support/answer.ts'
import { readQr } from '../../support/read-qr.ts'
import { isLong } from '../../support/scale.ts'
import { micros, PAR_RATE, units } from '../../../src/domain/money/money.ts'
import {
  requestDepositFor,
  openMoneyWorld,
  verify,
  type MoneyWorld,
} from '../support/money-world.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

// The rate is 0.25, so ten dollars and the fee of twenty cents are 40.8 TRX.
const TEN_IN_TRX = { original_amount: '10.00', fee_amount: '0.20', crypto_amount: '40.80000' }
const TEN_IN_USDT = { original_amount: '10.00', fee_amount: '0.20', crypto_amount: '10.20' }

test('shows the member’s own deposit address with a QR code', async () => {
  const [ann, ben] = [await world.member('walletann'), await world.member('walletben')]
  const trx = await ann.get('transactions/trx_wallet_info/?amount=12.5')
  expect(trx.body).toEqual({
    success: true,
    wallet_address: ann.address,
    qr_code: matching(/^data:image\/svg\+xml;base64,/),
    payment_uri: `tron:${ann.address}?amount=12.5`,
    maximum_deposit: '1000.00',
  })
  const usdt = await ann.get('transactions/usdt_wallet_info/?amount=12.5')
  expect(usdt.body).toMatchObject({
    wallet_address: ann.address,
    payment_uri: `tron:${ann.address}`,
  })
  expect(ann.address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
  for (const { body } of [trx, usdt]) expect(readQr(body.qr_code)).toBe(ann.address)
  expect(ben.address).not.toBe(ann.address)
})

describe('shows a payment as seen, then confirming, then credited', () => {
  test.each([
    ['USDT', TEN_IN_USDT, '10.2'],
    ['TRX', TEN_IN_TRX, '40.8'],
  ] as const)('%s', async (coin, figures, amount) => {
    const member = await world.member(`stages${coin}`)
    const asked = await requestDepositFor(member, coin, figures)
    expect([asked.status, asked.body]).toEqual([
      201,
      expect.objectContaining({
        amount: '10.00',
        fee_amount: '0.20',
        total_amount: '10.20',
        crypto_amount: figures.crypto_amount,
        cryptocurrency: coin,
        payment_method: `${coin} (TRC20)`,
        payment_details: asked.body.request_id,
        wallet_address: member.address,
        status: 'pending',
        stage: 'awaiting_payment',
        confirmations: 0,
        required: 19,
        processed_date: null,
        transaction_hash: null,
      }),
    ])
    const read = async () =>
      (await member.get(`rewards/deposits/by-request/${asked.body.request_id}/`)).body
    const txid = await world.pay(member.address, coin, amount)
    await world.mine(1)
    await world.watch()
    expect(await read()).toMatchObject({
      stage: 'seen',
      confirmations: 1,
      transaction_hash: txid,
    })
    await world.mine(6)
    await world.watch()
    expect(await read()).toMatchObject({ stage: 'confirming', confirmations: 7 })
    expect(await member.balance()).toBe('0.00')
    await world.mine(12)
    await world.watch()
    expect(await read()).toMatchObject({
      stage: 'credited',
      status: 'approved',
      amount: '10.00',
      confirmations: 19,
      payment_details: txid,
      transaction_hash: txid,
    })
    expect(await member.balance()).toBe('10.00')
    await world.settle()
    expect(await member.balance()).toBe('10.00')
    const list = await member.get('rewards/deposits/')
    expect(list.body).toMatchObject({ count: 1, next: null, previous: null })
  })
})

describe('refuses figures that differ from ours, and names both', () => {
  test.each([
    ['fee', 'USDT', { fee_amount: '0.00' }, 'fee_amount', 'The fee is $0.20, not $0.00.'],
    [
      'USDT amount',
      'USDT',
      { crypto_amount: '10.19' },
      'crypto_amount',
      'The amount to pay is 10.20 USDT, not 10.19 USDT.',
    ],
    [
      'TRX amount',
      'TRX',
      { crypto_amount: '0.00001' },
      'crypto_amount',
      'The amount to pay is 40.80000 TRX, not 0.00001 TRX.',
    ],
    [
      'more than 1 % off',
      'TRX',
      { crypto_amount: '40.39' },
      'crypto_amount',
      'The amount to pay is 40.80000 TRX, not 40.39000 TRX.',
    ],
  ] as const)('%s', async (name, coin, change, field, text) => {
    const member = await world.member(`figures${name.replaceAll(/\W/g, '')}`)
    const figures = { ...(coin === 'TRX' ? TEN_IN_TRX : TEN_IN_USDT), ...change }
    const { status, problem } = await requestDepositFor(member, coin, figures)
    expect([status, problem.code, problem.detail]).toEqual([400, 'figures_differ', text])
    expect(problem.errors).toEqual({ [field]: [text] })
    expect((await member.get('rewards/deposits/')).body.count).toBe(0)
  })

  test('uses our own figure for differences within 1%', async () => {
    const member = await world.member('nearly')
    const { status, body } = await requestDepositFor(member, 'TRX', {
      ...TEN_IN_TRX,
      crypto_amount: '40.5',
    })
    expect([status, body.crypto_amount]).toEqual([201, '40.80000'])
  })

  test('accepts deposits from two dollars', async () => {
    const member = await world.member('minimum')
    const low = { original_amount: '1.99', fee_amount: '0.10', crypto_amount: '2.09' }
    const refused = await requestDepositFor(member, 'USDT', low)
    expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
      400,
      'minimum_deposit',
      'Minimum deposit amount is $2',
    ])
    const least = { original_amount: '2', fee_amount: '0.1', crypto_amount: '2.1' }
    expect((await requestDepositFor(member, 'USDT', least)).status).toBe(201)
  })
})

test('replaces only the open request of the same currency', async () => {
  const member = await world.member('replacer')
  const first = await requestDepositFor(member, 'USDT', TEN_IN_USDT)
  const other = await requestDepositFor(member, 'TRX', TEN_IN_TRX)
  const second = await requestDepositFor(member, 'USDT', TEN_IN_USDT)
  const { body } = await member.get('rewards/deposits/')
  const stages = body.results.map((each: { request_id: string; stage: string }) => [
    each.request_id,
    each.stage,
  ])
  expect(stages).toEqual([
    [second.body.request_id, 'awaiting_payment'],
    [other.body.request_id, 'awaiting_payment'],
    [first.body.request_id, 'replaced'],
  ])
})

test.runIf(isLong)('lists the ten newest deposits, newest first', async () => {
  const member = await world.member('collector')
  const asked: string[] = []
  for (let at = 0; at < 12; at += 1) {
    asked.push((await requestDepositFor(member, 'USDT', TEN_IN_USDT)).body.request_id)
  }
  const { body } = await member.get('rewards/deposits/')
  const shown = body.results.map((each: { request_id: string }) => each.request_id)
  expect(shown).toEqual(asked.toReversed().slice(0, 10))
})

test('repeats the answer for a key, even when its figures are outdated', async () => {
  const member = await world.member('repeater')
  const key = { 'idempotency-key': 'deposit-1' }
  const body = { cryptocurrency: 'USDT', ...TEN_IN_USDT }
  const first = await member.post('transactions/deposit_ustd/', body, key)
  const again = await member.post('transactions/deposit_ustd/', body, key)
  expect([again.status, again.body]).toEqual([201, first.body])
  const other = { ...body, fee_amount: '0.21' }
  const reused = await member.post('transactions/deposit_ustd/', other, key)
  expect([reused.status, reused.problem.code]).toEqual([409, 'idempotency_key_reused'])
  expect((await member.get('rewards/deposits/')).body.count).toBe(1)
})

test.runIf(isLong)(
  'repeats a request as opened, even when its answer was lost and it is paid',
  async () => {
    const member = await world.member('twice')
    const key = { 'idempotency-key': 'deposit-2' }
    const body = { cryptocurrency: 'USDT', ...TEN_IN_USDT }
    const first = await member.post('transactions/deposit_ustd/', body, key)
    await world.pay(member.address, 'USDT', '10.2')
    await world.mine(3)
    await world.watch()
    const request = `rewards/deposits/by-request/${first.body.request_id}/` as const
    expect((await member.get(request)).body.stage).toBe('confirming')
    // What a crash leaves right after an answer: its COMMIT is lost, the command’s isn’t.
    await sql`update idempotency set answer = jsonb_build_object('done', jsonb_build_object(
      'seq', 0, 'at', 0, 'receipt', jsonb_build_object('request', ${first.body.id}::int)))
    where key = 'deposit-2'`.execute(world.edge.db)
    const again = await member.post('transactions/deposit_ustd/', body, key)
    expect([again.status, again.text]).toEqual([201, first.text])
  },
)

test('hides other members’ requests', async () => {
  const [owner, other] = [await world.member('owner1'), await world.member('other1')]
  const { body } = await requestDepositFor(owner, 'USDT', TEN_IN_USDT)
  const paths = [`rewards/deposits/by-request/${body.request_id}/`]
  for (const path of paths) expect((await other.get(path)).status).toBe(404)
  const verified = await verify(other, body.request_id, '0'.repeat(64))
  expect([verified.status, verified.problem.code]).toEqual([404, 'not_found'])
  const accepted = await other.post(`transactions/deposits/${body.request_id}/accept/`)
  expect([accepted.status, accepted.problem.code]).toEqual([404, 'not_found'])
})

test('expires a request when its rate lock ends, and holds a late payment', async () => {
  const member = await world.member('latecomer')
  const opened = await world.edge.book.submit({
    command: {
      kind: 'open_deposit',
      member: member.no,
      coin: 'USDT',
      amountMicros: micros(10_000_000n),
      feeMicros: micros(200_000n),
      cryptoUnits: units(10_200_000n),
      lockedE8: PAR_RATE,
      expiresAt: Date.now(),
    },
    by: { member: member.no },
  })
  expect(opened.accepted).toBe(true)
  const txid = await world.pay(member.address, 'USDT', '10.2')
  await world.settle()
  const shown = itemAt((await member.get('rewards/deposits/')).body.results, 0)
  expect(shown).toMatchObject({ stage: 'expired', status: 'rejected' })
  const { status, problem } = await verify(member, shown.request_id, txid)
  expect([status, problem.code, problem.detail]).toEqual([
    409,
    'too_late',
    'This payment came too late for this request. It is among your unmatched transfers.',
  ])
  const waiting = await member.get('transactions/unattributed/')
  expect(waiting.body.results).toMatchObject([{ transaction_hash: txid, status: 'waiting' }])
  expect(await member.balance()).toBe('0.00')
})
