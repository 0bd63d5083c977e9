import type { Page } from '@playwright/test'
import type { Product } from '../../support/product.ts'
import { emailOf, emailedToken, password, signUp, type Client } from '../../support/sign-up.ts'
import { asVisitor } from './api.ts'
import { withDatabase } from './database.ts'

export const PASSWORD = password

export type BrowserMember = {
  username: string
  email: string
  referralCode: string
  access: string
  refresh: string
}

/** The path of the newest link of a kind that was emailed to an address. */
export const emailedPath = async (product: Product, email: string, kind: string) =>
  `/${kind}/${await emailedToken(product.mailboxUrl, email, kind)}`

/** Doesn't wait for the email: the outbox holds its text until it is sent. */
async function verificationToken(product: Product, email: string): Promise<string> {
  const rows = await withDatabase(product, (db) =>
    db.selectFrom('emails').select('text').where('recipient', '=', email).orderBy('no').execute(),
  )
  const found = rows.map((row) => /\/verify-email\/([\w-]+)/.exec(row.text)?.[1])
  return found.findLast((token) => token !== undefined) ?? emailedToken(product.mailboxUrl, email)
}

const clientOf = (product: Product): Client => ({
  ask: (method, path, body) => asVisitor(product, method, `/api/${path}`, body),
  verificationToken: (email) => verificationToken(product, email),
})

/** A verified member who has signed in, all through the API. */
export async function addMember(
  product: Product,
  username: string,
  sponsor?: string,
): Promise<BrowserMember> {
  const { access, refresh, user } = await signUp(clientOf(product), { username, code: sponsor })
  return {
    username,
    email: emailOf(username),
    referralCode: user.referral_code,
    access,
    refresh,
  }
}

/** Gives a page a member's session, as if the member had signed in there before. */
export async function visitAs(page: Page, member: BrowserMember, path: string): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('access_token', access)
    localStorage.setItem('refresh_token', refresh)
  }, member)
  await page.goto(path)
}

/** Signs in through the form. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/dashboard')
}
