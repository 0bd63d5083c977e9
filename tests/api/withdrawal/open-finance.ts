import { expect } from 'vitest'
import type { Address } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { fundMember } from '../support/members.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { openFunded } from '../support/payouts.ts'
import { signInStaff } from '../support/staff-edge.ts'

type Headers = Record<string, string>

/** An operator's call about a withdrawal. */
export const callFor = (
  world: MoneyWorld,
  headers: Headers,
  id: string,
  action: string,
  body: object = {},
) => world.edge.call('POST', `/api/operator/withdrawals/${id}/${action}/`, { headers, body })

/** A new member's approved withdrawal of ten dollars: 38 TRX after the fee. */
export async function approveFor(
  world: MoneyWorld,
  headers: Headers,
  name: string,
  heldUntil: Date | null = null,
  wallet: Address = addressOfKey(newPrivateKey()),
) {
  const member = await world.member(name)
  await fundMember(world.edge, member.no, 20)
  await world.edge.db
    .updateTable('identities')
    .set({ wallet_address: wallet, hold_until: heldUntil })
    .where('member_no', '=', member.no)
    .execute()
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  const { id } = asked.body
  expect((await callFor(world, headers, id, 'approve', { revision: 1 })).status).toBe(200)
  return { member, wallet, id }
}

/** A web process with an operator of finance, who approves withdrawals and records payouts. */
export async function openFinance() {
  const world = await openMoneyWorld({ PROCESS: 'web' })
  const { headers } = await signInStaff(world.edge, 'fiona', 'finance')
  return {
    world,
    headers,
    operate: (id: string, action: string, body: object = {}) =>
      callFor(world, headers, id, action, body),
    approved: (name: string, heldUntil: Date | null = null) =>
      approveFor(world, headers, name, heldUntil),
  }
}

/** A process that pays, and the same operator. */
export async function openPayingFinance() {
  const world = await openMoneyWorld()
  const wallet = await openFunded(world)
  const { headers } = await signInStaff(world.edge, 'fiona', 'finance')
  return { world, wallet, headers }
}

export type Finance = Awaited<ReturnType<typeof openFinance>>
