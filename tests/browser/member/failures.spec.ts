import type { Page } from '@playwright/test'
import { solveCaptcha } from '../support/captcha.ts'
import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { addMember, PASSWORD, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { toastSaying } from '../support/toasts.ts'

// The pages' messages after failures. Nothing impersonates the server here: requests are cut or
// delayed in transit, or changed so that the server itself refuses them.

const NO_ANSWER = 'Twofold cannot be reached. Check your connection and try again.'
const UNKNOWN = 'We couldn’t confirm this went through. Try again – it won’t be sent twice.'
const FAILED = /border-bad/

const cut = (page: Page, path: RegExp) => page.route(path, (route) => route.abort())

test('names each form that a visitor couldn’t submit', LONG, async ({ page }) => {
  const isShown = async (text: string, why = NO_ANSWER) => {
    await expect(toastSaying(page, text)).toContainText(why)
    await expect(toastSaying(page, text)).toHaveClass(FAILED)
  }
  // At first, even the code with the details doesn't load.
  for (const path of [/./, /\/api\/(accounts|auth)\//]) {
    await page.goto('/contact')
    for (const label of ['Name', 'Subject', 'Message']) await page.getByLabel(label).fill('x')
    await page.getByLabel('Email', { exact: true }).fill('ana@example.org')
    await solveCaptcha(page)
    await cut(page, path)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.locator('form').getByRole('alert')).toHaveText('Failed to send message')
    await page.unroute(/./)
  }
  await isShown('Failed to send message')
  await page.goto('/login')
  // Without an answer, the password may be right, so it stays.
  const password = page.getByLabel('Password', { exact: true })
  await page.getByLabel('Username').fill('ana')
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await isShown(NO_ANSWER)
  await expect(password).toHaveValue(PASSWORD)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill('ana@example.org')
  await page.getByRole('button', { name: 'Send recovery email' }).click()
  await isShown('Failed to send recovery email')
  await page.goto('/welcome')
  await page.getByLabel('Email').fill('ana@example.org')
  await page.getByRole('button', { name: 'Resend Verification Email' }).click()
  await isShown('Failed to resend verification email')
  await page.goto('/reset-password/lost')
  await page.getByLabel('New Password').fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await isShown('Password reset failed')
  await page.goto('/verify-email/lost')
  await isShown('Email verification failed')
  await expect(page).toHaveURL(/\/register$/)
  await page.getByLabel('Username').fill('inbetween')
  await page.getByLabel('Email').fill('inbetween@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await isShown('Registration failed', 'Try again – you won’t get a second account.')
  // Our server never answers this, but a proxy in front of it may, without JSON.
  const broken = { status: 500, contentType: 'text/html', body: 'Internal Server Error' }
  await page.route('**/api/auth/register/', (route) => route.fulfill(broken))
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(
    toastSaying(page, 'Server error during registration. Please try again.'),
  ).toBeVisible()
})

const ROOMS = {
  '/dashboard': 'Failed to load dashboard data',
  '/mytree': 'Failed to fetch profile information',
  '/familytree': 'Failed to load tree data',
  '/account': 'Failed to load account data',
  '/referrals': 'Failed to load referral data',
}

test(
  'names the page that couldn’t load its member, and recovers',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'cutoff')
    await page.clock.install()
    await cut(page, /\/api\/accounts\/me\//)
    await visitAs(page, member, '/favicon.svg')
    for (const [path, text] of Object.entries(ROOMS)) {
      await page.goto(path)
      await expect(toastSaying(page, text)).toContainText('Error')
      await expect(page.getByText('Twofold cannot be reached')).toBeVisible()
      await expect(page.getByText('We can’t reach Twofold.')).toBeHidden()
    }
    await page.unroute(/\/api\/accounts\/me\//)
    // The page checks every five seconds whether the server is back.
    await page.clock.fastForward(6000)
    const heading = page.getByRole('heading', { name: 'Referrals', exact: true })
    await expect(heading).toBeVisible()
    // Our server never answers this, but a proxy in front of it may, and the answer isn't lost.
    const broken = { status: 502, contentType: 'text/html', body: 'Bad Gateway' }
    await page.route('**/api/accounts/me/', (route) => route.fulfill(broken))
    await page.reload()
    const panel = page.getByRole('main').getByText('Failed to load account data')
    await expect(panel).toBeVisible()
    await expect(page.getByText('Twofold cannot be reached')).toHaveCount(0)
    await page.unroute('**/api/accounts/me/')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading).toBeVisible()
  },
)

test(
  'keeps the page when a chunk fails to load, and loads it again',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'partless')
    await visitAs(page, member, '/dashboard')
    await cut(page, /\/assets\/(deposit-dialog|outline)-[^/]*\.js/)
    await page.getByRole('button', { name: 'Deposit Funds' }).click()
    const missing = page.getByRole('alert').filter({ hasText: 'Part of this page didn’t load.' })
    await expect(missing).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await findInBothThemes(page)).toEqual([])
    await page.goto('/familytree?view=outline')
    const network = page.getByRole('region', { name: 'Network' })
    await expect(network.getByRole('alert')).toBeVisible()
    await expect(missing).toHaveCount(0)
    await page.goto('/dashboard?deposit=new')
    await expect(missing).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.unroute(/\/assets\/(deposit-dialog|outline)-[^/]*\.js/)
    await missing.getByRole('button', { name: 'Load again' }).click()
    await expect(missing).toHaveCount(0)
    await page.getByRole('button', { name: 'Deposit Funds' }).click()
    await expect(page.getByRole('dialog', { name: 'Deposit Funds' })).toBeVisible()
  },
)

