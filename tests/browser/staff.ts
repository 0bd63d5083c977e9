import type { Browser, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { startEmbedded } from '../../src/db/embedded.ts'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { addOperator } from '../../src/server/staff/operators.ts'
import type { Product } from '../support/product.ts'
import { expect } from './product-test.ts'

export type Role = 'support' | 'finance' | 'admin'
export type Staff = { username: string; password: string; product: Product }

/** Members of staff of a product that runs, added as `npm run operator -- add` does it. */
export async function addStaff<Names extends Record<string, Role>>(
  product: Product,
  names: Names,
): Promise<Record<keyof Names, Staff>> {
  const staff: Record<string, Staff> = {}
  await withDatabase(product, async (pool) => {
    for (const [username, role] of Object.entries(names)) {
      const password = await addOperator(openKysely(pool), username, role)
      staff[username] = { username, password, product }
    }
  })
  return staff as Record<keyof Names, Staff>
}

async function withDatabase(product: Product, work: (pool: Pool) => Promise<unknown>) {
  const { connectionString } = await startEmbedded({ dataDir: product.dataDir })
  const pool = openPool({ connectionString, name: 'browser tests', maxConnections: 1 })
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}

/** As if an operator had last entered the password a day ago. */
export async function ageProof({ username, product }: Staff): Promise<void> {
  const text = `update operator_sessions set stepped_up_at = now() - interval '1 day'
    where operator = $1`
  await withDatabase(product, (pool) => pool.query(text, [username]))
}

/** Signs in by the API. @returns the cookie as a browser would send it */
async function signInByApi({ product, username, password }: Staff): Promise<string> {
  const response = await fetch(`${product.url}/api/operator/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ username, password }),
  })
  if (!response.ok) throw new Error(`${username} not signed in: ${await response.text()}`)
  return response.headers.getSetCookie().join('; ').split(';')[0] ?? ''
}

/** Opens a page of the console as somebody who has signed in a moment ago. */
export async function openConsole(page: Page, staff: Staff, path = ''): Promise<void> {
  const [name = '', value = ''] = (await signInByApi(staff)).split('=')
  const scope = { domain: new URL(staff.product.url).hostname, path: '/api/operator' }
  await page.context().addCookies([{ name, value, ...scope, httpOnly: true, sameSite: 'Strict' }])
  await page.goto(`/operator${path}`)
  await expect(page.getByRole('link', { name: staff.username })).toBeVisible()
}

/** A second operator at a machine of their own. */
export async function openBeside(browser: Browser, staff: Staff, path = ''): Promise<Page> {
  const context = await browser.newContext({ baseURL: staff.product.url })
  const page = await context.newPage()
  await openConsole(page, staff, path)
  return page
}

export type Ask = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
) => Promise<unknown>

/** Calls the API as an operator: `path` stands below `/api/operator/`. */
export async function asOperator(staff: Staff): Promise<Ask> {
  const cookie = await signInByApi(staff)
  const { url } = staff.product
  return (method, path, body) =>
    request(`${url}/api/operator/${path}`, method, { cookie, origin: url }, body)
}

/** One request with JSON, that has to succeed. */
export async function request(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return await response.json()
}
