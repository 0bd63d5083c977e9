import type { Page } from '@playwright/test'
import { findInBothThemes } from '../support/inspect/find-violations.ts'
import {
  addMember,
  emailedPath,
  PASSWORD,
  signInAs,
  visitAs,
  type BrowserMember,
} from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import type { Product } from '../../support/product.ts'
import { clientOf, signIn } from '../../support/sign-up.ts'
import { asOperator } from '../console/staff.ts'
import { asMember, asVisitor } from '../support/api.ts'
import { settle } from '../support/settle.ts'
import { toastSaying } from '../support/toasts.ts'

// Emailed links that ask before they act: a new address, and "This wasn't me".

const askForEmail = (product: Product, member: BrowserMember, email: string) =>
  asMember(product, member, 'PATCH', '/api/accounts/me/update/', { email })

const emailOf = async (product: Product, { access }: BrowserMember): Promise<Response> =>
  await fetch(`${product.url}/api/accounts/me/`, { headers: { authorization: `Bearer ${access}` } })

/** At the width of the smallest phones, nothing may be wider than the page. */
async function expectToFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await settle(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await findInBothThemes(page)).toEqual([])
}

test('returns an account to its owner, once, and ends all sessions', async ({ page, product }) => {
  const member = await addMember(product, 'robbed')
  await askForEmail(product, member, 'thief@example.org')
  const path = await emailedPath(product, member.email, 'not-me')
  await page.goto(path)
  await expect(page).toHaveTitle('This wasn’t me · Twofold')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wasn’t this you?')
  await expect(page.getByText('A change to your email address was requested.')).toBeVisible()
  await expectToFit(page)
  // Viewing changes nothing.
  expect((await emailOf(product, member)).status).toBe(200)
  await page.getByRole('button', { name: 'Secure my account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is secured')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status')).toContainText('Check your email.')
  await expectToFit(page)
  expect((await emailOf(product, member)).status).toBe(401)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await expectToFit(page)
  await page.goto(await emailedPath(product, member.email, 'reset-password'))
  await page.getByLabel('New Password').fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signInAs(page, member.username)
})

test('explains an expired link, and retries when no answer comes', LONG, async ({ page }) => {
  await page.goto('/not-me/no-such-token')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work')
  await expect(page.getByRole('link', { name: 'Go to sign in' })).toBeVisible()
  await expectToFit(page)
  await page.route('**/api/accounts/not-me/**', (route) => route.abort())
  await page.goto('/not-me/lost')
  await expect(page.getByText('We couldn’t open this link')).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await page.unroute('**/api/accounts/not-me/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work')
})

test('leads to us while the account is suspended', LONG, async ({ page, product, staff }) => {
  const member = await addMember(product, 'halted')
  const second = 'halted.second@example.org'
  await askForEmail(product, member, second)
  const [, , token] = (await emailedPath(product, second, 'verify-email')).split('/')
  await asVisitor(product, 'POST', `/api/accounts/verify-email/${token}/`)
  const { access, user } = await signIn(clientOf(product), member.username)
  await askForEmail(product, { ...member, access }, 'halted.third@example.org')
  const operate = await asOperator(staff.chief)
  await operate('POST', `members/${user.id}/suspend/`, { reason: 'Two people claim it.' })
  const path = await emailedPath(product, second, 'not-me')
  await page.goto(path)
  await page.getByRole('button', { name: 'Secure my account' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('This account is suspended')
  await expect(title).toBeFocused()
  await expectToFit(page)
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await page.evaluate(() => localStorage.setItem('language', 'es'))
  await page.goto(path)
  await page.getByRole('button', { name: 'Proteger mi cuenta' }).click()
  await expect(title).toHaveText('Esta cuenta está suspendida')
  await expectToFit(page)
})

test('shows Spanish', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'hispana')
  await askForEmail(product, member, 'otra@example.org')
  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.setItem('language', 'es'))
  await page.goto(await emailedPath(product, member.email, 'not-me'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¿No fuiste tú?')
  await expectToFit(page)
  await page.getByRole('button', { name: 'Proteger mi cuenta' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu cuenta está protegida')
})

test(
  'changes the address once confirmed, and cancels a change',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'mover')
    await askForEmail(product, member, 'first.try@example.org')
    await visitAs(page, member, '/account')
    await expect(page.getByText('Pending change to first.try@example.org')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel the change' }).click()
    await expect(page.getByText('Pending change to first.try@example.org')).toHaveCount(0)
    await askForEmail(product, member, 'second.try@example.org')
    await page.goto(await emailedPath(product, 'second.try@example.org', 'verify-email'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Confirm your new email address',
    )
    await expect(page.getByText('second.try@example.org')).toBeVisible()
    await expectToFit(page)
    expect((await emailOf(product, member)).status).toBe(200)
    await page.setViewportSize({ width: 1280, height: 860 })
    const paths: string[] = []
    page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname))
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    // This browser is signed out, too. The message waits on the sign-in page.
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await expect(toastSaying(page, 'Your email address was changed.')).toBeVisible()
    expect(new Set(paths)).toEqual(new Set(['/login']))
  },
)

test('says what to do when a link ends before it is confirmed', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'undecided')
  await askForEmail(product, member, 'one.choice@example.org')
  await page.goto(await emailedPath(product, 'one.choice@example.org', 'verify-email'))
  const confirm = page.getByRole('button', { name: 'Confirm email address' })
  await expect(confirm).toBeVisible()
  await askForEmail(product, member, 'other.choice@example.org')
  await confirm.click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('sign in and change your email address again')).toBeVisible()
})
