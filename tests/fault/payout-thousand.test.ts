/**
 * Payouts under every known fault, many of each: each is on chain exactly once, and the books
 * agree.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eventOf } from '../../src/domain/ledger/event.ts'
import { micros } from '../../src/domain/money/money.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import type { Book } from '../../src/server/book/book.ts'
import { ledgerOf } from '../../src/server/chain/ledger-balances.ts'
import { explainTransfer } from '../../src/server/payout/unexplained/explain-transfer.ts'
import { markWithdrawalSent } from '../../src/server/payout/outside/mark-sent.ts'
import { payWithdrawals } from '../../src/server/payout/pay-withdrawals.ts'
import { resumeAfterLoss } from '../../src/server/pauses/pauses.ts'
import { openPayoutWallet, type PayoutWallet } from '../../src/server/payout/payout-wallet.ts'
import type { GateOptions } from '../../src/server/payout/signing-gate.ts'
import type { Address } from '../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { fundMember } from '../api/support/members.ts'
import { approveWithdrawal, effectsOf } from '../support/book-acts.ts'
import { RARELY, until } from '../support/poll.ts'
import { isLong, sample } from '../support/scale.ts'
import { openPayoutWorld, type Life, type PayoutWorld } from './payout-life.ts'

type Payout = { no: number; to: Address }

/** Each may have a few withdrawals open at a time. */
const MEMBERS = 4
const TOTAL = isLong ? 1_000 : 10

let world: PayoutWorld
let life: Life
let wallet: PayoutWallet
const members: number[] = []
const payouts: Payout[] = []

beforeAll(async () => {
  world = await openPayoutWorld()
  life = await world.begin()
  const { context } = life
  wallet = await openPayoutWallet(context.db, context.config.payoutKey ?? '')
  await context.db
    .insertInto('operators')
    .values({ username: 'ann', role: 'admin', password_hash: '' })
    .execute()
  await tellRate()
  await life.watch()
  await world.ask('faucet', { address: wallet.address, asset: 'TRX', amount: '90000' })
  await life.settle()
  for (let at = 0; at < MEMBERS; at += 1) members.push(await join(context))
})
afterAll(async () => {
  await life.end()
  await world.close()
})

/** A member with enough money for a part of the thousand. */
async function join(context: Life['context']): Promise<number> {
  const joined = await effectsOf(context.book, { kind: 'register', sponsor: 1 })
  const member = eventOf(joined, 'member').no
  for (let at = 0; at < 10; at += 1) await fundMember(context as never, member, 500)
  return member
}

/** A rate of a quarter of a dollar, for now and the surrounding minutes. */
async function tellRate(): Promise<void> {
  const { db } = life.context
  await sql`insert into live_rates (asset, rate_e8, as_of, sources)
    values (1, 25000000, now(), 'test')
    on conflict (asset) do update set rate_e8 = excluded.rate_e8, as_of = now()`.execute(db)
  await sql`insert into rate_history (minute, rate_e8, as_of, sources)
    select minute, 25000000, minute, 'test'
    from generate_series(-5, 5) at, lateral
      (select date_trunc('minute', now()) + at * interval '1 minute' as minute) as each
    on conflict do nothing`.execute(db)
}

/** Approved withdrawals of ten dollars, each to its own wallet: 38 TRX. */
async function approved(count: number): Promise<Payout[]> {
  const made: Payout[] = []
  for (let at = 0; at < count; at += 1) {
    const to = addressOfKey(newPrivateKey())
    const member = members[at % MEMBERS] ?? 0
    const amountMicros = micros(10_000_000n)
    const asked = { kind: 'request_withdrawal', member, amountMicros, address: to } as const
    const effects = await effectsOf(life.context.book, { ...asked, holdUntilAt: 0 }, { member })
    const { no } = eventOf(effects, 'withdrawal')
    await approve(no)
    made.push({ no, to })
  }
  payouts.push(...made)
  return made
}

const approve = (withdrawal: number) => approveWithdrawal(life.context.book, withdrawal)

const round = async (options: GateOptions = {}): Promise<void> =>
  (await life.payouts(options)).round()

