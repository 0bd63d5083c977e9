import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'
import type { Product } from '../support/product.ts'
import type { BrowserMember } from './members.ts'
import { expect } from './product-test.ts'

export type Staff = { username: string; password: string }

const cli = fileURLToPath(new URL('../../src/server/operator/cli.ts', import.meta.url))
const run = promisify(execFile)

/** A member of staff, added on the command line as on a real machine. */
export async function addStaff(
  product: Product,
  username: string,
  role: 'support' | 'finance' | 'admin',
): Promise<Staff> {
  const env = { PATH: process.env.PATH ?? '', ...product.env }
  const { stdout } = await run(process.execPath, [cli, 'add', username, role], { env })
  const password = stdout.trim().split('\n').at(-1) ?? ''
  return { username, password }
}

/** Opens a page of the console as somebody who signs in through its form. */
export async function openConsole(page: Page, staff: Staff, path = ''): Promise<void> {
  await page.goto(`/operator${path}`)
  await page.getByLabel('Username').fill(staff.username)
  await page.getByLabel('Password', { exact: true }).fill(staff.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('link', { name: staff.username })).toBeVisible()
}

/** A second operator at a machine of their own. */
export async function openBeside(
  browser: Browser,
  product: Product,
  staff: Staff,
  path = '',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await openConsole(page, staff, path)
  return page
}

/** Calls the API as a member. */
export async function asMember(
  product: Product,
  member: BrowserMember,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(product.url + path, {
    method,
    headers: {
      authorization: `Bearer ${member.access}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return await response.json()
}

const made = z.object({ id: z.string() })

/** Asks for a payout to an address of the member's own. @returns the withdrawal's number */
export async function askForPayout(
  product: Product,
  member: BrowserMember,
  amount: string,
  address: string,
): Promise<string> {
  await asMember(product, member, 'PATCH', '/api/accounts/me/update/', { wallet_address: address })
  const body = { amount, payment_method: 'trx' }
  return made.parse(await asMember(product, member, 'POST', '/api/rewards/withdrawals/', body)).id
}