test(
  'moves the focus to what a repeated request has loaded',
  LONG,
  async ({ page, team: [ana] }) => {
    await visitAs(page, ana, '/favicon.svg')
    const refused = { status: 403, json: { code: 'forbidden', detail: 'Not now.' } }
    await page.route(/\/activity\//, (route) => route.fulfill(refused))
    await page.goto('/activity')
    await page.getByRole('button', { name: 'Try again' }).focus()
    await page.unroute(/\/activity\//)
    await page.keyboard.press('Enter')
    const activity = page.getByRole('region', { name: 'Activity' })
    await expect(activity.getByRole('listitem').first()).toBeVisible()
    await expect(activity).toBeFocused()
  },
)

test('moves the focus to the page that an empty list leads to', LONG, async ({ page, product }) => {
  await visitAs(page, await addMember(product, 'seatless'), '/earnings')
  const link = page.getByRole('link', { name: 'Activate it' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/mytree/)
  await expect(link).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('stays when there is no network to reload the page from', LONG, async ({ page, product }) => {
  await visitAs(page, await addMember(product, 'unplugged'), '/dashboard')
  await cut(page, /\/assets\/deposit-dialog-[^/]*\.js/)
  await page.getByRole('button', { name: 'Deposit Funds' }).click()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByText('We can’t reach Twofold.', { exact: false })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('shows an error page when a page can’t render', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'undrawn')
  await visitAs(page, member, '/favicon.svg')
  // Our server never answers this: a page can't render a profile that is null.
  const answer = { id: '1', username: member.username, profiles: [null] }
  await page.route('**/api/accounts/me/', (route) => route.fulfill({ json: answer }))
  await page.goto('/mytree')
  const heading = page.getByRole('heading', { name: 'Unexpected Application Error!' })
  await expect(heading).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await page.unroute('**/api/accounts/me/')
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('heading', { name: 'My Plan' })).toBeVisible()
})

/**
 * Skips the pauses between a query's attempts until all texts have appeared. On a busy machine, one
 * of them may be gone before the next one appears.
 */
async function outlast(page: Page, ...texts: string[]): Promise<void> {
  const missing = new Set(texts)
  const isShown = (text: string) =>
    toastSaying(page, text)
      .first()
      .waitFor({ timeout: 150 })
      .then(
        () => true,
        () => false,
      )
  await expect(async () => {
    await page.clock.fastForward(1900)
    for (const text of missing) if (await isShown(text)) missing.delete(text)
    expect([...missing]).toEqual([])
  }).toPass({ intervals: [20] })
}

test('retries a page’s reads, then names what failed', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'unlucky')
  await page.clock.install()
  await visitAs(page, member, '/favicon.svg')
  await cut(page, /\/api\/(?!accounts\/me\/|auth\/|events)/)
  await page.goto('/referrals')
  await outlast(page, 'Failed to load referral data')
  const active = page.getByText('Active Referrals').locator('xpath=following-sibling::dd')
  await expect.soft(active).toHaveText('–', { timeout: 5000 })
  await page.goto('/familytree')
  await outlast(page, 'Failed to load tree data')
  await page.getByRole('searchbox', { name: 'Profile ID' }).fill('nobody')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await outlast(page, 'Failed to load node data')
  await page.goto('/mytree')
  await outlast(page, 'Failed to load plans')
  await page.goto('/account?deposit=77')
  const unread = ['Failed to fetch deposit details', 'Failed to load deposits history']
  await outlast(page, ...unread)
  await expect(page.getByText('Unable to load deposit details')).toBeVisible()
  await page.goto('/account?history=withdrawals')
  await outlast(page, 'Failed to load withdrawals history')
})

test(
  'explains why the deposit dialog is unavailable without a wallet or a rate',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'walletless')
    await page.clock.install()
    const lost = /wallet_info|rates\/live/
    await cut(page, lost)
    await visitAs(page, member, '/dashboard?deposit=new')
    const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
    await dialog.getByLabel('Amount (USD)').fill('5')
    await outlast(page, 'Failed to load wallet information')
    await expect(dialog.getByText('QR code not available')).toBeVisible()
    await expect(dialog.getByText('Error loading address')).toBeVisible()
    await dialog.getByText('TRX (TRC20)', { exact: true }).click()
    await outlast(page, 'Failed to load TRX conversion rate')
    const send = dialog.getByRole('button', { name: 'Continue to payment' })
    // Once another call is answered, only the missing address keeps it closed.
    await page.clock.fastForward(61_000)
    await expect(dialog.getByText('You’re offline', { exact: false })).toHaveCount(0)
    await expect(send).toBeDisabled()
    await page.unroute(lost)
    await dialog.getByText('USDT (TRC20)', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Reload Wallet Info' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code of the address' })).toBeVisible()
    await expect(send).toBeEnabled()
  },
)

