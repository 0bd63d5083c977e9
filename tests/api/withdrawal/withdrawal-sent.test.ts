import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendOutside } from '../../fault/send-outside.ts'
import {
  explainTransfer,
  recordMoves,
} from '../../../src/server/payout/unexplained/explain-transfer.ts'
import { units } from '../../../src/domain/money/money.ts'
import { callHook } from '../../../src/server/book/batch-hook.ts'
import { recordReturns, returnDisputed } from '../../../src/server/withdrawal/return-disputed.ts'
import { bookOpening } from '../../../src/server/custody/book-opening.ts'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import type { PayoutWallet } from '../../../src/server/payout/payout-wallet.ts'
import type { Address } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import type { TronNodes } from '../../../src/tron/quorum/nodes.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { behind, removalOf } from '../support/behind.ts'
import { giveUp, storeAttempt } from '../support/payouts.ts'
import { signInStaff } from '../support/staff-edge.ts'
import { openFinance, type Finance } from './open-finance.ts'
import { isLong } from '../../support/scale.ts'

let world: Finance['world']
let operate: Finance['operate']
let approved: Finance['approved']
beforeAll(async () => {
  ;({ world, operate, approved } = await openFinance())
})
afterAll(() => world.close())

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
  const shown = async () => (await member.get('rewards/withdrawals/')).body.results[0]
  expect(await shown()).toMatchObject({ stage: 'approved', sent_amount: null, sent_rate: null })
  // Less than the net amount, but within ten percent of it.
  const txid = await world.pay(wallet, 'TRX', '37')
  await world.mine(1)
  const sent = await operate(id, 'sent', { transaction_hash: `0x${txid.toUpperCase()}` })
  expect([sent.status, sent.body]).toEqual([
    200,
    expect.objectContaining({ id, stage: 'sent', transaction_hash: txid, username: 'outside' }),
  ])
  const activity = async () =>
    (await member.get('accounts/activity/?type=withdrawal_sent')).body.results
  const [onItsWay] = await activity()
  expect(onItsWay?.detail).toBe('The payout is on its way to your wallet address.')
  await world.settle()
  const payouts = await world.openPayouts()
  await payouts.round()
  expect(await activity()).toEqual([
    expect.objectContaining({
      created_at: onItsWay?.created_at,
      detail: 'The payout has arrived at your wallet address.',
    }),
  ])
  expect(await shown()).toMatchObject({
    stage: 'confirmed',
    transaction_hash: txid,
    net_amount: '9.50',
    sent_amount: '37.00000',
    sent_rate: '0.25',
  })
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

