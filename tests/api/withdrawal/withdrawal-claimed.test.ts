import { sql, type Expression } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../src/server/context.ts'
import { micros } from '../../../src/domain/money/money.ts'
import { claimItem, readClaims } from '../../../src/server/claims/claims.ts'
import { measure } from '../../../src/server/monitoring/measure.ts'
import type { PayoutWallet } from '../../../src/server/payout/payout-wallet.ts'
import { payWithdrawals } from '../../../src/server/payout/pay-withdrawals.ts'
import { storePayouts } from '../../../src/server/payout/record-payouts.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { withdrawalColumns } from '../../../src/server/withdrawal/queries.ts'
import { readOperatorWithdrawals } from '../../../src/server/withdrawal/review/withdrawals.ts'
import { recordDecisions } from '../../../src/server/withdrawal/review/record-decisions.ts'
import { callHook } from '../../../src/server/book/batch-hook.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { until } from '../../support/poll.ts'
import { behind } from '../support/behind.ts'
import { fundMember } from '../support/members.ts'
import { financeOperator } from '../support/payouts.ts'
import { openPayingFinance } from './open-finance.ts'
import type { MoneyMember, MoneyWorld } from '../support/money-world.ts'

// An operator claims an approved withdrawal to pay it from another wallet. We don't pay it, too.

type DecisionInput = Parameters<typeof recordDecisions.fits>[1]

let world: MoneyWorld
let wallet: PayoutWallet
let members: MoneyMember[]
let headers: Record<string, string>
beforeAll(async () => {
  ;({ world, wallet, headers } = await openPayingFinance())
  // Each of them may have ten open withdrawals.
  members = [await world.member('payee'), await world.member('payeetoo')]
  for (const { no } of members) await fundMember(world.edge, no, 200)
})
afterAll(() => world.close())

async function requested(): Promise<number> {
  const address = addressOfKey(newPrivateKey())
  const [member, next] = members
  if (!member || !next) throw new Error('no members')
  members = [next, member]
  await sql`update identities set wallet_address = ${address}, hold_until = null
    where member_no = ${member.no}`.execute(world.edge.db)
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  return Number(asked.body.id)
}

async function approved(): Promise<number> {
  const no = await requested()
  await approveWithdrawal(world.edge.book, no)
  return no
}

const withdrawalOf = (no: number) =>
  world.edge.db
    .selectFrom('withdrawals')
    .select(['state', 'address'])
    .where('no', '=', no)
    .executeTakeFirstOrThrow()

const stateOf = async (no: number) => (await withdrawalOf(no)).state

const claim = (no: number) =>
  claimItem(world.edge.db, financeOperator, 'withdrawals', BigInt(no), { requestId: 'a test' })

/** Ends the claim. The next round then pays the withdrawal. */
async function expectPaidAfterClaim(no: number): Promise<void> {
  await sql`update operator_claims set ends_at = now() where item = ${no}`.execute(world.edge.db)
  expect([await pay(), await stateOf(no)]).toEqual([1, 'sent'])
}

const pay = (context: Context = world.edge.context) => payWithdrawals(context, wallet)

/** Whether a statement that contains these words waits for a lock. */
async function isWaiting(words: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%${words}%`}`.execute(world.edge.db)
  return rows.length > 0
}

const balances = () => Promise.resolve({ ok: true as const, value: { trx: 10n ** 7n, usdt: 0n } })

test('pays nothing from the claim until it expires', async () => {
  const { context } = world.edge
  const no = await approved()
  expect(await pay({ ...context, tron: { ...context.tron, balances } })).toBe(0)
  await claim(no)
  expect([await pay(), await stateOf(no)]).toEqual([0, 'approved'])
  // Another claim by the same operator extends it.
  await claim(no)
  expect(await pay()).toBe(0)
  await expectPaidAfterClaim(no)
})

test('pays at once what an operator claimed only to approve it', async () => {
  const no = await requested()
  await claim(no)
  await approveWithdrawal(world.edge.book, no)
  expect([await pay(), await stateOf(no)]).toEqual([1, 'sent'])
})

