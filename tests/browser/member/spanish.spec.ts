import type { Page } from '@playwright/test'
import { expectSpanish, inSpanish } from '../support/inspect/english-left.ts'
import { findCutTables } from '../support/inspect/inspect-page.ts'
import { addMember, visitAs, type BrowserMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { growTeam } from '../support/team.ts'

// A member's work in Spanish. No English sentence of ours or the server's may appear meanwhile.
// inspectPage() checks what every page shows at first.

test.use({ locale: 'es-CL' })

let member: BrowserMember
let newcomer: BrowserMember
test.beforeAll(async ({ product, staff }) => {
  const [first] = await growTeam(staff, ['paseante', 'vecina'])
  if (!first) throw new Error('there is no team')
  member = first
  newcomer = await addMember(product, 'novata', first.referralCode)
})

function toastSaying(page: Page, text: string) {
  const dismiss = page.getByLabel(inSpanish('Dismiss'), { exact: true })
  return page.locator('[role=group]').filter({ has: dismiss }).filter({ hasText: text })
}

const button = (page: Page, english: string) =>
  page.getByRole('button', { name: inSpanish(english), exact: true })

test('makes a deposit in Spanish, including errors', LONG, async ({ page }) => {
  await visitAs(page, member, '/dashboard')
  await expect(page.getByText('vecina se unió con tu código de referido.')).toBeVisible()
  await expectSpanish(page)
  await page.goto('/dashboard?deposit=new')
  const dialog = page.getByRole('dialog', { name: inSpanish('Deposit Funds') })
  const send = dialog.getByRole('button', { name: inSpanish('Continue to payment'), exact: true })
  await expect(dialog.getByRole('img')).toBeVisible()
  await dialog.getByLabel(inSpanish('Amount (USD)')).fill('abc')
  await send.click()
  await expect(toastSaying(page, inSpanish('Invalid Amount'))).toBeVisible()
  await expectSpanish(page)
  const less = { crypto_amount: '1.60000', original_amount: '1.50', fee_amount: '0.10' }
  await dialog.getByLabel(inSpanish('Amount (USD)')).fill('5')
  await page.route('**/deposit_ustd/', (route) =>
    route.continue({ postData: JSON.stringify({ ...less, cryptocurrency: 'USDT' }) }),
  )
  await send.click()
  await expect(toastSaying(page, 'El depósito mínimo es de $2')).toBeVisible()
  await page.unroute('**/deposit_ustd/')
  await send.click()
  await expect(toastSaying(page, inSpanish('Deposit Submitted'))).toBeVisible()
  await expectSpanish(page)
  await page.goto('/account')
  await button(page, 'Verify Deposit').first().click()
  await page.getByLabel(inSpanish('Transaction Hash')).fill('ab'.repeat(32))
  await page.keyboard.press('Enter')
  await expect(toastSaying(page, inSpanish('Verification Failed'))).toBeVisible()
  await expectSpanish(page)
})

test('changes the account in Spanish, including refusals', LONG, async ({ page }) => {
  await visitAs(page, member, '/account?edit=profile')
  const address = page.getByLabel(inSpanish('Wallet Address (TRC20)'))
  await address.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv9')
  await button(page, 'Save').click()
  await expect(page.getByText('su suma de control no coincide')).toBeVisible()
  await expectSpanish(page)
  await address.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
  await button(page, 'Save').click()
  await expect(toastSaying(page, inSpanish('Profile updated'))).toBeVisible()
  await button(page, 'Change Password').click()
  await page.getByLabel(inSpanish('Current Password')).fill('not the password')
  await page.getByLabel(inSpanish('New Password'), { exact: true }).fill('a new fine phrase')
  await page.getByLabel(inSpanish('Confirm New Password')).fill('a new fine phrase')
  await button(page, 'Change Password').click()
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await expectSpanish(page)
  await page.goto('/account?withdraw=new')
  const dialog = page.getByRole('dialog', { name: inSpanish('Withdraw Funds') })
  await dialog.getByLabel(inSpanish('Amount (USD)')).fill('4')
  await dialog.getByRole('button', { name: inSpanish('Review withdrawal') }).click()
  await expectSpanish(page)
  await page.route('**/rewards/withdrawals/', (route) => {
    const body = { amount: '400.00', payment_method: 'trx', payment_details: '' }
    const isAsked = route.request().method() === 'POST'
    return route.continue(isAsked ? { postData: JSON.stringify(body) } : {})
  })
  await dialog.getByRole('button', { name: inSpanish('Withdraw'), exact: true }).click()
  await expect(toastSaying(page, 'Saldo insuficiente. El retiro máximo es de $')).toBeVisible()
  await expectSpanish(page)
})

test('shares the link and navigates the tree in Spanish', LONG, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await visitAs(page, member, '/referrals')
  await button(page, 'Share Now').click()
  await expect(page.getByRole('dialog', { name: inSpanish('Share your link') })).toBeVisible()
  await expectSpanish(page)
  await page.goto('/familytree?levels=6')
  await button(page, 'Fit').click()
  await expectSpanish(page)
})

test('activates a profile in Spanish', LONG, async ({ page }) => {
  await visitAs(page, newcomer, '/mytree')
  await button(page, 'Activate Now').click()
  await expect(page.getByRole('dialog', { name: inSpanish('Profile Activation') })).toBeVisible()
  await expectSpanish(page)
})

test('shows a downline’s table whole on a tablet', LONG, async ({ page }) => {
  await visitAs(page, member, '/familytree?view=table')
  await expect(page.getByRole('button', { name: /vecina/ })).toBeVisible()
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 860 })
    await expect.poll(() => findCutTables(page), `${width} px`).toEqual([])
  }
})

test('shows the table of referrals whole on the narrowest tablet', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 860 })
  await visitAs(page, member, '/referrals')
  await expect(page.getByRole('rowheader', { name: 'vecina', exact: true })).toBeVisible()
  await expect.poll(() => findCutTables(page)).toEqual([])
})

test('shows a failure from before the texts arrived only in Spanish', LONG, async ({ page }) => {
  await visitAs(page, member, '/favicon.svg')
  const refused = { status: 403, json: { code: 'forbidden', detail: 'Not now.' } }
  await page.route(/\/api\/.*plans\//, (route) => route.fulfill(refused))
  const late = Promise.withResolvers<void>()
  await page.route(/\/assets\/es-[^/]*\.js/, async (route) => {
    await late.promise
    await route.continue()
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const english = page.locator('[role=group]').filter({ hasText: 'Failed to load plans' })
  await expect(english).toBeAttached()
  late.resolve()
  await expect(toastSaying(page, inSpanish('Failed to load plans'))).toBeVisible()
  // Before it would disappear on its own.
  await expect(english).toHaveCount(0, { timeout: 2000 })
})
