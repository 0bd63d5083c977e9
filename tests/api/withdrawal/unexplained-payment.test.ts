import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PayoutWallet } from '../../../src/server/payout/payout-wallet.ts'
import { raisePause, resumeAfterLoss } from '../../../src/server/pauses/pauses.ts'
import { returnDisputed } from '../../../src/server/withdrawal/return-disputed.ts'
import { sendOutside } from '../../fault/send-outside.ts'
import { approveFor, callFor, openPayingFinance } from './open-finance.ts'
import type { MoneyWorld } from '../support/money-world.ts'

// After a restore, the database lacks the latest payouts, but the chain has them. Until an operator
// has explained them, they may be payments of withdrawals that are open again.

let world: MoneyWorld
let wallet: PayoutWallet
let headers: Record<string, string>
beforeAll(async () => {
  ;({ world, wallet, headers } = await openPayingFinance())
})
afterAll(() => world.close())

test('returns nothing that a payout may have paid that the database lacks', async () => {
  const { context, db } = world.edge
  const { member, wallet: to } = await approveFor(world, headers, 'restored')
  const asked = await member.post('rewards/withdrawals/', { amount: 3, payment_method: 'trx' })
  const { id } = asked.body
  const txid = await sendOutside(context, wallet, to, 10_000_000n)
  await world.settle()
  const flags = async () =>
    (await world.edge.call('GET', `/api/operator/withdrawals/${id}/`, { headers })).body.flags
  expect(await flags()).toContain('history_lost')
  const cancelled = await member.post(`rewards/withdrawals/${id}/cancel/`, {})
  expect([cancelled.status, cancelled.code]).toEqual([409, 'wrong_state'])
  const rejected = await callFor(world, headers, id, 'reject', { reason: 'Restored' })
  expect([rejected.status, rejected.code]).toEqual([409, 'wrong_state'])
  await db
    .insertInto('security_events')
    .values({ member_no: member.no, kind: 'disputed' })
    .execute()
  await returnDisputed(context)
  const { rows } = await sql`select state from withdrawals where no = ${Number(id)}`.execute(db)
  expect(rows).toEqual([{ state: 'pending' }])

  await db
    .updateTable('unexplained_transfers')
    .set({ explained_by: 'ann', explanation: 'a gift' })
    .where('txid', '=', txid)
    .execute()
  expect(await flags()).not.toContain('history_lost')
  await returnDisputed(context)
  expect((await member.get('rewards/withdrawals/')).body.results[0]?.stage).toBe('rejected')
})

test('returns what was requested after a payment that nobody has explained', async () => {
  const { member, wallet: to } = await approveFor(world, headers, 'earlier')
  await sendOutside(world.edge.context, wallet, to, 10_000_000n)
  await world.settle()
  const ask = { amount: 3, payment_method: 'trx' }
  const { id } = (await member.post('rewards/withdrawals/', ask)).body
  expect((await member.post(`rewards/withdrawals/${id}/cancel/`, {})).status).toBe(200)
})

test('returns nothing that lost commands may have paid', async () => {
  const { context, db } = world.edge
  const { member } = await approveFor(world, headers, 'lost')
  const ask = async () => {
    const body = { amount: 3, payment_method: 'trx' }
    return (await member.post('rewards/withdrawals/', body)).body.id
  }
  const cancel = async (id: string) =>
    (await member.post(`rewards/withdrawals/${id}/cancel/`, {})).status
  const before = await ask()
  await raisePause(context, 'history_lost', 'Commands are missing.')
  expect(await cancel(before)).toBe(409)
  const { code, problem } = await callFor(world, headers, before, 'reject', { reason: 'Lost' })
  expect([code, problem.text]).toEqual([
    'wrong_state',
    { code: 'payout_maybe_on_chain', params: {} },
  ])
  expect(await cancel(await ask())).toBe(200)
  await db.transaction().execute(resumeAfterLoss)
  expect(await cancel(before)).toBe(200)
})

test('returns nothing requested before a restore until the scan has read the chain', async () => {
  const { db } = world.edge
  const { member } = await approveFor(world, headers, 'unread')
  const { id } = (await member.post('rewards/withdrawals/', { amount: 3, payment_method: 'trx' }))
    .body
  const cancel = async () => await member.post(`rewards/withdrawals/${id}/cancel/`, {})
  const earlier = sql<Date>`pg_postmaster_start_time() - interval '121 secs'`
  const usual = sql<Date>`pg_postmaster_start_time() - interval '120 secs'`
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const old = tx.updateTable('withdrawals').set({ requested_at: earlier })
    await old.where('no', '=', Number(id)).execute()
  })
  const scanUntil = (at: typeof usual) => db.updateTable('chain_cursors').set({ final_at: at })
  await scanUntil(earlier).execute()
  const refused = await cancel()
  expect([refused.status, refused.code]).toEqual([409, 'wrong_state'])
  const { code } = await callFor(world, headers, id, 'reject', { reason: 'Restored' })
  expect(code).toBe('wrong_state')
  await scanUntil(usual).execute()
  expect((await cancel()).status).toBe(200)
})