test('alerts if an operator keeps many withdrawals from being paid', async () => {
  const { db } = world.edge
  const start = await measure(db, new Date())
  expect(start.claimed_payouts).toBe(0n)
  const reviewed = await requested()
  await claim(reviewed)
  const no = await approved()
  for (let time = 0; time < 3; time += 1) await claim(no)
  expect(await measure(db, new Date())).toMatchObject({ claimed_payouts: 100n })
  const entries = await db
    .selectFrom('audit_entries')
    .select(['operator', 'action'])
    .where('object', '=', `withdrawal ${no}`)
    .where('action', '=', 'claim withdrawal')
    .execute()
  expect(entries).toEqual([{ operator: 'ben', action: 'claim withdrawal' }])
  await expectPaidAfterClaim(no)
  expect(await measure(db, new Date())).toMatchObject({ claimed_payouts: 0n })
})

test('counts no claim of a withdrawal that its operator has paid', async () => {
  const { edge } = world
  const no = await approved()
  const act = (path: string, body = {}) =>
    edge.call('POST', `/api/operator/${path}/`, { headers, body })
  expect((await act(`queues/withdrawals/${no}/claim`)).status).toBe(200)
  expect(await measure(edge.db, new Date())).toMatchObject({ claimed_payouts: 100n })
  const { address } = await withdrawalOf(no)
  const txid = await world.pay(requireAddress(address), 'TRX', '38')
  await world.mine(1)
  const sent = await act(`withdrawals/${no}/sent`, { transaction_hash: txid })
  expect([sent.status, await stateOf(no)]).toEqual([200, 'sent'])
  expect(await measure(edge.db, new Date())).toMatchObject({ claimed_payouts: 0n })
})

test('ends a claim at the approval that it was for', async () => {
  const act = (no: number, what: 'claim' | 'release') =>
    world.edge.call('POST', `/api/operator/queues/withdrawals/${no}/${what}/`, { headers })
  const shown = async (no: number) => {
    const { body } = await world.edge.call('GET', `/api/operator/withdrawals/${no}/`, { headers })
    return body.claim?.operator
  }
  const no = await requested()
  await claim(no)
  expect(await shown(no)).toBe('ben')
  expect((await act(no, 'claim')).problem.code).toBe('claimed_by_another')
  await approveWithdrawal(world.edge.book, no)
  expect(await shown(no)).toBeUndefined()
  expect((await act(no, 'release')).status).toBe(200)
  await claim(no)
  expect(await shown(no)).toBe('ben')
  await expectPaidAfterClaim(no)
})

