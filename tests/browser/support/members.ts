import type { Page } from '@playwright/test'
import { z } from 'zod'
import { until } from '../../support/poll.ts'
import type { Product } from '../../support/product.ts'
import { asVisitor } from './api.ts'
import { withDatabase } from './database.ts'

export const PASSWORD = 'correct horse battery'

export type BrowserMember = {
  username: string
  email: string
  referralCode: string
  access: string
  refresh: string
}

const emails = z.array(z.object({ to: z.string(), text: z.string() }))

/** The path of the newest link of a kind, from the texts of emails. */
function newestLink(texts: string[], kind: string): string | undefined {
  return texts.flatMap((text) => text.match(new RegExp(`/${kind}/[\\w-]+`, 'g')) ?? []).at(-1)
}

async function linkInMailbox(product: Product, email: string, kind: string) {
  const found = emails.parse(await (await fetch(product.mailboxUrl)).json())
  return newestLink(
    found.filter(({ to }) => to.includes(email)).map(({ text }) => text),
    kind,
  )
}

/** The newest link of a kind that was emailed to an address, as a path. */
export const mailedPath = (product: Product, email: string, kind: string): Promise<string> =>
  until(`an email with a ${kind} link to ${email}`, () => linkInMailbox(product, email, kind))

/** The same link without waiting for the email: the outbox holds the text until it is sent. */
async function linkWritten(product: Product, email: string, kind: string): Promise<string> {
  const rows = await withDatabase(product, (db) =>
    db.selectFrom('emails').select('text').where('recipient', '=', email).orderBy('no').execute(),
  )
  const inOutbox = newestLink(
    rows.map((row) => row.text),
    kind,
  )
  return inOutbox ?? (await mailedPath(product, email, kind))
}

const signedIn = z.object({
  access: z.string(),
  refresh: z.string(),
  user: z.object({ referral_code: z.string() }),
})

/** A verified member who has signed in, all through the API. */
export async function addMember(
  product: Product,
  username: string,
  sponsor?: string,
): Promise<BrowserMember> {
  const email = `${username}@example.org`
  const form = { username, email, password: PASSWORD, password2: PASSWORD }
  const registration = { ...form, referral_code: sponsor ?? null }
  await asVisitor(product, 'POST', '/api/auth/register/', registration)
  const path = await linkWritten(product, email, 'verify-email')
  await asVisitor(product, 'GET', `/api/accounts${path}/`)
  const credentials = { username, password: PASSWORD }
  const login = await asVisitor(product, 'POST', '/api/auth/login/', credentials)
  const { access, refresh, user } = signedIn.parse(login)
  return { username, email, referralCode: user.referral_code, access, refresh }
}

/** Gives a page the session of a member, as if they had signed in there before. */
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
