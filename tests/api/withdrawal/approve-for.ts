import { expect } from 'vitest'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { fundMember } from '../support/members.ts'
import type { MoneyWorld } from '../support/money-world.ts'

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
) {
  const member = await world.member(name)
  await fundMember(world.edge, member.no, 20)
  const wallet = addressOfKey(newPrivateKey())
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
