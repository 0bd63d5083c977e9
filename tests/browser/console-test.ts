import { z } from 'zod'
import type { Product } from '../support/product.ts'
import type { BrowserMember } from './members.ts'
import { test as base } from './product-test.ts'
import { addStaff, asOperator, request, type Ask, type Staff } from './staff.ts'

export { expect } from './product-test.ts'

/** Who works at the console: one team for all tests of a worker. */
export type Desk = Record<'chief' | 'second' | 'finance' | 'support', Staff>

/** Tests with a whole product behind them, and with staff who are known there. */
export const test = base.extend<object, { desk: Desk }>({
  desk: [
    async ({ product }, use) => {
      await use(await openDesk(product))
    },
    { scope: 'worker' },
  ],
})

export async function openDesk(product: Product): Promise<Desk> {
  const roles = { chief: 'admin', second: 'admin', finance: 'finance', support: 'support' } as const
  return await addStaff(product, roles)
}

export const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

/** Calls the API as a member. */
export const asMember = (
  product: Product,
  { access }: BrowserMember,
  ...[method, path, body]: Parameters<Ask>
): Promise<unknown> =>
  request(product.url + path, method, { authorization: `Bearer ${access}` }, body)

const made = z.object({ id: z.string() })

/** Gives members money by an adjustment, which one operator asks for and another one approves. */
export async function credit(
  { chief, second }: Desk,
  members: BrowserMember[],
  amount: string,
): Promise<void> {
  const [ask, approve] = [await asOperator(chief), await asOperator(second)]
  for (const { username } of members) {
    const body = { username, amount, reason: 'Money to begin with.' }
    const { id } = made.parse(await ask('POST', 'adjustments/', body))
    await approve('POST', `adjustments/${id}/approve/`, {})
  }
}

/** Asks for a payout to an address of the member's own. @returns the withdrawal's number */
export async function askForPayout(
  { chief: { product } }: Desk,
  member: BrowserMember,
  amount: string,
  address = ADDRESS,
): Promise<string> {
  const account = '/api/accounts/me/update/'
  await asMember(product, member, 'PATCH', account, { wallet_address: address })
  const body = { amount, payment_method: 'trx' }
  const path = '/api/rewards/withdrawals/'
  return made.parse(await asMember(product, member, 'POST', path, body)).id
}
