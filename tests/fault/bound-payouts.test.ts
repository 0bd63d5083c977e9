/** Payouts stay bound to the approved attempt, however late a worker is. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { containing, matching } from '../support/matching.ts'
import { micros, units } from '../../src/domain/money/money.ts'
import { callHook } from '../../src/server/book/batch-hook.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { ASSET_CODES } from '../../src/server/book/rows/ledger-rows.ts'
import { DoneElsewhere } from '../../src/server/book/submission.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import type { Context } from '../../src/server/context.ts'
import { ledgerOf } from '../../src/server/chain/ledger-balances.ts'
import { readLack, reviewLack } from '../../src/server/custody/queries.ts'
import { addOperator } from '../../src/server/staff/operators.ts'
import { endPayout } from '../../src/server/payout/end-payout.ts'
import {
  explainTransfer,
  recordMoves,
} from '../../src/server/payout/unexplained/explain-transfer.ts'
import { markWithdrawalSent } from '../../src/server/payout/outside/mark-sent.ts'
import { openPayouts } from '../../src/server/payout/payout-worker.ts'
import type { GateOptions } from '../../src/server/payout/signing-gate.ts'
import type { PayoutWallet } from '../../src/server/payout/payout-wallet.ts'
import type { Address } from '../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { password } from '../api/support/members.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../api/support/money-world.ts'
import { approvedPayout, openPayee, withdrawalState } from '../api/support/payouts.ts'
import { approveWithdrawal } from '../support/book-acts.ts'
import { RARELY, until } from '../support/poll.ts'
import { sendOutside } from './send-outside.ts'
import { productHooks } from '../../src/server/app/batch-hooks.ts'

let world: MoneyWorld
let wallet: PayoutWallet
let member: MoneyMember
beforeAll(async () => {
  world = await openMoneyWorld({}, 1_000)
  ;({ wallet, member } = await openPayee(world))
})
beforeEach(() => member.post('auth/step-up/', { password }))
afterAll(() => world.close())

async function round(context: Context = world.edge.context, options: GateOptions = {}) {
  const worker = await openPayouts(context, options)
  await worker.round()
}

const request = () => approvedPayout(world, member)

const approve = (withdrawal: number) => approveWithdrawal(world.edge.book, withdrawal)

const stateOf = (no: number) => withdrawalState(world, no)

const payoutsOf = (no: number) =>
  world.edge.db
    .selectFrom('payouts')
    .select(['no', 'withdrawal_no', 'attempt', 'txid', 'from_address', 'state'])
    .where('withdrawal_no', '=', no)
    .orderBy('no')
    .execute()

async function transfersTo(to: Address): Promise<number> {
  const sent = await world.edge.context.tron.outgoing(wallet.address, 0)
  if (!sent.ok) throw new Error('the chain cannot be read')
  return sent.value.filter((each) => each.succeeded && each.transfer?.to === to).length
}

/** A worker that is paused just before it reports to the ledger how a payout ended. */
function stopAtBook() {
  const { context } = world.edge
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const book: Book = {
    ...context.book,
    submit: async (submission) => {
      reached.resolve()
      await gate.promise
      return context.book.submit(submission)
    },
  }
  return { context: { ...context, book }, reached: reached.promise, wake: () => gate.resolve() }
}

/** Runs the network and the workers until a withdrawal reaches a state. */
async function reach(no: number, state: string, options: GateOptions): Promise<void> {
  const look = async (): Promise<boolean> => {
    await sql`update payouts set broadcast_at = broadcast_at - interval '2 minutes'
      where state = 'stored'`.execute(world.edge.db)
    await world.mine(20)
    await world.watch()
    await round(world.edge.context, options)
    return (await stateOf(no)) === state
  }
  await until(`withdrawal ${no} to be ${state}`, look, RARELY)
}

test('doesn’t let a delayed worker end another attempt', async () => {
  const options = { validForMs: 8_000, deadMarginMs: 0 }
  const { no, to } = await request()
  await world.switch('never-mine', { count: 1 })
  await round(world.edge.context, options)
  const late = stopAtBook()
  let stopped: Promise<void> | undefined
  await until(
    'the payout to be given up',
    async () => {
      await world.mine(20)
      await world.watch()
      const waking = round(late.context, options)
      stopped = waking
      return Promise.race([late.reached.then(() => true), waking.then(() => false)])
    },
    RARELY,
  )
  await reach(no, 'pending', options)
  await approve(no)
  await round()
  expect(await stateOf(no)).toBe('sent')
  late.wake()
  await stopped
  // The late worker reports that attempt 1 expired. Attempt 2 is under way and must stay so.
  expect(await stateOf(no)).toBe('sent')
  await reach(no, 'confirmed', {})
  expect((await payoutsOf(no)).map(({ state }) => state)).toEqual(['expired', 'confirmed'])
  expect(await transfersTo(to)).toBe(1)
})

