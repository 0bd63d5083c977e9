import type { Page } from '@playwright/test'
import { z } from 'zod'
import { until } from '../support/poll.ts'
import type { Product } from '../support/product.ts'

export const PASSWORD = 'correct horse battery'

export type BrowserMember = {
  username: string
  email: string
  referralCode: string
  access: string
  refresh: string
}

const mails = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() }))

/** The newest link of a kind that was mailed to an address, as a path. */
export async function mailedPath(product: Product, email: string, kind: string): Promise<string> {
  return await until(`a mail with a ${kind} link to ${email}`, async () => {
    const found = mails.parse(await (await fetch(product.mailboxUrl)).json())
    const texts = found.filter(({ to }) => to.includes(email)).map(({ text }) => text)
    const links = texts.flatMap((text) => text.match(new RegExp(`/${kind}/[\\w-]+`, 'g')) ?? [])
    return links.at(-1)
  })
}

async function post(product: Product, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return await response.json()
}

const signedIn = z.object({
  access: z.string(),
  refresh: z.string(),
  user: z.object({ referral_code: z.string() }),
})

/** A verified member, made through the API; signed in there too. */
export async function addMember(
  product: Product,
  username: string,
  sponsor?: string,
): Promise<BrowserMember> {
  const email = `${username}@example.org`
  const form = { username, email, password: PASSWORD, password2: PASSWORD }
  await post(product, '/api/auth/register/', { ...form, referral_code: sponsor ?? null })
  const path = await mailedPath(product, email, 'verify-email')
  const verified = await fetch(`${product.url}/api/accounts${path}/`)
  if (!verified.ok) throw new Error(`not verified: ${verified.status}`)
  const login = await post(product, '/api/auth/login/', { username, password: PASSWORD })
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
