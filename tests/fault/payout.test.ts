import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readDevnetInfo } from '../devnet/info.ts'
import { eventOf } from '../../src/domain/ledger/event.ts'
import { micros } from '../../src/domain/money/money.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import type { Context } from '../../src/server/context.ts'
import { ledgerOf } from '../../src/server/chain/ledger-balances.ts'
import { checkAddresses } from '../../src/server/custody/reconciliation/check-addresses.ts'
import { explainTransfer } from '../../src/server/payout/unexplained/explain-transfer.ts'
import { openPayouts } from '../../src/server/payout/payout-worker.ts'
import type { GateOptions } from '../../src/server/payout/signing-gate.ts'
import type { PayoutWallet } from '../../src/server/payout/payout-wallet.ts'
import { payWithdrawals } from '../../src/server/payout/pay-withdrawals.ts'
import { sendPayouts } from '../../src/server/payout/send-payouts.ts'
import type { Address } from '../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { fundMember } from '../api/support/members.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../api/support/money-world.ts'
import {
  approvedPayout,
  openPayee,
  startOver,
  withdrawalState,
  type Payout,
} from '../api/support/payouts.ts'
import { approveWithdrawal, outcomeOf } from '../support/book-acts.ts'
import { openBehindProxy } from '../support/wire/behind-proxy.ts'
import { RARELY, until } from '../support/poll.ts'
import { sendOutside } from './send-outside.ts'
import { isLong, sample } from '../support/scale.ts'

let world: MoneyWorld
let wallet: PayoutWallet
let member: MoneyMember
beforeAll(async () => {
  world = await openMoneyWorld({}, 1_000)
  ;({ wallet, member } = await openPayee(world))
})
beforeEach(() => startOver(world, member))
afterAll(() => world.close())

/** One round of a freshly started worker. The next one has to recover from its errors. */
async function round(context: Context = world.edge.context, options: GateOptions = {}) {
  const worker = await openPayouts(context, options)
  await worker.round()
}

const approved = (to?: Address) => approvedPayout(world, member, to)

const approve = (withdrawal: number) => approveWithdrawal(world.edge.book, withdrawal)

const stateOf = (no: number) => withdrawalState(world, no)

/** The chain's own record: how often the wallet paid this address, and the total. */
async function onChain(to: Address) {
  const { tron } = world.edge.context
  const sent = await tron.outgoing(wallet.address, 0)
  const balances = await tron.balances(to)
  if (!sent.ok || !balances.ok) throw new Error('the chain cannot be read')
  const times = sent.value.filter((each) => each.succeeded && each.transfer?.to === to).length
  return { times, sun: balances.value.trx }
}

const ONCE = { state: 'confirmed', times: 1, sun: 38_000_000n }

/** Lets everything recover, and returns the payout's state. */
async function outcome({ no, to }: Payout, options: GateOptions = {}) {
  await world.switch('clear-faults', {})
  world.edge.context.tron = world.nodes()
  await until('the payout to be settled', async () => {
    // The worker wouldn't resend a payout that it sent less than 15 seconds ago.
    await sql`update payouts set broadcast_at = broadcast_at - interval '2 minutes'
      where state = 'stored'`.execute(world.edge.db)
    await round(world.edge.context, options)
    await world.settle()
    await round(world.edge.context, options)
    return (await stateOf(no)) === 'confirmed'
  })
  return { state: await stateOf(no), ...(await onChain(to)) }
}

describe('pays once, whatever a node answers to the broadcast', () => {
  // The node accepts the payout without an answer. The long run has the others.
  const kinds = ['lost_answer']
  const others = [
    'duplicate',
    'html',
    'reset',
    'unavailable',
    'busy',
    'too_many',
    'truncated',
    'empty',
    'forbidden',
  ]
  test.each(isLong ? [...kinds, ...others, 'timeout'] : kinds)('%s', async (kind) => {
    const payout = await approved()
    await world.switch('fault', { kind, count: 1, path: 'broadcasthex' })
    await round()
    expect(await stateOf(payout.no)).toBe('sent')
    expect(await outcome(payout)).toEqual(ONCE)
  })
})