test('pauses payouts when an abandoned payout appears on chain', async () => {
  const { context, db } = world.edge
  const { no } = await request()
  await round()
  await world.settle()
  const late = stopAtBook()
  const stopped = round(late.context)
  await late.reached
  const [payout] = await payoutsOf(no)
  if (!payout) throw new Error('nothing was stored')
  await endPayout(context, payout, { state: 'expired', fee: 0n, reason: 'a node was wrong' })
  expect(await stateOf(no)).toBe('pending')
  late.wake()
  await stopped
  await approve(no)
  await round()
  expect(await stateOf(no)).toBe('approved')
  const pauses = await db.selectFrom('payout_pauses').select(['reason', 'detail']).execute()
  expect(pauses).toEqual([{ reason: 'unexplained_transfer', detail: containing(payout.txid) }])
  const rejected = { kind: 'reject_withdrawal', withdrawal: no, reason: 'paid already' } as const
  expect((await context.book.submit({ command: rejected, by: { operator: 'ann' } })).accepted).toBe(
    true,
  )
  const why = { txid: payout.txid, operator: 'ann', why: 'we gave it up too early' }
  expect(await explainTransfer(context, why)).toContainEqual(
    expect.stringContaining('out of custody'),
  )
  await round()
  expect(await db.selectFrom('payout_pauses').selectAll().execute()).toEqual([])
})

test('holds a withdrawal that becomes due in an idle round', async () => {
  const { pool } = world.edge.context
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  const no = Number(asked.body.id)
  // The chain moves on but the record doesn't, so the worker must sign nothing.
  await world.mine(40)
  const lock = await pool.connect()
  await lock.query('begin')
  await lock.query('lock table unexplained_transfers in access exclusive mode')
  const idle = round(world.edge.context, { mostBehindMs: 0 })
  try {
    await until('the round to have found nothing due', async () => {
      const waiting = await pool.query(
        `select from pg_locks where relation = 'unexplained_transfers'::regclass and not granted`,
      )
      return waiting.rows.length > 0
    })
    await approve(no)
  } finally {
    await lock.query('rollback')
    lock.release()
  }
  await idle
  expect([await stateOf(no), await payoutsOf(no)]).toEqual(['approved', []])
  await reach(no, 'confirmed', {})
})

test('accepts a shortfall only up to the reviewed amount', async () => {
  const { context, db } = world.edge
  const { no } = await request()
  const poorer = (missing: bigint): Context => ({
    ...context,
    tron: {
      ...context.tron,
      async owned(address) {
        const found = await context.tron.owned(address)
        if (!found.ok || address !== wallet.address) return found
        return { ok: true, value: { ...found.value, trx: found.value.trx - missing } }
      },
    },
  })
  const checked = await ledgerOf(db, wallet.address)
  const row = {
    address: wallet.address,
    chain_trx: checked.trx - 4n,
    chain_usdt: checked.usdt,
    ledger_trx: checked.trx,
    ledger_usdt: checked.usdt,
    state: 'differs' as const,
    checked_at: new Date(),
    differs_since: sql<Date>`now()`,
  }
  const agree = () =>
    db.deleteFrom('address_checks').where('address', '=', wallet.address).execute()
  const differ = async () => {
    await agree()
    await db.insertInto('address_checks').values(row).execute()
  }
  await differ()
  expect(await reviewLack(db, wallet.address, 'a test took it')).toMatchObject({ trx: 4n })
  await round(poorer(5n))
  expect(await stateOf(no)).toBe('approved')
  const pauses = await db.selectFrom('payout_pauses').select('reason').execute()
  expect(pauses).toEqual([{ reason: 'missing_coins' }])
  await round(poorer(4n))
  expect(await stateOf(no)).toBe('sent')
  expect(await db.selectFrom('payout_pauses').selectAll().execute()).toEqual([])
  await agree()
  await reach(no, 'confirmed', {})
  // The difference is over. Another one of the same amount needs its own review.
  await differ()
  const { no: later } = await request()
  await round(poorer(4n))
  expect(await readLack(db, wallet.address)).toMatchObject({ trx: 4n, usdt: 0n })
  expect(await stateOf(later)).toBe('approved')
  await agree()
  await reach(later, 'confirmed', {})
})

test('doesn’t use an already explained transfer as a payout', async () => {
  const { context, db } = world.edge
  await addOperator(db, 'ann', 'finance')
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  const no = Number(asked.body.id)
  await db.insertInto('blocked_payouts').values({ withdrawal_no: no, detail: 'by hand' }).execute()
  await approve(no)
  const { address: to } = await db
    .selectFrom('withdrawals')
    .select('address')
    .where('no', '=', no)
    .executeTakeFirstOrThrow()
  const txid = await sendAway(to as Address)
  await world.settle()
  const explained = await explainTransfer(context, {
    txid,
    operator: 'ann',
    why: 'a gift',
    notFor: [no],
  })
  expect(explained).toContainEqual(expect.stringContaining('out of custody'))
  const by = { operator: 'ann', requestId: 'test' }
  const sent = { withdrawal: no, hash: txid }
  await expect(markWithdrawalSent(context, sent, by)).rejects.toMatchObject({
    code: 'already_used',
  })
  expect(await stateOf(no)).toBe('approved')
  const rejected = { kind: 'reject_withdrawal', withdrawal: no, reason: 'a gift' } as const
  await context.book.submit({ command: rejected, by: { operator: 'ann' } })
  await db.deleteFrom('blocked_payouts').execute()
  await round()
  expect(await db.selectFrom('payout_pauses').selectAll().execute()).toEqual([])
})

