import { pressKeyOn } from '../support/keys.ts'
import { addMember, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { toastSaying } from '../support/toasts.ts'

test('leads a new member through the first steps', LONG, async ({ page, product }) => {
  await visitAs(page, await addMember(product, 'beginner'), '/dashboard')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('link')).toHaveCount(3)
  await steps.getByRole('link', { name: 'Add money to your wallet' }).click()
  await expect(page.getByRole('dialog', { name: 'Deposit Funds' })).toBeVisible()
  await page.keyboard.press('Escape')
  // The button is far down on the plan page, so the step opens its target directly.
  await steps.getByRole('link', { name: 'Activate your first profile' }).click()
  const activation = page.getByRole('dialog', { name: 'Profile Activation' })
  await expect(activation.getByLabel('Profile')).toHaveValue(/./)
  await page.keyboard.press('Escape')
  await expect(activation).toHaveCount(0)
  await expect(page).toHaveURL(/\/mytree$/)
})

test('shows the account, the plan, and recent activity', async ({ page, team }) => {
  await visitAs(page, team[0], '/dashboard')
  const main = page.getByRole('main')
  for (const label of ['Current Plan', 'Total Referrals', 'Total Rewards', 'Referral Code']) {
    await expect(main.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(main.getByText('Not set')).toHaveCount(4)
  await expect(main.getByText('4 of 6 positions filled')).toBeVisible()
  await expect(main.getByText('Next tier: Silver', { exact: false })).toBeVisible()
  await expect(
    main.getByRole('region', { name: 'Recent activity' }).getByRole('listitem'),
  ).not.toHaveCount(0)
})

test('moves the focus to a page whose link is gone', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'All activity' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Earnings' }).first().press('Enter')
  await expect(page).toHaveURL(/\/earnings$/)
  await expect(page.getByRole('link', { name: 'Earnings' }).first()).toBeFocused()
})

test('explains that the earnings of recent weeks are missing', LONG, async ({ page, team }) => {
  await page.route('**/api/accounts/earnings/*', (route) =>
    route.fulfill({ status: 400, json: {} }),
  )
  await visitAs(page, team[0], '/dashboard')
  await page.getByText('Earnings, last 12 weeks').scrollIntoViewIfNeeded()
  await expect(page.getByText('Failed to load earnings')).toBeVisible()
})

test(
  'doesn’t claim that nothing happened if the activity is missing',
  LONG,
  async ({ page, team }) => {
    const recent = '**/api/accounts/activity/recent/'
    await page.route(recent, (route) => route.fulfill({ status: 400, json: {} }))
    await visitAs(page, team[0], '/dashboard')
    const card = page.getByRole('region', { name: 'Recent activity' })
    await expect(card.getByText('Failed to load activity')).toBeVisible()
    await expect(card.getByText('No activity yet')).toHaveCount(0)
    await page.unroute(recent)
    await page.route(recent, (route) => route.fulfill({ json: [] }))
    await card.getByRole('button', { name: 'Try again' }).click()
    await expect(card.getByText('No activity yet')).toBeVisible()
    await expect(card.locator('ul')).toHaveCount(0)
    await page.unroute(recent)
    await page.reload()
    await expect(card.getByText('Profile activated')).toBeVisible()
  },
)

test('answers a click while the code behind it loads', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/favicon.svg')
  const [dialogs, pages] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/assets\/deposit-dialog-/, async (route) => {
    await dialogs.promise
    await route.continue()
  })
  await page.route(/\/assets\/earnings-/, async (route) => {
    await pages.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  const bar = page.locator('[data-loading]')
  await page.getByRole('button', { name: 'Deposit Funds' }).click()
  await expect(bar).toBeVisible()
  dialogs.resolve()
  await expect(page.getByRole('dialog', { name: 'Deposit Funds' })).toBeVisible()
  await expect(bar).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Earnings' }).first().click()
  await expect(bar).toBeVisible()
  pages.resolve()
  await expect(page).toHaveURL(/\/earnings$/)
  await expect(bar).toHaveCount(0)
})

test('leads to each of the member’s pages from the tabs', LONG, async ({ page, team }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visitAs(page, team[0], '/dashboard')
  const tabs = page.getByRole('navigation', { name: 'Your pages' })
  for (const name of ['Referrals', 'Earnings', 'Activity', 'Statements', 'Account']) {
    await pressKeyOn(page, tabs.getByRole('link', { name }))
    await expect(tabs.locator('[aria-current=page]')).toHaveText(name)
  }
  await tabs.getByRole('link', { name: 'Dashboard' }).click()
  const earnings = page.getByRole('main').getByRole('link', { name: /^Earnings, last 12 weeks/ })
  await expect(earnings).toContainText(/\$\d+\.\d\d/)
  await expect(page.getByRole('button', { name: 'Share Now' })).toBeVisible()
})

test(
  'copies the referral link, and reports when it can’t',
  LONG,
  async ({ context, page, team }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visitAs(page, team[0], '/dashboard')
    await page.getByRole('button', { name: 'Copy referral link' }).click()
    await expect(page.getByText('Copied!')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(new URL(`/register?ref=${team[0].referralCode}`, page.url()).href)
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    )
    await page.goto('/referrals')
    await page.getByRole('button', { name: 'Copy Link' }).click()
    const failed = toastSaying(page, 'Failed to copy referral link')
    await expect(failed).toContainText('Error')
  },
)

test(
  'keeps four pages in reach on a phone, and closes the menu on Back',
  LONG,
  async ({ page, team }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await visitAs(page, team[0], '/dashboard')
    const rooms = page.getByRole('navigation', { name: 'Sections' })
    await rooms.getByRole('link', { name: 'My Plan' }).click()
    await expect(page).toHaveURL(/\/mytree$/)
    await expect(rooms.locator('[aria-current=page]')).toHaveText('My Plan')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(menu).toBeHidden()
  },
)