test('sends the same bytes after being killed between storing and sending', async () => {
  const payout = await approved()
  expect(await payWithdrawals(world.edge.context, wallet)).toBe(1)
  const stored = await world.edge.db
    .selectFrom('payouts')
    .select(['txid', 'broadcasts'])
    .where('withdrawal_no', '=', payout.no)
    .executeTakeFirstOrThrow()
  expect([stored.broadcasts, (await onChain(payout.to)).times]).toEqual([0, 0])
  expect(await outcome(payout)).toEqual(ONCE)
  const sent = await world.edge.context.tron.transaction(stored.txid)
  expect(sent).toMatchObject({ ok: true, value: { state: 'final' } })
})

test('sends a refused payout again after at most a tenth of its validity', async () => {
  const { context, db } = world.edge
  const payout = await approved()
  expect(await payWithdrawals(context, wallet)).toBe(1)
  const sent: string[] = []
  const broadcast: Context['tron']['broadcast'] = (signedHex) => {
    sent.push(signedHex)
    return Promise.resolve({ outcome: 'rejected', code: 'TAPOS_ERROR', message: '' })
  }
  // Ten minutes of validity, and many refusals.
  for (const [seconds, times] of [
    [58, 0],
    [70, 1],
    // The database's clock was set back.
    [-3_600, 2],
  ] as const) {
    await sql`update payouts set broadcasts = 9, last_answer = 'rejected: TAPOS_ERROR',
      broadcast_at = now() - make_interval(secs => ${seconds})
      where withdrawal_no = ${payout.no}`.execute(db)
    await sendPayouts({ ...context, tron: { ...context.tron, broadcast } })
    expect([seconds, sent.length]).toEqual([seconds, times])
  }
  expect(await outcome(payout)).toEqual(ONCE)
})

test.runIf(isLong)('only settles after being killed between block and ledger', async () => {
  const payout = await approved()
  await round()
  await world.settle()
  expect(await outcome(payout)).toEqual(ONCE)
})

test('stores one payout per withdrawal with two workers', async () => {
  const payouts = [await approved()]
  if (isLong) payouts.push(await approved(), await approved())
  const { context } = world.edge
  await Promise.allSettled([round(context), round(context), round(context)])
  for (const payout of payouts) expect(await outcome(payout)).toEqual(ONCE)
})

// After a COMMIT, the worker believes that what is done isn't. The long run also cuts before it.
const cuts = sample(['after', 'before'] as const, 2)

test('pays once when cut before and after every COMMIT', async () => {
  const { context: cut, proxy, close } = await openBehindProxy(world.edge.context)
  try {
    for (const when of cuts) {
      const payout = await approved()
      // First the commit that stores the bytes, then the one that settles them.
      proxy.cutAtCommit(when)
      await round(cut).catch(() => undefined)
      await world.settle()
      proxy.cutAtCommit(when)
      await round(cut).catch(() => undefined)
      proxy.cutAtCommit(when, 0)
      expect(await outcome(payout)).toEqual(ONCE)
    }
    expect(proxy.commitsCut()).toBe(2 * cuts.length)
  } finally {
    await close()
  }
})

test('follows a fork that moves the payout to another block', async () => {
  const payout = await approved()
  await round()
  await world.mine(3)
  await world.switch('reorg', { blocks: 3 })
  expect(await outcome(payout)).toEqual(ONCE)
})