test('keeps a claim in force after an approval from before the clock was set back', async () => {
  const { db, book } = world.edge
  const no = await requested()
  await claim(no)
  // The first of two approvals ends this claim for the review.
  const limits = { payoutLimitMicros: micros(5_000_000n), dayLimitMicros: micros(5_000_000n) }
  const approval = { withdrawal: no, operator: 'ann', revision: null, ...limits }
  await book.submit({
    command: { kind: 'approve_withdrawal', ...approval },
    by: { operator: 'ann' },
  })
  expect(await stateOf(no)).toBe('pending')
  const setApproval = (at: Expression<Date>) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update withdrawal_approvals set at = ${at} where withdrawal_no = ${no}`.execute(tx)
    })
  const setClaim = (at: Expression<Date>) =>
    sql`update operator_claims set claimed_at = ${at} where item = ${no}`.execute(db)
  const isClaimed = async () => (await readClaims(db, 'withdrawals', [no])).size === 1
  expect(await isClaimed()).toBe(false)
  // Its time lies ahead, as after a failover to a server with a slower clock.
  await setApproval(sql`now() + interval '1 hour'`)
  await claim(no)
  expect(await isClaimed()).toBe(true)
  // Two hours pass.
  await setApproval(sql`at - interval '2 hours'`)
  await setClaim(sql`claimed_at - interval '2 hours'`)
  expect(await isClaimed()).toBe(true)
  // The claim may be from before the clock was set back, or from after that.
  await setApproval(sql`now() + interval '1 hour'`)
  await setClaim(sql`now()`)
  expect(await isClaimed()).toBe(true)
})

test('keeps a claim to pay when another window releases its own for the review', async () => {
  const act = (no: number, what: 'claim' | 'release', body = {}) =>
    world.edge.call('POST', `/api/operator/queues/withdrawals/${no}/${what}/`, { headers, body })
  const no = await requested()
  await act(no, 'claim')
  expect((await act(no, 'release', { review: true })).body.operator).toBe(null)
  await act(no, 'claim')
  await approveWithdrawal(world.edge.book, no)
  await act(no, 'claim')
  const kept = await act(no, 'release', { review: true })
  expect([kept.status, kept.body.operator]).toEqual([200, 'fiona'])
  expect([await pay(), await stateOf(no)]).toEqual([0, 'approved'])
  expect((await act(no, 'release')).body.operator).toBe(null)
  expect([await pay(), await stateOf(no)]).toEqual([1, 'sent'])
})

test('lets another operator act on what was claimed only to approve it', async () => {
  const [taken, rejected] = [await requested(), await requested()]
  for (const no of [taken, rejected]) {
    await claim(no)
    await approveWithdrawal(world.edge.book, no)
  }
  const claimed = await world.edge.call(
    'POST',
    `/api/operator/queues/withdrawals/${taken}/claim/`,
    { headers },
  )
  expect(claimed.body.operator).toBe('fiona')
  const path = `/api/operator/withdrawals/${rejected}/reject/` as const
  const answer = await world.edge.call('POST', path, { headers, body: { reason: 'A test' } })
  expect(answer.body.stage).toBe('rejected')
  await expectPaidAfterClaim(taken)
})

/** Claims a withdrawal while every batch waits. */
const claimedInBetween = (no: number) => [
  sql`lock table batch_lock in exclusive mode`,
  sql`insert into operator_claims (queue, item, operator, ends_at)
    values ('withdrawals', ${no}, 'ben', now() + interval '1 minute')`,
]

test('pays nothing if the claim comes after we read what is due', async () => {
  const no = await approved()
  expect(await behind(world.edge.db, claimedInBetween(no), () => pay())).toBe(0)
  expect(await stateOf(no)).toBe('approved')
  await expectPaidAfterClaim(no)
})

test('rejects nothing that another operator claims meanwhile', async () => {
  const no = await approved()
  const path = `/api/operator/withdrawals/${no}/reject/` as const
  const reject = () => world.edge.call('POST', path, { headers, body: { reason: 'A test' } })
  const { status, problem } = await behind(world.edge.db, claimedInBetween(no), reject)
  expect([status, problem.code, await stateOf(no)]).toEqual([409, 'claimed_by_another', 'approved'])
  await expectPaidAfterClaim(no)
})

test('pays nothing while a claim is being stored', async () => {
  const { db } = world.edge
  const no = await approved()
  await claim(no)
  await sql`update operator_claims set ends_at = now() where item = ${no}`.execute(db)
  const { taken } = await db.transaction().execute(async (tx) => {
    await sql`select from operator_claims where item = ${no} for update`.execute(tx)
    const begun = claim(no)
    await until('the claim to wait', () => isWaiting('operator_claims'))
    expect(await pay()).toBe(0)
    return { taken: begun }
  })
  expect([(await taken).operator, await stateOf(no)]).toEqual(['ben', 'approved'])
  await expectPaidAfterClaim(no)
})

test('claims nothing while a payout is being stored', async () => {
  const no = await approved()
  const input = {
    withdrawal: no,
    attempt: 1,
    coin: 'TRX' as const,
    units: 38_000_000n,
    from: wallet.address,
    to: (await withdrawalOf(no)).address,
    txid: '0'.repeat(64),
    signedHex: null,
    expiresAt: null,
    feeLimitSun: 0n,
  }
  const { taken } = await world.edge.db.transaction().execute(async (tx) => {
    expect(await storePayouts.check?.(tx, [input], [])).toEqual([[]])
    const begun = claim(no)
    await until('the claim to wait', () => isWaiting('advisory'))
    return { taken: begun }
  })
  expect((await taken).operator).toBe('ben')
  await expectPaidAfterClaim(no)
})

test('returns nothing that is claimed, whatever the input says that it is about', async () => {
  const [no, other] = [await requested(), await requested()]
  await claim(no)
  const entry = { operator: 'fiona', action: 'reject withdrawal', reason: 'x', requestId: 'x' }
  const [before] = await readOperatorWithdrawals(
    world.edge.db,
    0n,
    withdrawalColumns('withdrawals.no', '=', other),
  )
  const reject = (input: DecisionInput) =>
    world.edge.book.submit({
      command: { kind: 'reject_withdrawal', withdrawal: no, reason: 'x' },
      by: { operator: 'fiona' },
      hook: callHook(recordDecisions, input),
    })
  await expect(reject({ entry })).rejects.toThrow('is claimed')
  await expect(reject({ entry: { ...entry, action: 'x' } })).rejects.toThrow('is claimed')
  await expect(reject({ entry, before })).rejects.toThrow('does not fit')
  expect(await stateOf(no)).toBe('pending')
})
