import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWallet } from '../../../src/server/custody/own-wallets.ts'
import { liftPause, raisePause } from '../../../src/server/pauses/pauses.ts'
import { withFields } from '../../support/matching.ts'
import {
  requestDepositFor,
  openMoneyWorld,
  SOLID_AFTER,
  verify,
  type MoneyWorld,
} from '../support/money-world.ts'
import { sample } from '../../support/scale.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const TEN_IN_TRX = { original_amount: '10.00', fee_amount: '0.20', crypto_amount: '40.8' }
const TEN_IN_USDT = { original_amount: '10.00', fee_amount: '0.20', crypto_amount: '10.2' }

async function request(name: string, coin: 'TRX' | 'USDT' = 'USDT') {
  const member = await world.member(name)
  const figures = coin === 'TRX' ? TEN_IN_TRX : TEN_IN_USDT
  const { body } = await requestDepositFor(member, coin, figures)
  return { member, id: body.request_id }
}

const upperWith0x = (txid: string) => `0x${txid.toUpperCase()}`

describe('credits a verified payment once, in any form of its hash', () => {
  const forms = [
    ['plain', (txid: string) => txid],
    ['0x and upper case', upperWith0x],
    ['spaces', (txid: string) => `  ${txid} `],
    ['a link', (txid: string) => `https://tronscan.org/#/transaction/${txid}`],
  ] as const
  test.each(sample(forms, 3))('%s', async (name, form) => {
    const { member, id } = await request(`verify${name.replaceAll(/\W/g, '')}`)
    const txid = await world.pay(member.address, 'USDT', '10.2')
    await world.mine(SOLID_AFTER)
    const { status, body } = await verify(member, id, form(txid))
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'Deposit verified: $10.00 has been added to your wallet.',
        text: { code: 'deposit_verified', params: { amount: '10.00' } },
        deposit: withFields({
          request_id: id,
          status: 'approved',
          stage: 'credited',
          transaction_hash: txid,
          payment_details: txid,
        }),
      },
    ])
    const again = await verify(member, id, upperWith0x(txid))
    expect([again.status, again.body]).toEqual([200, body])
    await world.watch()
    expect(await member.balance()).toBe('10.00')
  })
})

/** What clients of this call read in addition to the problem. */
const legacyFields = ({ success, error, message }: Record<string, unknown>) => [
  success,
  error,
  message,
]

describe('never sends a malformed transaction id to a node', () => {
  let asked: Awaited<ReturnType<typeof request>>
  beforeAll(async () => {
    asked = await request('malformed')
  })

  test.each([
    ['63 digits', 'a'.repeat(63)],
    ['65 digits', 'a'.repeat(65)],
    ['no hex', 'g'.repeat(64)],
    ['another site', `https://evil.example/${'a'.repeat(64)}`],
  ])('%s', async (_name, hash) => {
    const { status, problem } = await verify(asked.member, asked.id, hash)
    expect([status, problem.errors]).toEqual([
      400,
      { transaction_hash: ['Enter a transaction hash of 64 hexadecimal digits.'] },
    ])
    expect(legacyFields(problem)).toEqual([false, problem.detail, problem.detail])
  })

  test.each([
    ['nothing', ''],
    ['201 digits', 'a'.repeat(201)],
  ])('%s', async (_name, hash) => {
    const { status, problem } = await verify(asked.member, asked.id, hash)
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['transaction_hash']])
    expect(legacyFields(problem)).toEqual([false, problem.detail, problem.detail])
  })
})

const refused = (code: string, text: string, more: Record<string, unknown> = {}) =>
  withFields({
    success: false,
    code,
    detail: text,
    error: text,
    message: text,
    ...more,
  })

