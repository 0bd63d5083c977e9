import type { Page } from '@playwright/test'
import { z } from 'zod'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { codeOf } from '../../api/support/call-stage.ts'
import type { Product } from '../../support/product.ts'
import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { asMember, asVisitor } from '../support/api.ts'
import { PASSWORD, visitAs, type BrowserMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { setWallet } from '../support/set-wallet.ts'
import { addFunded } from '../support/team.ts'
import { toastSaying } from '../support/toasts.ts'

// Withdrawals, and the steps that a member must take first.

const withdrawals = (page: Page) => page.getByRole('dialog', { name: 'Withdraw Funds' })

async function reviewWithdrawal(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const dialog = withdrawals(page)
  await dialog.getByLabel('Amount (USD)').fill(amount)
  await dialog.getByRole('button', { name: 'Review withdrawal' }).click()
  return dialog
}

test(
  'offers no impossible withdrawal, explains failures, and repeats none',
  LONG,
  async ({ page, staff }) => {
    const member = await addFunded(staff, 'hasty')
    const rate = Promise.withResolvers<void>()
    await page.route('**/rates/live/', async (route) => {
      await rate.promise
      await route.continue()
    })
    // The page checks every five seconds whether the server is back.
    await page.clock.install()
    await visitAs(page, member, '/account')
    const dialog = withdrawals(page)
    const review = dialog.getByRole('button', { name: 'Review withdrawal' })
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(
      dialog.getByText('Network: TRC20. Processing takes 1-2 business days.'),
    ).toBeVisible()
    await expect(dialog.getByText('Minimum withdrawal is $3')).toBeVisible()
    const amount = dialog.getByLabel('Amount (USD)')
    await expect(amount).toHaveAttribute('step', '0.01')
    await amount.fill('5')
    rate.resolve()
    await expect(dialog.getByText(/About [\d.]+ TRX at the current rate/)).toBeVisible()
    await expect(review).toBeDisabled()
    await page.keyboard.press('Escape')
    await setWallet(page)
    await expect(page.getByText('Profile updated')).toBeVisible()
    const heldBack =
      'The TRX price just moved sharply. TRX is paused until the new price is confirmed.'
    const refusal = { type: 'about:blank', title: 'Unavailable', status: 503, request_id: 'held' }
    await page.route('**/rates/live/', (route) =>
      route.fulfill({
        status: 503,
        json: { ...refusal, code: 'rate_held_back', detail: heldBack },
      }),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await amount.fill('5')
    await expect(dialog.locator('form').getByText(heldBack)).toBeVisible()
    await expect(dialog.getByText('TRX at the current rate')).toHaveCount(0)
    await page.unroute('**/rates/live/')
    const later = Promise.withResolvers<void>()
    await page.route('**/rates/live/', async (route) => {
      await later.promise
      await route.continue()
    })
    // The open dialog is part of the URL.
    await page.reload()
    await amount.fill('5')
    await expect(review).toBeDisabled()
    later.resolve()
    await expect(review).toBeEnabled()
    await amount.fill('2.99')
    await expect(review).toBeDisabled()
    await amount.fill('abc')
    await expect(dialog.getByText('Please enter a valid amount')).toHaveCount(0)
    await amount.blur()
    await expect(dialog.getByText('Please enter a valid amount')).toBeVisible()
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await amount.fill('abcd')
    await expect(dialog.getByText('Please enter a valid amount')).toHaveCount(0)
    await review.click()
    await expect(toastSaying(page, 'Please enter a valid amount')).toBeVisible()
    await amount.fill('5')
    await review.click()
    const held = Promise.withResolvers<void>()
    await page.route('**/rewards/withdrawals/', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue()
      await held.promise
      // The withdrawal is done, but the answer is lost.
      await route.fetch()
      await route.abort()
    })
    const send = dialog.getByRole('button', { name: 'Withdraw', exact: true })
    expect(await findInBothThemes(page)).toEqual([])
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      send.click(),
    ])
    expect(asked.postDataJSON()).toMatchObject({ amount: '5.00', payment_method: 'trx' })
    await expect(send).toBeDisabled()
    await page.keyboard.press('Escape')
    held.resolve()
    const toast = toastSaying(page, 'Withdrawal failed')
    await expect(toast).toContainText('Failed to submit withdrawal')
    await expect(toast).toContainText('We couldn’t confirm this went through.')
    await expect(toast).toHaveClass(/border-bad/)
    await page.unroute('**/rewards/withdrawals/')
    await page.clock.fastForward(6000)
    await expect(send).toBeEnabled()
    await expect(
      dialog.getByText(/^We couldn’t confirm that your request from .* went through/),
    ).toBeVisible()
    // A page that can't load the member knows nothing about the request.
    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('You’re still signed in', { exact: false })).toBeVisible()
    await expect(page.getByText(/no money/i)).toHaveCount(0)
    await page.unroute('**/api/**')
    // Sent again after a reload, it is the same request: the page can't know the first result.
    await page.reload()
    await amount.fill('5')
    await review.click()
    await expect(
      dialog.getByText(/^We couldn’t confirm that your request from .* went through/),
    ).toBeVisible()
    const [again] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      send.click(),
    ])
    expect(again.headers()['idempotency-key']).toBe(asked.headers()['idempotency-key'])
    await expect(dialog.getByText('$5.00 requested')).toBeVisible()
    await expect(dialog.getByText(/^This is the request you made at /)).toBeVisible()
    expect(await findInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel withdrawal' }).click()
    await expect(dialog.getByText('Canceled by you', { exact: false })).toBeVisible()
    await expect(dialog.getByText('$5.00 canceled')).toBeVisible()
    await expect(dialog.getByText('We’re holding', { exact: false })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Done' }).click()
    // The result is known now, and the member asks again on purpose, so it is another request.
    await reviewWithdrawal(page, '5')
    const [another] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      send.click(),
    ])
    expect(another.headers()['idempotency-key']).not.toBe(asked.headers()['idempotency-key'])
    await expect(dialog.getByText('$5.00 requested')).toBeVisible()
    await expect(dialog.getByText(/^This is the request you made/)).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancel withdrawal' }).click()
    await expect(dialog.getByText('Canceled by you', { exact: false })).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('region', { name: 'Account stats' })).toContainText('$10.00')
    await page.goto('/mytree')
    // A server that couldn't even begin has answered, so the outcome is known.
    const busy = 'We are very busy. Please try again in a moment.'
    const problem = { title: '', status: 503, code: 'overloaded', detail: busy, request_id: 'busy' }
    await page.route('**/wallet-activate/', (route) => {
      const contentType = 'application/problem+json'
      return route.fulfill({ status: 503, contentType, body: JSON.stringify(problem) })
    })
    await page.getByRole('button', { name: 'Activate Now' }).click()
    const activate = page.getByRole('button', { name: 'Activate Profile' })
    await activate.click()
    await expect(toastSaying(page, busy)).toHaveClass(/border-bad/)
    await expect(activate).toBeEnabled()
    const unanswered = page.getByText(/^We couldn’t confirm that your request from .* went through/)
    await expect(unanswered).toHaveCount(0)
    await page.unroute('**/wallet-activate/')
    await page.route('**/wallet-activate/', (route) => route.abort())
    await activate.click()
    await expect(unanswered).toBeVisible()
    await expect(toastSaying(page, 'Activation failed')).toHaveClass(/border-bad/)
  },
)