// Every run has a payout that expires in bound-payouts.test.ts.
test.runIf(isLong)('gives up a payout once provably expired, then pays again', async () => {
  const options = { validForMs: 8_000, deadMarginMs: 0 }
  const payout = await approved()
  await world.switch('never-mine', { count: 1 })
  await round(world.edge.context, options)
  await world.mine(30)
  await world.watch()
  await round(world.edge.context, options)
  expect(await stateOf(payout.no)).toBe('sent')
  const givenUp = async (): Promise<boolean> => {
    await world.mine(20)
    await world.watch()
    await round(world.edge.context, options)
    return (await stateOf(payout.no)) === 'pending'
  }
  await until('the expiration to be solid', givenUp, RARELY)
  const [shown] = (await member.get('rewards/withdrawals/')).body.results
  expect(shown).toMatchObject({
    stage: 'failed',
    status: 'pending',
    reason: 'The network did not take it before it expired.',
  })
  await approve(payout.no)
  expect(await outcome(payout)).toEqual(ONCE)
})

test('holds payouts and raises an alert while short of TRX', async () => {
  const { db, context } = world.edge
  const payout = await approved()
  const first = await payWithdrawals({ ...context, tron: poorer(10_000_000n) }, wallet)
  expect([first, await stateOf(payout.no)]).toEqual([0, 'approved'])
  const pauses = await db.selectFrom('payout_pauses').select('reason').execute()
  expect(pauses).toEqual([{ reason: 'low_balance' }])
  expect(await outcome(payout)).toEqual(ONCE)
  expect(await db.selectFrom('payout_pauses').select('reason').execute()).toEqual([])
})

test('reserves the highest possible fee of a payout under way', async () => {
  const { context } = world.edge
  const [first, second] = [await approved(), await approved()]
  // Two payouts of 38 TRX, the reserve, one activation with its bytes, and a little less than
  // another.
  const tron = poorer(2n * 38_000_000n + 5_000_000n + 1_368_000n + 1_367_999n)
  expect(await payWithdrawals({ ...context, tron }, wallet)).toBe(1)
  expect(await payWithdrawals({ ...context, tron }, wallet)).toBe(0)
  expect([await stateOf(first.no), await stateOf(second.no)]).toEqual(['sent', 'approved'])
  expect(await outcome(first)).toEqual(ONCE)
  expect(await outcome(second)).toEqual(ONCE)
})

/** The real chain, except for the payout wallet's balance. */
const poorer = (trx: bigint): Context['tron'] => ({
  ...world.edge.context.tron,
  balances: () => Promise.resolve({ ok: true, value: { trx, usdt: 0n } }),
})

test('quarantines a payout of TRX to a contract, and pays the others', async () => {
  const { db, context } = world.edge
  const info = await readDevnetInfo(world.devnet.url)
  const [odd, good] = [await approved(info.batch_contract), await approved()]
  await round(context)
  expect(await stateOf(odd.no)).toBe('approved')
  const troubles = await db.selectFrom('blocked_payouts').selectAll().execute()
  expect(troubles).toMatchObject([
    { withdrawal_no: odd.no, detail: 'The address is a contract, which takes no TRX.' },
  ])
  expect(await outcome(good)).toEqual(ONCE)
})

/** Sends coins from the payout wallet, bypassing the product. */
const sendAway = (to: Address) => sendOutside(world.edge.context, wallet, to, 1_000_000n)