describe('explains each refusal, and credits nothing', () => {
  test('not found', async () => {
    const { member, id } = await request('unknown')
    const { status, problem } = await verify(member, id, '0'.repeat(64))
    const text = 'We haven’t found this transaction on the TRON network yet.'
    expect([status, problem]).toEqual([404, refused('not_found', text)])
  })

  test.each(sample([0, 1, 7, 18], 3))('confirming, %s of 19 blocks', async (blocks) => {
    const { member, id } = await request(`confirming${blocks}`)
    const txid = await world.pay(member.address, 'USDT', '10.2')
    if (blocks > 0) await world.mine(blocks)
    const { status, problem } = await verify(member, id, txid)
    const text = `The network confirmed ${blocks} of 19 blocks. We’ll credit it automatically.`
    const counts = { confirmations: blocks, required: 19 }
    expect([status, problem]).toEqual([409, refused('confirming', text, counts)])
    expect(await member.balance()).toBe('0.00')
    await world.mine(SOLID_AFTER - blocks)
    expect((await verify(member, id, txid)).status).toBe(200)
  })

  test.each(sample(['REVERT', 'OUT_OF_ENERGY'], 2))('failed on chain: %s', async (contractRet) => {
    const { member, id } = await request(`failed${contractRet.toLowerCase()}`)
    await world.switch('fail-next', { contractRet, count: 1 })
    const txid = await world.pay(member.address, 'USDT', '10.2')
    await world.mine(SOLID_AFTER)
    const { status, problem } = await verify(member, id, txid)
    const text = `This transaction failed on the TRON network (${contractRet}). Nothing was paid.`
    expect([status, problem]).toEqual([409, refused('failed_on_chain', text)])
    await world.watch()
    expect(await member.balance()).toBe('0.00')
  })

  test('a fake USDT token', async () => {
    const { member, id } = await request('fake')
    const { txid } = await world.switch('fake-usdt', { address: member.address, amount: '10.2' })
    await world.mine(SOLID_AFTER)
    const { status, problem } = await verify(member, id, txid)
    const text = 'This transaction sends a token that we don’t credit.'
    expect([status, problem]).toEqual([409, refused('wrong_token', text)])
  })

  test('TRC-10 spam', async () => {
    const { member, id } = await request('spammed')
    const { txid } = await world.switch('spam', { address: member.address, amount: '10.2' })
    await world.mine(SOLID_AFTER)
    const { status, problem } = await verify(member, id, txid)
    expect([status, problem.code]).toEqual([409, 'wrong_token'])
  })

  test('doesn’t reveal whose payment it is', async () => {
    const { member, id } = await request('claimer')
    const other = await request('victim')
    const txid = await world.pay(other.member.address, 'USDT', '10.2')
    const text = 'This transaction does not pay your deposit address.'
    for (const blocks of [1, SOLID_AFTER]) {
      await world.mine(blocks)
      const { status, problem } = await verify(member, id, txid)
      expect([status, problem]).toEqual([409, refused('wrong_recipient', text)])
      await world.watch()
    }
    // Not even now that its owner has been credited.
    expect((await verify(member, id, txid)).problem).toEqual(refused('wrong_recipient', text))
    expect(await member.balance()).toBe('0.00')
    expect(await other.member.balance()).toBe('10.00')
  })

  test('holds a second payment for a paid request, without calling it late', async () => {
    const { member, id } = await request('paidtwice')
    await world.pay(member.address, 'USDT', '10.2')
    await world.settle()
    const txid = await world.pay(member.address, 'USDT', '10.2')
    await world.settle()
    const { status, problem } = await verify(member, id, txid)
    const text = 'This request was already paid. This payment is among your unmatched transfers.'
    expect([status, problem]).toEqual([409, refused('request_paid', text)])
    expect(await member.balance()).toBe('10.00')
    const { results } = (await member.get('transactions/unattributed/')).body
    expect(results).toMatchObject([{ transaction_hash: txid, status: 'waiting', amount: '10.00' }])
  })

  test('already used for another request', async () => {
    const { member, id } = await request('reuser')
    const txid = await world.pay(member.address, 'USDT', '10.2')
    await world.mine(SOLID_AFTER)
    expect((await verify(member, id, txid)).status).toBe(200)
    const second = await requestDepositFor(member, 'USDT', TEN_IN_USDT)
    for (const form of [txid, upperWith0x(txid), ` ${txid}`]) {
      const { status, problem } = await verify(member, second.body.request_id, form)
      const text = 'This transaction has already been credited.'
      expect([status, problem]).toEqual([409, refused('already_used', text)])
    }
    expect(await member.balance()).toBe('10.00')
  })

  test('older than the request', async () => {
    const member = await world.member('tooearly')
    const txid = await world.pay(member.address, 'USDT', '10.2')
    await world.mine(SOLID_AFTER)
    const { body } = await requestDepositFor(member, 'USDT', TEN_IN_USDT)
    const answer = await verify(member, body.request_id, txid)
    const text = 'This transaction is older than the deposit request.'
    expect([answer.status, answer.problem]).toEqual([409, refused('too_old', text)])
  })

  test('TRX on a USDT request: recorded, not credited to it', async () => {
    const { member, id } = await request('wrongcoin')
    const txid = await world.pay(member.address, 'TRX', '40.8')
    await world.mine(SOLID_AFTER)
    const { status, problem } = await verify(member, id, txid)
    const text = 'This transaction sends a different token than this request asks for.'
    expect([status, problem]).toEqual([409, refused('wrong_token', text)])
    const waiting = await member.get('transactions/unattributed/')
    expect(waiting.body.results).toMatchObject([
      { cryptocurrency: 'TRX', crypto_amount: '40.80000' },
    ])
  })

  test('the chain is unavailable', async () => {
    const { member, id } = await request('nochain')
    const txid = await world.pay(member.address, 'USDT', '10.2')
    await world.mine(SOLID_AFTER)
    await world.switch('fault', { kind: 'unavailable', count: 100 })
    const { status, problem } = await verify(member, id, txid)
    expect([status, problem.code]).toEqual([503, 'chain_unavailable'])
    expect(legacyFields(problem)).toEqual([false, problem.detail, problem.detail])
    await world.switch('clear-faults', {})
    world.edge.context.tron = world.nodes()
    expect((await verify(member, id, txid)).status).toBe(200)
  })
})