const statesOf = async (some: readonly Payout[]): Promise<string[]> => {
  const numbers = some.map(({ no }) => no)
  const { rows } = await sql<{ state: string }>`
    select distinct state from withdrawals where no = any(${numbers}::int[])`.execute(
    life.context.db,
  )
  return rows.map(({ state }) => state)
}

/** An operator assigns each transfer to its withdrawal, and resumes payouts. */
async function explainAll(): Promise<void> {
  const { context } = life
  const { rows } = await sql<{ txid: string; no: number | null }>`
    select u.txid, w.no from unexplained_transfers u
    join chain_transactions c using (txid)
    left join withdrawals w on w.address = c.to_address and w.state = 'approved'
    where u.explained_by is null`.execute(context.db)
  for (const { txid, no } of rows) {
    const by = { operator: 'ann', requestId: txid }
    if (no !== null) await markWithdrawalSent(context, { withdrawal: no, hash: txid }, by)
    await explainTransfer(context, { txid, operator: 'ann', why: 'paid before the restore' })
  }
  await context.db.transaction().execute((tx) => resumeAfterLoss(tx))
}

/** Ends all faults until everything is paid. */
async function finish(some: readonly Payout[], options: GateOptions = {}): Promise<void> {
  await world.ask('clear-faults', {})
  await until('the payouts to be settled', async () => {
    await tellRate()
    await sql`update payouts set broadcast_at = broadcast_at - interval '2 minutes'
      where state = 'stored'`.execute(life.context.db)
    await life.watch()
    await round(options)
    await life.settle()
    await explainAll()
    await round(options)
    return (await statesOf(some)).join() === 'confirmed'
  })
}

// Long enough for a slow machine to send all of a round's payouts in time.
const short = { validForMs: 5_000, deadMarginMs: 0 }
const broadcastFaults = ['lost_answer', 'reset', 'duplicate', 'busy', 'unavailable', 'html']

/** Waits until the unpacked payout has expired, then approves it again. */
async function expire(some: readonly Payout[]): Promise<void> {
  await until(
    'the bytes to expire',
    async () => {
      await life.settle()
      await round(short)
      return (await statesOf(some)).join() === 'pending'
    },
    RARELY,
  )
  for (const { no } of some) await approve(no)
}

/** A worker that is frozen at its first message to the book until it is woken. */
function heldUp() {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const book: Book = {
    ...life.context.book,
    async submit(submission) {
      reached.resolve()
      await gate.promise
      return life.context.book.submit(submission)
    },
  }
  return { context: { ...life.context, book }, reached: reached.promise, wake: gate.resolve }
}

