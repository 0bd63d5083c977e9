import { z } from 'zod'
import { until } from '../../support/poll.ts'
import type { Product } from '../../support/product.ts'
import { asMember } from '../support/api.ts'
import type { BrowserMember } from '../support/members.ts'
import { addStaff, asOperator, type StaffMember } from './staff.ts'

/** The operators of a running product. */
export type Staff = Record<'chief' | 'second' | 'finance' | 'support', StaffMember>

export async function addConsoleStaff(product: Product): Promise<Staff> {
  const roles = { chief: 'admin', second: 'admin', finance: 'finance', support: 'support' } as const
  return await addStaff(product, roles)
}

export const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

/** Members see it in their activity. */
export const FUNDING_REASON = 'Money to begin with.'

const created = z.object({ id: z.string() })

/** Gives members money by an adjustment, which one operator requests and another approves. */
export async function credit(
  { chief, second }: Staff,
  members: BrowserMember[],
  amount: string,
): Promise<void> {
  const [ask, approve] = [await asOperator(chief), await asOperator(second)]
  for (const { username } of members) {
    const body = { username, amount, reason: FUNDING_REASON }
    const { id } = created.parse(await ask('POST', 'adjustments/', body))
    await approve('POST', `adjustments/${id}/approve/`, {})
  }
}

/** Requests a payout to an address of the member's own. @returns the withdrawal's number */
export async function requestPayout(
  { chief: { product } }: Staff,
  member: BrowserMember,
  amount: string,
  address = ADDRESS,
): Promise<string> {
  const account = '/api/accounts/me/update/'
  await asMember(product, member, 'PATCH', account, { wallet_address: address })
  const body = { amount, payment_method: 'trx' }
  const path = '/api/rewards/withdrawals/'
  return created.parse(await asMember(product, member, 'POST', path, body)).id
}

const withdrawals = z.object({
  results: z.array(z.object({ id: z.string(), username: z.string(), stage: z.string() })),
})

/** The newest withdrawal of a member. */
async function newestWithdrawal({ finance }: Staff, username: string) {
  const ask = await asOperator(finance)
  const { results } = withdrawals.parse(await ask('GET', 'withdrawals/'))
  return results.find((each) => each.username === username)
}

/** Approves the newest withdrawal of a member. */
export async function approveWithdrawal(staff: Staff, username: string): Promise<void> {
  const found = await newestWithdrawal(staff, username)
  const ask = await asOperator(staff.finance)
  await ask('POST', `withdrawals/${found?.id}/approve/`, {})
}

/** Waits until the chain has confirmed the payout of a member's newest withdrawal. */
export async function payoutConfirmed(staff: Staff, username: string): Promise<void> {
  const isConfirmed = async () => (await newestWithdrawal(staff, username))?.stage === 'confirmed'
  await until(`the payout to ${username}`, isConfirmed, { everyMs: 200 })
}
