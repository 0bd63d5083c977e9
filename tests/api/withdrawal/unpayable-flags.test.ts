import { afterAll, beforeAll, expect, test } from 'vitest'
import { raisePause, resumeAfterLoss } from '../../../src/server/pauses/pauses.ts'
import { readDevnetInfo } from '../../devnet/info.ts'
import { giveUp, storeAttempt } from '../support/payouts.ts'
import { signInStaff } from '../support/staff-edge.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { approveFor, callFor } from './open-finance.ts'

// Operators see why we don't pay an approved withdrawal, before they pay it from another wallet.

let world: MoneyWorld
let headers: Record<string, string>
beforeAll(async () => {
  world = await openMoneyWorld()
  await (await world.openPayouts()).round()
  await world.settle()
  headers = (await signInStaff(world.edge, 'fiona', 'finance')).headers
})
afterAll(() => world.close())

const flagsOf = async (id: string) =>
  (await world.edge.call('GET', `/api/operator/withdrawals/${id}/`, { headers })).body.flags

test('says that a withdrawal is in quarantine, until it is returned', async () => {
  const { batch_contract: contract } = await readDevnetInfo(world.devnet.url)
  const { id } = await approveFor(world, headers, 'contract', null, contract)
  expect(await flagsOf(id)).not.toContain('quarantined')
  await (await world.openPayouts()).round()
  expect(await flagsOf(id)).toContain('quarantined')
  await callFor(world, headers, id, 'reject', { reason: 'A contract' })
  expect(await flagsOf(id)).not.toContain('quarantined')
})

test('says that a payout that we gave up on has paid a withdrawal', async () => {
  const { wallet, id } = await approveFor(world, headers, 'late')
  const txid = await world.pay(wallet, 'TRX', '38')
  await storeAttempt(world, { withdrawal: Number(id), attempt: 1, from: wallet, to: wallet, txid })
  await giveUp(world, txid)
  expect(await flagsOf(id)).not.toContain('paid_late')
  await world.settle()
  expect(await flagsOf(id)).toContain('paid_late')
  expect((await callFor(world, headers, id, 'approve')).status).toBe(200)
  expect(await flagsOf(id)).toContain('paid_late')
  expect((await callFor(world, headers, id, 'sent', { transaction_hash: txid })).status).toBe(200)
  expect(await flagsOf(id)).not.toContain('paid_late')
})

test('says that lost commands may have paid a withdrawal', async () => {
  const { db } = world.edge
  const { id } = await approveFor(world, headers, 'lost')
  expect(await flagsOf(id)).not.toContain('history_lost')
  await raisePause(world.edge.context, 'history_lost', 'Commands are missing.')
  expect(await flagsOf(id)).toContain('history_lost')
  await db.transaction().execute(resumeAfterLoss)
  expect(await flagsOf(id)).not.toContain('history_lost')
})