/**
 * A session without any step-up: it began while a second factor was set up without entering a code,
 * and the factor has been removed since.
 */
async function unprovedSession(product: Product, member: BrowserMember): Promise<BrowserMember> {
  const totp = z.object({ otpauth_uri: z.string() })
  const started = await asMember(product, member, 'POST', '/api/auth/totp/', {})
  const code = codeOf(totp.parse(started).otpauth_uri)
  await asMember(product, member, 'POST', '/api/auth/totp/confirm/', { code })
  const credentials = { username: member.username, password: PASSWORD }
  const login = await asVisitor(product, 'POST', '/api/auth/login/', credentials)
  const tokens = z.object({ access: z.string(), refresh: z.string() }).parse(login)
  await asMember(product, member, 'POST', '/api/auth/totp/disable/', {})
  return { ...member, ...tokens }
}

test(
  'asks for the password before money leaves a session without a recent proof',
  LONG,
  async ({ page, product, staff }) => {
    const member = await addFunded(staff, 'sleeper')
    await visitAs(page, member, '/account')
    await setWallet(page)
    await expect(page.getByText('Profile updated')).toBeVisible()
    await visitAs(page, await unprovedSession(product, member), '/account')
    const dialog = await reviewWithdrawal(page, '4')
    const send = dialog.getByRole('button', { name: 'Withdraw', exact: true })
    await send.click()
    const asked = page.getByRole('dialog', { name: 'Enter your password' })
    await expect(asked).toBeVisible()
    await page.keyboard.press('Escape')
    // Declining is no failure.
    await expect(send).toBeFocused()
    await expect(send).toBeEnabled()
    await expect(toastSaying(page, 'Withdrawal failed')).toHaveCount(0)
    await send.click()
    await asked.getByLabel('Password', { exact: true }).fill('not the password')
    await asked.getByRole('button', { name: 'Continue' }).click()
    await expect(asked.getByText('The password is not correct.')).toBeVisible()
    expect(await findInBothThemes(page)).toEqual([])
    await asked.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await asked.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('$4.00 requested')).toBeVisible()
    await expect(dialog.getByText('You receive').locator('..')).toContainText('$3.50')
  },
)