test(
  'submits no deposit while empty, too small, or processing, and shows a refusal',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'refused')
    await visitAs(page, member, '/dashboard?deposit=new')
    const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
    const amount = dialog.getByLabel('Amount (USD)')
    const send = dialog.getByRole('button', { name: 'Continue to payment' })
    await expect(dialog.getByRole('img', { name: 'QR code of the address' })).toBeVisible()
    await expect(send).toBeDisabled()
    await amount.fill('0.99')
    await expect(send).toBeDisabled()
    await amount.fill('5')
    const held = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/deposit_ustd/', async (route) => {
      sent += 1
      await held.promise
      const figures = { crypto_amount: '1.10000', original_amount: '1.00', fee_amount: '0.10' }
      await route.continue({ postData: JSON.stringify({ ...figures, cryptocurrency: 'USDT' }) })
    })
    await send.click()
    const busy = dialog.getByRole('button', { name: 'Processing…' })
    await expect(busy).toBeDisabled()
    // It keeps the focus, and ignores the key.
    await expect(busy).toBeFocused()
    await page.keyboard.press('Enter')
    await amount.press('Enter')
    held.resolve()
    const toast = toastSaying(page, 'Deposit Error')
    await expect(toast).toContainText('Minimum deposit amount is $2')
    await expect(toast).toHaveClass(FAILED)
    expect(sent).toBe(1)
    await page.route('**/deposit_ustd/', (route) => route.abort())
    await page.setViewportSize({ width: 360, height: 640 })
    await send.click()
    await expect(toastSaying(page, 'Deposit failed')).toContainText(UNKNOWN)
    // A phone has less room above a dialog than this needs.
    await expect(toastSaying(page, 'Deposit failed')).toBeInViewport({ ratio: 1 })
  },
)

test('names the limit of TRX before it asks, and explains it', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'toomuch')
  await visitAs(page, member, '/dashboard?deposit=new')
  const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
  await dialog.getByText('TRX (TRC20)', { exact: true }).click()
  const amount = dialog.getByLabel('Amount (USD)')
  await expect(amount).toHaveAccessibleDescription(
    'From $2 to $1,000 in TRX. Activating Bronze costs $1.',
  )
  await amount.fill('1000.01')
  const send = dialog.getByRole('button', { name: 'Continue to payment' })
  await send.click()
  const toast = toastSaying(page, 'Maximum Deposit')
  await expect(toast).toContainText('Maximum deposit amount in TRX is $1,000')
  await expect(toast).toHaveClass(FAILED)
  await expect(amount).toHaveAccessibleDescription('Use USDT, or make several deposits.')
  await dialog.getByText('USDT (TRC20)', { exact: true }).click()
  await expect(amount).toHaveAccessibleDescription('At least $2. Activating Bronze costs $1.')
  await send.click()
  await expect(dialog.getByText('1,002.01 USDT').first()).toBeVisible()
})

test('names the account settings that it couldn’t save', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'unsaved')
  await visitAs(page, member, '/account')
  await page.getByRole('button', { name: 'Edit' }).click()
  const address = page.getByLabel('Wallet Address (TRC20)')
  // One letter is changed: the form of an address, but the wrong checksum.
  await address.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv9')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await address.fill('')
  await cut(page, /\/api\/accounts\/(me\/update|change-password)\//)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toastSaying(page, 'Failed to update profile')).toContainText(NO_ANSWER)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByLabel('New Password', { exact: true }).fill('another fine phrase')
  await page.getByLabel('Confirm New Password').fill('another fine phrase')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const unknown = 'We couldn’t confirm that your password changed.'
  await expect(toastSaying(page, 'Failed to change password')).toContainText(unknown)
})

test('drops a failure that a success overtook unseen', LONG, async ({ page, product }) => {
  await visitAs(page, await addMember(product, 'elsewhere'), '/account')
  const button = page.getByRole('button', { name: 'Change Password' })
  await button.click()
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByLabel('New Password', { exact: true }).fill('another fine phrase')
  await page.getByLabel('Confirm New Password').fill('another fine phrase')
  await cut(page, /\/change-password\//)
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  const failed = page.waitForEvent('requestfailed')
  await button.click()
  await failed
  await expect(button).not.toHaveAttribute('aria-busy')
  await page.unroute(/\/change-password\//)
  await button.click()
  await expect(page.getByLabel('Current Password')).toHaveCount(0)
  await hide(false)
  await expect(toastSaying(page, 'Your password was changed.')).toBeVisible()
  // At once, because a failure disappears on its own.
  expect(await toastSaying(page, 'Failed to change password').count()).toBe(0)
})