describe('a different amount', () => {
  test('shows the figures, and is credited when the member accepts it', async () => {
    const { member, id } = await request('mismatch', 'TRX')
    const txid = await world.pay(member.address, 'TRX', '30')
    await world.mine(SOLID_AFTER)
    const { status, problem } = await verify(member, id, txid)
    const text = 'The amount received does not match this request.'
    expect([status, problem]).toEqual([
      409,
      refused('amount_mismatch', text, {
        display: {
          expected: '40.80000 TRX',
          received: '30.00000 TRX',
          conversion: 'The amount received is worth $7.50 at $0.25 per TRX.',
          conversion_text: {
            code: 'received_worth_at_rate',
            params: { amount: '7.50', rate: '0.25' },
          },
          sun_values: { expected: '40800000', received: '30000000', difference: '-10800000' },
        },
      }),
    ])
    expect(await member.balance()).toBe('0.00')
    const shown = await member.get(`rewards/deposits/by-request/${id}/`)
    expect(shown.body).toMatchObject({ stage: 'mismatch', status: 'pending' })

    // 7.35 and its fee of 0.15 make the received 7.50.
    const accepted = await member.post(`transactions/deposits/${id}/accept/`)
    expect([accepted.status, accepted.body]).toEqual([
      200,
      withFields({
        amount: '7.35',
        fee_amount: '0.15',
        requested_amount: '10.00',
        status: 'approved',
        stage: 'credited',
        transaction_hash: txid,
      }),
    ])
    const again = await member.post(`transactions/deposits/${id}/accept/`)
    expect([again.status, again.problem.code]).toEqual([409, 'already_used'])
    expect((await verify(member, id, txid)).status).toBe(200)
    await world.settle()
    expect(await member.balance()).toBe('7.35')
  })

  test.each([
    // 0.5% of 10.2 is 0.051. Within that, the request matches, and we credit the received amount
    // less the fee.
    ['10.149', 'credited', '9.94'],
    ['10.148999', 'mismatch', '0.00'],
    ['10.251', 'credited', '10.05'],
    ['10.251001', 'mismatch', '0.00'],
    ['20.4', 'mismatch', '0.00'],
  ])('%s USDT for 10.2: %s, %s in the wallet', async (amount, stage, balance) => {
    const { member, id } = await request(`tolerance${amount.replace('.', '_')}`)
    await world.pay(member.address, 'USDT', amount)
    await world.settle()
    const { body } = await member.get(`rewards/deposits/by-request/${id}/`)
    expect([body.stage, await member.balance()]).toEqual([stage, balance])
  })

  test('has nothing to accept until a payment arrives', async () => {
    const { member, id } = await request('impatient')
    const { status, problem } = await member.post(`transactions/deposits/${id}/accept/`)
    expect([status, problem.code]).toEqual([409, 'wrong_state'])
  })
})

test('asks no node while the network isn’t the pinned one', async () => {
  const { context } = world.edge
  const { member, id } = await request('othernetwork')
  const txid = await world.pay(member.address, 'USDT', '10.2')
  await world.mine(SOLID_AFTER)
  await raisePause(context, 'network', 'These nodes serve another network.')
  const { status, problem } = await verify(member, id, txid)
  expect([status, problem.code]).toEqual([503, 'chain_unavailable'])
  await liftPause(context, 'network')
  expect((await verify(member, id, txid)).status).toBe(200)
})

// The last test: from here on, the wallet that pays in this file is ours.
test('credits nothing that one of our own wallets sends', async () => {
  const { member, id } = await request('ours', 'TRX')
  const wallet = { address: world.devnet.info.treasury, role: 'cold' } as const
  await addWallet(world.edge.db, wallet, { operator: 'ann', why: 'a test' })
  const txid = await world.pay(member.address, 'TRX', '40.8')
  await world.mine(SOLID_AFTER)
  expect((await verify(member, id, txid)).problem.code).toBe('wrong_recipient')
  await world.watch()
  expect(await member.balance()).toBe('0.00')
})