test.runIf(isLong)('names the coin of a payment in the other coin', async () => {
  const { member, wallet, id } = await approved('othercoin')
  const txid = await world.pay(wallet, 'USDT', '9.5')
  await world.mine(1)
  const { body } = await operate(id, 'sent', { transaction_hash: txid })
  expect(body).toMatchObject({ stage: 'sent', payment_method: 'usdt' })
  const { text } = await world.edge.db
    .selectFrom('emails')
    .innerJoin('identities', 'identities.email', 'emails.recipient')
    .select('text')
    .where('member_no', '=', member.no)
    .orderBy('emails.no', 'desc')
    .executeTakeFirstOrThrow()
  expect(text).toContain('Paid out: $9.50 in USDT\nSent: 9.50 USDT')
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
    [little, 'This transaction’s amount differs from the withdrawal’s by more than 10%.'],
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

test.runIf(isLong)(
  'finds the payment among several transfers to the member in one transaction',
  async () => {
    const { member, wallet, id } = await approved('several')
    const transfers = ['1', '38'].map((amount) => ({ address: wallet, amount }))
    const { txid } = await world.switch('internal', { transfers })
    await world.mine(1)
    const sent = await operate(id, 'sent', { transaction_hash: txid })
    expect(sent.status).toBe(200)
    await world.settle()
    await (await world.openPayouts()).round()
    const [shown] = (await member.get('rewards/withdrawals/')).body.results
    expect(shown).toMatchObject({ stage: 'confirmed', transaction_hash: txid })
  },
)

test.runIf(isLong)('looks up and settles a payment that the scan has passed', async () => {
  const { member, wallet, id } = await approved('passed')
  const txid = await world.pay(wallet, 'TRX', '38')
  await world.settle()
  expect((await operate(id, 'sent', { transaction_hash: txid })).status).toBe(200)
  await (await world.openPayouts()).round()
  const [shown] = (await member.get('rewards/withdrawals/')).body.results
  expect(shown).toMatchObject({ stage: 'confirmed', transaction_hash: txid })
})

test('fails a payout whose transaction doesn’t pay it', async () => {
  // Nothing else changes custody meanwhile.
  for (let at = 0; at < 2; at += 1) {
    await world.settle()
    await (await world.openPayouts()).round()
  }
  const { member, wallet, id } = await approved('unrelated')
  const before = await custodyOf()
  const hash = await world.pay(addressOfKey(newPrivateKey()), 'TRX', '38')
  await world.mine(1)
  const { context } = world.edge
  const { tron } = context
  // A web process whose node lies about the receiver, or that lies itself.
  const transaction: TronNodes['transaction'] = async (txid) => {
    const found = await tron.transaction(txid)
    if (!found.ok || !('reading' in found.value)) return found
    const { reading } = found.value
    const credits = reading.credits.map((each) => ({ ...each, to: wallet }))
    return { ok: true, value: { ...found.value, reading: { ...reading, credits } } }
  }
  context.tron = { ...tron, transaction }
  expect((await operate(id, 'sent', { transaction_hash: hash })).status).toBe(200)
  context.tron = tron
  await world.settle()
  await (await world.openPayouts()).round()
  const [shown] = (await member.get('rewards/withdrawals/')).body.results
  expect(shown).toMatchObject({
    stage: 'failed',
    reason: 'We found no such payment in the transaction. Look it up before you approve it again.',
  })
  expect(await custodyOf()).toBe(before)
})

/** A wallet with 100 TRX that the product doesn't know. */
async function newPayer(): Promise<PayoutWallet> {
  const key = newPrivateKey()
  const payer = { key, address: addressOfKey(key) }
  await world.pay(payer.address, 'TRX', '100')
  await world.settle()
  return payer
}

/** Pays a withdrawal from a wallet, marks it as sent, and settles it. */
async function payFrom(payer: PayoutWallet, { wallet, id }: { wallet: Address; id: string }) {
  const hash = await sendOutside(world.edge.context, payer, wallet, 38_000_000n)
  await world.mine(1)
  expect((await operate(id, 'sent', { transaction_hash: hash })).status).toBe(200)
  await world.settle()
  await (await world.openPayouts()).round()
}

test.runIf(isLong)('books an outside payer’s balance exactly once it becomes ours', async () => {
  const payer = await newPayer()
  await payFrom(payer, await approved('payer'))
  const before = await custodyOf()
  const deps = { ...world.edge.context, db: world.edge.db }
  const own = { address: payer.address, role: 'cold' } as const
  await deps.db.insertInto('own_wallets').values(own).execute()
  await checkAddresses(deps)
  const left = 60_900_000n
  const act = { operator: 'ann', why: 'a test' }
  expect(await bookOpening(deps, payer.address, act)).toEqual([{ coin: 'TRX', amount: left }])
  expect(await custodyOf()).toBe(before + left)
  await checkAddresses(deps)
  const check = await deps.db
    .selectFrom('address_checks')
    .select(['state', 'chain_trx'])
    .where('address', '=', payer.address)
    .executeTakeFirst()
  expect(check).toEqual({ state: 'agrees', chain_trx: left })
})

test.runIf(isLong)('takes what a deposit address paid out of custody', async () => {
  const payer = await newPayer()
  await sql`insert into deposit_addresses (member_no, address_index, address)
    values (900000, 900000, ${payer.address})`.execute(world.edge.db)
  const withdrawal = await approved('fromdeposit')
  const before = await custodyOf()
  await payFrom(payer, withdrawal)
  expect(await custodyOf()).toBe(before - 39_100_000n)
})

/** Stores a payout that the chain then has, though we give up on it at once. */
async function givenUp(withdrawal: number, wallet: string): Promise<string> {
  const txid = await world.pay(wallet, 'TRX', '38')
  await storeAttempt(world, { withdrawal, attempt: 1, from: wallet, to: wallet, txid })
  await giveUp(world, txid)
  return txid
}

test('records a payout that we gave up on, and that is on chain, exactly once', async () => {
  const { member, wallet, id } = await approved('late')
  const balance = async () => (await member.get('accounts/me/')).body.wallet_balance
  const before = await balance()
  const txid = await givenUp(Number(id), wallet)
  await world.settle()
  const { edge } = world
  const explanation = { txid, operator: 'fiona', why: 'A late payout' }
  const explain = () =>
    explainTransfer({ db: edge.db, book: edge.book, tron: edge.context.tron }, explanation)
  await edge.db
    .insertInto('unexplained_transfers')
    .values({ txid, address: wallet, detail: 'late' })
    .onConflict((conflict) => conflict.column('txid').doNothing())
    .execute()
  await expect(explain()).rejects.toThrow(`It pays withdrawal ${id}.`)
  expect((await operate(id, 'approve')).status).toBe(200)
  const sent = await operate(id, 'sent', { transaction_hash: txid })
  expect([sent.status, sent.body]).toMatchObject([200, { stage: 'sent', transaction_hash: txid }])
  expect(await explain()).toEqual([])
  await (await world.openPayouts()).round()
  const [shown] = (await member.get('rewards/withdrawals/')).body.results
  expect(shown).toMatchObject({ stage: 'confirmed', transaction_hash: txid })
  expect(await balance()).toBe(before)

  const second = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  await operate(second.body.id, 'approve')
  const again = await operate(second.body.id, 'sent', { transaction_hash: txid })
  expect([again.status, again.code, again.problem.detail]).toEqual([
    409,
    'already_used',
    'This transaction is already one of our payouts.',
  ])
})

test('returns nothing while a payout that we gave up on has paid', async () => {
  const { member, wallet, id } = await approved('double')
  const balance = async () => (await member.get('accounts/me/')).body.wallet_balance
  const before = await balance()
  const txid = await givenUp(Number(id), wallet)
  await world.settle()
  const cancelled = await member.post(`rewards/withdrawals/${id}/cancel/`, {})
  expect([cancelled.status, cancelled.code, cancelled.problem.detail]).toEqual([
    409,
    'wrong_state',
    'The payment of this withdrawal is already on its way, so you can’t cancel it.',
  ])
  const rejected = await operate(id, 'reject', { reason: 'It failed.' })
  expect([rejected.status, rejected.code, rejected.problem.detail]).toEqual([
    409,
    'wrong_state',
    'A payout that failed is on the chain after all. Approve this again, and mark it as sent.',
  ])
  const { db, book, context } = world.edge
  const reported = { member_no: member.no, kind: 'disputed' }
  await db.insertInto('security_events').values(reported).execute()
  await returnDisputed(context)
  const returned = book.submit({
    command: { kind: 'reject_withdrawal', withdrawal: Number(id), reason: 'disputed' },
    by: { system: 'dispute' },
    hook: callHook(recordReturns, { withdrawal: Number(id) }),
  })
  await expect(returned).rejects.toThrow('may be on chain')
  expect(await balance()).toBe(before)
  await operate(id, 'approve')
  const sent = await operate(id, 'sent', { transaction_hash: txid })
  expect([sent.status, sent.body]).toMatchObject([200, { stage: 'sent' }])
})

test.runIf(isLong)(
  'cancels a withdrawal whose payout failed on chain after we gave up on it',
  async () => {
    const { member, wallet, id } = await approved('unpaid')
    const txid = 'cd'.repeat(32)
    const made = { withdrawal: Number(id), from: wallet, to: wallet }
    await storeAttempt(world, { ...made, attempt: 1, txid })
    await giveUp(world, txid)
    const block = { network: 'test', block_number: 1n, block_at: new Date() }
    await world.edge.db
      .insertInto('chain_transactions')
      .values({ txid, ...block, kind: 'token', fee_sun: 0n, result: 'OUT_OF_ENERGY' })
      .execute()
    expect((await member.post(`rewards/withdrawals/${id}/cancel/`, {})).status).toBe(200)
  },
)

test('explains no payout as a loss while a later one may still fail', async () => {
  const { wallet, id } = await approved('later')
  const txid = await givenUp(Number(id), wallet)
  expect((await operate(id, 'approve')).status).toBe(200)
  const second = 'ab'.repeat(32)
  const made = { withdrawal: Number(id), from: wallet, to: wallet }
  await storeAttempt(world, { ...made, attempt: 2, txid: second })
  await world.settle()
  const { db, book, context } = world.edge
  await db
    .insertInto('unexplained_transfers')
    .values({ txid, address: wallet, detail: 'late' })
    .onConflict((conflict) => conflict.column('txid').doNothing())
    .execute()
  const explanation = { txid, operator: 'fiona', why: 'A late payout' }
  await expect(explainTransfer({ db, book, tron: context.tron }, explanation)).rejects.toThrow(
    `It pays withdrawal ${id}, which has a later payout.`,
  )
  const from = addressOfKey(newPrivateKey())
  await db.insertInto('own_wallets').values({ address: from, role: 'payout' }).execute()
  const move = { txid, asset: 1, logIndex: 0, amount: 38_000_000n, from, to: wallet }
  const place = { network: 'test', blockNumber: 1, blockAt: new Date(), attributable: true }
  const booked = book.submit({
    command: { kind: 'move_treasury', coin: 'TRX', amountUnits: units(-38_000_000n), reason: 'x' },
    by: { system: 'explained' },
    hook: callHook(recordMoves, { ...move, ...place, toOwn: false, payees: [], notFor: [] }),
  })
  await expect(booked).rejects.toThrow(`pays withdrawal ${id}`)
  await giveUp(world, second)
  await operate(id, 'approve')
  const sent = await operate(id, 'sent', { transaction_hash: txid })
  expect([sent.status, sent.body]).toMatchObject([200, { transaction_hash: txid }])
})