const faults: Record<string, (some: Payout[]) => Promise<void>> = {
  async 'answers of broadcasts are lost'(some) {
    for (const kind of broadcastFaults) {
      await world.ask('fault', { kind, count: 2, path: 'broadcasthex' })
    }
    await round()
    await finish(some)
  },

  async 'receipts by id are answered with nothing'(some) {
    await world.ask('fault', { kind: 'empty', count: 1_000_000, path: 'gettransactioninfobyid' })
    await round(short)
    await life.settle()
    await until(
      'the expiration to pass',
      async () => {
        await life.settle()
        await round(short)
        return (await statesOf(some)).join() === 'confirmed'
      },
      RARELY,
    )
  },

  async 'a fork throws payouts out of their block'(some) {
    await round()
    await world.ask('mine', { blocks: 3 })
    const { rows } = await sql<{ txid: string }>`
      select txid from payouts where state = 'stored'`.execute(life.context.db)
    const drop = rows.filter((_row, at) => at % 2 === 0).map(({ txid }) => txid)
    await world.ask('reorg', { blocks: 3, drop })
    await finish(some)
  },

  async 'bytes expire unpacked'(some) {
    await world.ask('never-mine', { count: some.length })
    await round(short)
    await expire(some)
    await finish(some)
  },

  async 'a second worker pays at the same moment'(some) {
    const workers = [await life.payouts(), await life.payouts(), await life.payouts()]
    await Promise.allSettled(workers.map((worker) => worker.round()))
    await finish(some)
  },

  async 'a worker is paused while another continues'(some) {
    await world.ask('never-mine', { count: some.length })
    await round(short)
    const late = heldUp()
    let stopped: Promise<unknown> = Promise.resolve()
    await until(
      'the bytes to expire',
      async () => {
        await life.settle()
        const waking = life.payouts(short, late.context).then((worker) => worker.round())
        stopped = waking
        return Promise.race([late.reached.then(() => true), waking.then(() => false)])
      },
      RARELY,
    )
    await expire(some)
    await round()
    late.wake()
    await stopped
    await finish(some)
  },

  async 'a worker is killed between storing and sending'(some) {
    await life.watch()
    expect(await payWithdrawals(life.context, wallet)).toBe(some.length)
    await finish(some)
  },

  async 'the database is restored from before the payouts, and the index lost them'(some) {
    await life.end()
    await world.backUp()
    life = await world.begin()
    await round()
    await life.settle()
    await round()
    expect(await statesOf(some)).toEqual(['confirmed'])
    await hideAll()
    await life.end()
    await world.restore()
    life = await world.begin()
    // Until the scan has caught up, the worker signs nothing. Afterward it has nothing to sign.
    await round()
    await life.watch()
    await round()
    expect(await statesOf(some)).toEqual(['approved'])
    await finish(some)
  },

  async 'the database is replaced under a product that runs'(some) {
    await life.end()
    await world.backUp()
    life = await world.begin()
    const worker = await life.payouts()
    await worker.round()
    await life.settle()
    await worker.round()
    expect(await statesOf(some)).toEqual(['confirmed'])
    await world.restore()
    await worker.round().catch(() => undefined)
    await life.watch().catch(() => undefined)
    await worker.round().catch(() => undefined)
    await life.watch()
    await worker.round().catch(() => undefined)
    expect(await statesOf(some)).toEqual(['approved'])
    await finish(some)
  },

  async 'the database is restored while payouts are on their way'(some) {
    const fenced = { ...short, fenceMs: 5_500 }
    await life.end()
    await world.backUp()
    life = await world.begin()
    await round(short)
    expect(await statesOf(some)).toEqual(['sent'])
    await life.end()
    await world.restore()
    life = await world.begin()
    await life.watch()
    await round(fenced)
    expect(await statesOf(some)).toEqual(['approved'])
    const pauses = await sql<{ reason: string }>`select reason from payout_pauses`.execute(
      life.context.db,
    )
    expect(pauses.rows).toContainEqual({ reason: 'behind' })
    await finish(some, fenced)
  },
}

async function hideAll(): Promise<void> {
  const { rows } = await sql<{ txid: string }>`select txid from payouts`.execute(life.context.db)
  for (const { txid } of rows) await world.ask('hide', { txid })
}

const played = sample(Object.keys(faults), 6)
const each = Math.ceil(TOTAL / played.length)
const MAX_AT_ONCE = 20

test.each(played)('%s', async (name) => {
  for (let left = each; left > 0; left -= MAX_AT_ONCE) {
    await tellRate()
    const some = await approved(Math.min(left, MAX_AT_ONCE))
    await faults[name]?.(some)
    expect(await statesOf(some)).toEqual(['confirmed'])
  }
})

/** The chain's own balance of an address, in sun. */
async function balanceOf(address: string): Promise<number> {
  const request = { method: 'POST', body: JSON.stringify({ address, visible: true }) }
  const url = `${world.devnet.url}/walletsolidity/getaccount`
  return z
    .object({ balance: z.number().default(0) })
    .parse(await (await fetch(url, request)).json()).balance
}

test('pays each exactly once, in agreement with ledger, rows, and chain', async () => {
  const { context } = life
  expect(payouts.length).toBeGreaterThanOrEqual(TOTAL)
  const wrong: string[] = []
  for (const { no, to } of payouts) {
    const balance = await balanceOf(to)
    if (balance !== 38_000_000) wrong.push(`withdrawal ${no}: ${balance}`)
  }
  expect(wrong).toEqual([])
  const ledger = await ledgerOf(context.db, wallet.address)
  expect(ledger.trx).toBe(BigInt(await balanceOf(wallet.address)))
  const { differences } = await checkBook(context.db, context.pool)
  expect(differences.described).toEqual([])
})
