import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { addOperator } from '../../../src/server/staff/operators.ts'
import type { Product } from '../../support/product.ts'
import { request, type Ask } from '../support/api.ts'
import { withDatabase } from '../support/database.ts'

export type Role = 'support' | 'finance' | 'admin'
export type StaffMember = { username: string; password: string; product: Product }

/** Operators of a running product, added as with `npm run operator -- add`. */
export async function addStaff<Names extends Record<string, Role>>(
  product: Product,
  names: Names,
): Promise<Record<keyof Names, StaffMember>> {
  const staff: Record<string, StaffMember> = {}
  await withDatabase(product, async (db) => {
    for (const [username, role] of Object.entries(names)) {
      const password = await addOperator(db, username, role)
      staff[username] = { username, password, product }
    }
  })
  return staff as Record<keyof Names, StaffMember>
}

/** Signs in through the API. @returns the cookie in the form that a browser sends */
async function signInByApi({ product, username, password }: StaffMember): Promise<string> {
  const response = await fetch(`${product.url}/api/operator/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ username, password }),
  })
  if (!response.ok) throw new Error(`${username} not signed in: ${await response.text()}`)
  return response.headers.getSetCookie().join('; ').split(';')[0] ?? ''
}

/** Opens a page of the console as an operator who has just signed in. */
export async function openConsole(page: Page, staff: StaffMember, path = ''): Promise<void> {
  const [name = '', value = ''] = (await signInByApi(staff)).split('=')
  const scope = { domain: new URL(staff.product.url).hostname, path: '/api/operator' }
  await page.context().addCookies([{ name, value, ...scope, httpOnly: true, sameSite: 'Strict' }])
  await page.goto(`/operator${path}`)
  await expect(page.getByRole('link', { name: staff.username })).toBeVisible()
}

/** Signs in with the form, which replaced a page when its session ended. */
export async function signInAgain(page: Page, { username, password }: StaffMember): Promise<void> {
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: username })).toBeVisible()
}

/** A second operator on another machine. */
export async function openBeside(browser: Browser, staff: StaffMember, path = ''): Promise<Page> {
  const context = await browser.newContext({ baseURL: staff.product.url })
  const page = await context.newPage()
  await openConsole(page, staff, path)
  return page
}

/** Presses a button, and confirms in the dialog that it opens. */
export async function pressAndConfirm(button: Locator, action: string): Promise<void> {
  await button.click()
  const dialog = button.page().getByRole('dialog')
  await dialog.getByRole('button', { name: action, exact: true }).click()
}

const signedIn = new WeakMap<StaffMember, Promise<string>>()

/** Calls the API as an operator, in one session; `path` is relative to `/api/operator/`. */
export async function asOperator(staff: StaffMember): Promise<Ask> {
  const known = signedIn.get(staff) ?? signInByApi(staff)
  signedIn.set(staff, known)
  const cookie = await known
  const { url } = staff.product
  return (method, path, body) =>
    request(`${url}/api/operator/${path}`, method, { cookie, origin: url }, body)
}

/** Pretends that an operator last entered the password a day ago. */
export async function ageProof(staff: StaffMember): Promise<void> {
  const { username, product } = staff
  // The session for API calls loses its step-up as well, so the next call signs in.
  signedIn.delete(staff)
  await withDatabase(product, (db) =>
    db
      .updateTable('operator_sessions')
      .set({ stepped_up_at: sql`now() - interval '1 day'` })
      .where('operator', '=', username)
      .execute(),
  )
}