test('books no explanation for a transfer that was recorded as a payout meanwhile', async () => {
  const { book, db } = world.edge.context
  const { txid } = await db
    .selectFrom('payouts')
    .select('txid')
    .where('state', '=', 'confirmed')
    .limit(1)
    .executeTakeFirstOrThrow()
  const move = {
    network: 'devnet',
    txid,
    asset: ASSET_CODES.TRX,
    logIndex: 0,
    amount: 1_000_000n,
    from: wallet.address,
    to: wallet.address,
    toOwn: false,
    payees: [],
    notFor: [],
    blockNumber: 1,
    blockAt: new Date(),
    attributable: true,
  }
  const booked = book.submit({
    command: {
      kind: 'move_treasury',
      coin: 'TRX',
      amountUnits: units(-move.amount),
      reason: 'a test',
    },
    by: { system: 'explained' },
    hook: callHook(recordMoves, move),
  })
  await expect(booked).rejects.toBeInstanceOf(DoneElsewhere)
  const moves = db.selectFrom('outside_moves').select('txid').where('txid', '=', txid)
  expect(await moves.execute()).toEqual([])
})

/** Sends the value of a ten-dollar withdrawal from the wallet, bypassing the product. */
const sendAway = (to: Address) => sendOutside(world.edge.context, wallet, to, 38_000_000n)

/** Edits a row as the database's owner could, without triggers. */
async function edit(...statements: string[]): Promise<void> {
  await world.edge.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
}

/** A freshly started worker, whose book is folded from the tables. */
async function roundAfterRestart(): Promise<void> {
  const { context } = world.edge
  const { db, pool, config } = context
  const log = pino({ level: 'silent' })
  const book = await openBook({ db, pool, log, hooks: productHooks(config) })
  try {
    await round({ ...context, book })
  } finally {
    await book.close()
  }
}

test('pays nothing for an edited approved row, even after a restart', async () => {
  const { no, to } = await request()
  const thief = addressOfKey(newPrivateKey())
  const rewrite = (address: string, amount: number): string =>
    `update withdrawals set address = '${address}', amount_micros = ${amount} where no = ${no}`
  const { pool } = world.edge.context
  await expect(pool.query(rewrite(thief, 400_000_000))).rejects.toMatchObject({ code: 'TF001' })
  await edit(rewrite(thief, 400_000_000))
  await round()
  await roundAfterRestart()
  await world.settle()
  expect(await stateOf(no)).toBe('approved')
  expect([await transfersTo(thief), await transfersTo(to)]).toEqual([0, 0])
  const troubles = await world.edge.db.selectFrom('blocked_payouts').selectAll().execute()
  expect(troubles).toMatchObject([{ withdrawal_no: no, detail: matching(/edited/) }])
  await edit(rewrite(to, 10_000_000), 'delete from blocked_payouts')
  await roundAfterRestart()
  await world.settle()
  await round()
  expect([await transfersTo(thief), await transfersTo(to)]).toEqual([0, 1])
})

test('pays nothing for approved rows without approvals after a restart', async () => {
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  const no = Number(asked.body.id)
  const invented = no + 1
  const limits = { payoutLimitMicros: micros(1n), dayLimitMicros: micros(1n) }
  const one = { withdrawal: no, operator: 'ann', revision: null, ...limits }
  const { book } = world.edge
  await book.submit({ command: { kind: 'approve_withdrawal', ...one }, by: { operator: 'ann' } })
  await edit(
    `insert into withdrawal_approvals values (${no}, 1, 'bea', 10000000, now(), 1)`,
    `update withdrawals set state = 'approved', revision = 2 where no = ${no}`,
    `insert into withdrawals (no, member_no, amount_micros, fee_micros, address, state, revision,
        attempt, hold_until, requested_at, pay_asset)
      select ${invented}, member_no, amount_micros, fee_micros, address, 'approved', 2,
        1, 'epoch', now(), 1 from withdrawals where no = ${no}`,
  )
  await roundAfterRestart()
  expect([await stateOf(no), await stateOf(invented)]).toEqual(['approved', 'approved'])
  expect([await payoutsOf(no), await payoutsOf(invented)]).toEqual([[], []])
  await edit(
    `delete from withdrawals where no = ${invented}`,
    `delete from withdrawal_approvals where operator = 'bea'`,
    `update withdrawals set state = 'pending', revision = 1 where no = ${no}`,
    'delete from blocked_payouts',
  )
})

test('leaves rows, rules, and log in agreement', async () => {
  const { db, pool } = world.edge.context
  expect((await checkBook(db, pool)).differences.described).toEqual([])
})