test('prices a withdrawal in USDT for the typed amount alone', LONG, async ({ page, staff }) => {
  const member = await addFunded(staff, 'tethered')
  // The product of these tests pays in TRX only.
  const held = Promise.withResolvers<void>()
  const fees: Record<string, string> = { '4.00': '1.40', '5.00': '1.10', '3.00': '2.60' }
  await page.route('**/withdrawals/terms/**', async (route) => {
    const amount = new URL(route.request().url()).searchParams.get('amount')
    if (amount === '5.00') await held.promise
    const fee = amount === null ? null : fees[amount]
    await route.fulfill({ json: { methods: ['trx', 'usdt'], usdt_network_fee: fee } })
  })
  await visitAs(page, member, '/account')
  await setWallet(page)
  await expect(page.getByText('Profile updated')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const dialog = withdrawals(page)
  const amount = dialog.getByLabel('Amount (USD)')
  const fee = dialog.getByText('Network fee for USDT').locator('..')
  const review = dialog.getByRole('button', { name: 'Review withdrawal' })
  await dialog.getByText('USDT (TRC20)', { exact: true }).click()
  await amount.fill('4')
  await expect(fee).toContainText('$1.40')
  await amount.fill('5')
  await expect(dialog.getByRole('button', { name: 'Getting the network fee…' })).toBeDisabled()
  await expect(fee).toHaveCount(0)
  await expect(dialog.getByRole('radio', { name: /USDT/ })).toBeChecked()
  held.resolve()
  await expect(fee).toContainText('$1.10')
  await expect(review).toBeEnabled()
  await amount.fill('3')
  await review.click()
  await expect(toastSaying(page, 'which leaves nothing to pay out')).toBeVisible()
})

test('pays to no address that the member didn’t review', LONG, async ({ page, product, staff }) => {
  const member = await addFunded(staff, 'relocated')
  const setAddress = (address: string) =>
    asMember(product, member, 'PATCH', '/api/accounts/me/update/', { wallet_address: address })
  const [seen, next] = [addressOfKey(newPrivateKey()), addressOfKey(newPrivateKey())]
  await setAddress(seen)
  await visitAs(page, member, '/account')
  const dialog = await reviewWithdrawal(page, '5')
  await expect(dialog.getByText(seen.slice(-4)).first()).toBeVisible()
  // Another device changes it, and this page gets no event.
  await setAddress(next)
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(toastSaying(page, 'Your wallet address has changed.')).toBeVisible()
  // The form asks again, with the new address.
  await dialog.getByRole('button', { name: 'Review withdrawal' }).click()
  await expect(dialog.getByText(next.slice(-4)).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(dialog.getByText('$5.00 requested')).toBeVisible()
  await expect(dialog.getByText('To your wallet address (TRC20)')).toBeVisible()
  await expect(dialog.getByText(next.slice(-4)).first()).toBeVisible()
})

test('offers no withdrawal of what another tab has withdrawn', async ({ page, staff, product }) => {
  const member = await addFunded(staff, 'twice-reviewed')
  const address = addressOfKey(newPrivateKey())
  const change = { wallet_address: address }
  await asMember(product, member, 'PATCH', '/api/accounts/me/update/', change)
  await visitAs(page, member, '/account')
  const other = await page.context().newPage()
  await other.goto('/account')
  const [here, there] = [await reviewWithdrawal(page, '6'), await reviewWithdrawal(other, '6')]
  await there.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(there.getByText('$6.00 requested')).toBeVisible()
  const button = here.getByRole('button', { name: 'Withdraw', exact: true })
  const why = 'Insufficient balance. Maximum withdrawal is $4.00'
  await expect(button).toHaveAccessibleDescription(why)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await here.getByRole('button', { name: 'Change' }).click()
  await expect(here.getByLabel('Amount (USD)')).toHaveAccessibleDescription(why)
})