test('pauses payouts for an unexplained transfer until it is booked', async () => {
  const { context, db } = world.edge
  const [stranger, cold] = [addressOfKey(newPrivateKey()), addressOfKey(newPrivateKey())]
  await db.insertInto('own_wallets').values({ address: cold, role: 'cold' }).execute()
  const txids = [await sendAway(stranger), await sendAway(cold)]
  await world.settle()
  const payout = await approved()
  await round()
  await round()
  expect(await stateOf(payout.no)).toBe('approved')
  expect(await db.selectFrom('payout_pauses').select('reason').execute()).toEqual([
    { reason: 'unexplained_transfer' },
  ])
  const [lost = '', moved = ''] = txids
  const who = { operator: 'ann', why: 'a test' }
  // Twice at once, and still booked once.
  const both = await Promise.allSettled([
    explainTransfer(context, { txid: lost, ...who }),
    explainTransfer(context, { txid: lost, ...who }),
  ])
  expect(both).toContainEqual({
    status: 'fulfilled',
    value: [`1 TRX to ${stranger}, out of custody`, '1.1 TRX burned'],
  })
  expect(await explainTransfer(context, { txid: moved, ...who })).toEqual([
    `1 TRX to ${cold}, which is ours`,
    '1.1 TRX burned',
  ])
  expect(await explainTransfer(context, { txid: moved, ...who })).toBeNull()
  expect(await outcome(payout)).toEqual(ONCE)
  await sql`delete from address_checks`.execute(db)
  await checkAddresses(context)
  const checks = await db
    .selectFrom('address_checks')
    .select(['address', 'state', 'chain_trx'])
    .where('address', 'in', [wallet.address, cold])
    .execute()
  expect(checks.map(({ state }) => state)).toEqual(['agrees', 'agrees'])
  expect(checks.find(({ address }) => address === cold)?.chain_trx).toBe(1_000_000n)
  const { rows } = await sql<{ amount: bigint }>`select amount from postings
    where account_no = 7 order by journal_no desc limit 1`.execute(db)
  expect(rows).toEqual([{ amount: 1_000_000n }])
})

test.runIf(isLong)('pays from a wallet that has staked TRX', async () => {
  const { context, db } = world.edge
  const payout = await approved()
  await world.switch('stake', { address: wallet.address, sun: 300_000_000 })
  await world.settle()
  const { trx } = await ledgerOf(db, wallet.address)
  const spendable = await context.tron.balances(wallet.address)
  expect(spendable).toMatchObject({ ok: true, value: { trx: trx - 300_000_000n } })
  await checkAddresses(context)
  const check = await db
    .selectFrom('address_checks')
    .select('state')
    .where('address', '=', wallet.address)
    .executeTakeFirst()
  expect(check).toEqual({ state: 'agrees' })
  await round()
  expect(await db.selectFrom('payout_pauses').select('reason').execute()).toEqual([])
  expect(await outcome(payout)).toEqual(ONCE)
})

test('skips payouts larger than the wallet without blocking others', async () => {
  const { context, db, book } = world.edge
  const large: number[] = []
  for (let i = 0; i < 3; i++) {
    const { effects } = await outcomeOf(book, {
      command: { kind: 'register', sponsor: 1 },
      by: { system: 'test' },
    })
    const { no } = eventOf(effects, 'member')
    await fundMember(world.edge, no, 700)
    for (let asked = 0; asked < 7; asked++) large.push(await approvedLarge(no))
  }
  const small = await approved()
  const paying = { ...context, tron: poorer(60_000_000n) }
  expect([await payWithdrawals(paying, wallet), await stateOf(small.no)]).toEqual([1, 'sent'])
  expect(await db.selectFrom('payout_pauses').select('reason').execute()).toEqual([
    { reason: 'low_balance' },
  ])
  for (const withdrawal of large) {
    expect(await stateOf(withdrawal)).toBe('approved')
    const command = { kind: 'reject_withdrawal', withdrawal, reason: 'a test' } as const
    expect((await book.submit({ command, by: { operator: 'ann' } })).accepted).toBe(true)
  }
  expect(await outcome(small)).toEqual(ONCE)
})

/** An approved withdrawal of $90 for a member without an account. Returns its number. */
async function approvedLarge(of: number): Promise<number> {
  const { effects } = await outcomeOf(world.edge.book, {
    command: {
      kind: 'request_withdrawal',
      member: of,
      amountMicros: micros(90_000_000n),
      address: addressOfKey(newPrivateKey()),
      holdUntilAt: 0,
    },
    by: { member: of },
  })
  const { no } = eventOf(effects, 'withdrawal')
  await approve(no)
  return no
}

test('leaves rows, rules, and log in agreement', async () => {
  const { db, pool } = world.edge.context
  const { differences, journals } = await checkBook(db, pool)
  expect(differences.described).toEqual([])
  expect(journals).toBeGreaterThan(1)
})
