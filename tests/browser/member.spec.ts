import { findCramped } from './find-cramped.ts'
import { findInBothThemes } from './find-violations.ts'
import { addMember, visitAs, type BrowserMember } from './members.ts'
import { expect, test } from './product-test.ts'
import { settle } from './settle.ts'
import { growTeam } from './team.ts'
import { toastSaying } from './toasts.ts'

// One team for all of these tests: ana on top, ben and cleo beneath her, dora and emil beneath ben.
let ana: BrowserMember
let ben: BrowserMember

test.beforeAll(async ({ product }) => {
  const [first, second] = await growTeam(product, ['ana', 'ben', 'cleo', 'dora', 'emil'])
  if (!first || !second) throw new Error('the team has not grown')
  ana = first
  ben = second
})

const PAGES = [
  { path: '/dashboard', title: 'Dashboard · Twofold', heading: 'Welcome, ana' },
  { path: '/mytree', title: 'My Tree · Twofold', heading: 'My Tree' },
  { path: '/familytree', title: 'Family Tree · Twofold', heading: 'Network Tree' },
  { path: '/account', title: 'Account · Twofold', heading: 'Account' },
  { path: '/referrals', title: 'Referrals · Twofold', heading: 'Referrals' },
]

test('member pages stand, are named and accessible in both themes', async ({ page }) => {
  await visitAs(page, ana, '/dashboard')
  for (const { path, title, heading } of PAGES) {
    await page.goto(path)
    await expect.soft(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect.soft(page, path).toHaveTitle(title)
    await settle(page)
    expect.soft(await findInBothThemes(page, 'everything'), path).toEqual([])
  }
})

test('dialogs are accessible in both themes', async ({ page }) => {
  await visitAs(page, ana, '/dashboard?deposit=new')
  await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible()
  expect.soft(await findInBothThemes(page, 'everything'), 'deposit').toEqual([])
  await page.goto('/account')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Withdraw Funds' })).toBeVisible()
  expect.soft(await findInBothThemes(page, 'everything'), 'withdraw').toEqual([])
  await page.goto('/referrals')
  await page.getByRole('button', { name: 'Activate Profile' }).click()
  const activation = page.getByRole('dialog', { name: 'Profile Activation' })
  await expect(activation.getByRole('button', { name: 'Activate Profile' })).toBeDisabled()
  expect.soft(await findInBothThemes(page, 'everything'), 'activation').toEqual([])
  await page.goto('/familytree')
  await page.getByRole('button', { name: 'RL Empty' }).click()
  await expect(page.getByRole('dialog', { name: 'Invite to RL' })).toBeVisible()
  expect.soft(await findInBothThemes(page, 'everything'), 'invite').toEqual([])
})

const VIEWS = ['outline', 'table', 'overview'].map((view) => `/familytree?view=${view}`)
const ROOMS = ['/earnings', '/activity', '/statements']
const OPENED = ['/dashboard?deposit=new', '/account?withdraw=new', '/account?edit=profile']

test('no member page or dialog is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visitAs(page, ana, '/dashboard')
  for (const path of [...PAGES.map((entry) => entry.path), ...VIEWS, ...ROOMS, ...OPENED]) {
    await page.goto(path)
    await settle(page)
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(excess, path).toBeLessThanOrEqual(0)
    expect.soft(await findCramped(page), path).toEqual([])
  }
  await page.goto('/account')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toContainText('Logout')
  expect(await findInBothThemes(page)).toEqual([])
})

test('on a phone four rooms stand in reach, and going back closes the menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visitAs(page, ana, '/dashboard')
  const rooms = page.getByRole('navigation', { name: 'Rooms' })
  await rooms.getByRole('link', { name: 'My Plan' }).click()
  await expect(page).toHaveURL(/\/mytree$/)
  await expect(rooms.locator('[aria-current=page]')).toHaveText('My Plan')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(menu).toBeHidden()
})

test('a new member is led: first steps, and to the wallet address that is wanted', async ({
  page,
  product,
}) => {
  await visitAs(page, await addMember(product, 'beginner'), '/dashboard')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('link')).toHaveCount(3)
  await steps.getByRole('link', { name: 'Put money into your wallet' }).click()
  await expect(page.getByRole('dialog', { name: 'Deposit Funds' })).toBeVisible()
  // The form may come before the dialog has gone, and long after.
  const wallet = page.getByLabel('Wallet Address (TRC20)')
  await page.goto('/account?withdraw=new')
  await page.getByRole('link', { name: 'Set it now' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(wallet).toBeFocused()
  const late = Promise.withResolvers<void>()
  await page.route(/\/profile-form-[^/]*\.js$/, async (route) => {
    await late.promise
    await route.continue()
  })
  await page.goto('/account?withdraw=new')
  await page.getByRole('link', { name: 'Set it now' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(wallet).toHaveCount(0)
  late.resolve()
  await expect(wallet).toBeFocused()
})

test('the dashboard shows the account, the plan and what happened', async ({ page }) => {
  await visitAs(page, ana, '/dashboard')
  const main = page.getByRole('main')
  for (const label of ['Current Plan', 'Total Referrals', 'Total Rewards', 'Referral Code']) {
    await expect(main.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(main.getByText('Not set')).toHaveCount(4)
  await expect(main.getByText('4 of 6 places taken')).toBeVisible()
  await expect(main.getByText('Next tier: Silver', { exact: false })).toBeVisible()
  await expect(
    main.getByRole('region', { name: 'Recent activity' }).getByRole('listitem'),
  ).not.toHaveCount(0)
})

test('clicking the referral code copies the link', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitAs(page, ana, '/dashboard')
  await page.getByRole('button', { name: 'Copy referral link' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(new URL(`/register?ref=${ana.referralCode}`, page.url()).href)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  )
  await page.goto('/referrals')
  await page.getByRole('button', { name: 'Copy Link' }).click()
  const failed = toastSaying(page, 'Failed to copy referral link')
  await expect(failed).toContainText('Error')
})

test('My Tree without an answer is an empty tree', async ({ page }) => {
  await page.clock.install()
  await page.route(/\/api\/tree\//, (route) => route.abort())
  await visitAs(page, ana, '/mytree')
  const card = page.getByRole('group', { name: /^Network of BR-/ })
  await expect(async () => {
    await page.clock.fastForward(1900)
    await expect(card.getByRole('button', { name: 'L Empty', exact: true })).toBeVisible({
      timeout: 150,
    })
  }).toPass({ intervals: [20] })
  await expect(card.getByText('Empty')).toHaveCount(6)
})

test('a hint waits 700 ms; its neighbour opens at once, and not 300 ms later', async ({ page }) => {
  await page.clock.install()
  await visitAs(page, ana, '/mytree')
  const first = page.getByRole('button', { name: 'L ben Bronze Active', exact: true })
  const second = page.getByRole('button', { name: 'R cleo Bronze Active', exact: true })
  const hint = page.getByText(/^BR-[0-9A-Z]{8}$/).and(page.locator('[data-open]'))
  await expect(second).toBeVisible()
  // Far enough ahead that it is still ahead when a busy machine comes to pause there.
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 30_000)
  await first.hover()
  await page.clock.runFor(650)
  await expect(hint).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(hint).toHaveCount(1)
  await second.hover()
  await page.clock.runFor(100)
  await expect(hint).toHaveCount(1)
  await page.mouse.move(0, 0)
  await page.clock.runFor(500)
  await expect(hint).toHaveCount(0)
  await first.hover()
  await page.clock.runFor(500)
  await expect(hint).toHaveCount(0)
})

test('My Tree shows the board; a place opens its details or an invitation', async ({ page }) => {
  await visitAs(page, ana, '/mytree')
  await page.getByRole('button', { name: 'LL dora Bronze Active' }).click()
  const details = page.getByRole('dialog', { name: 'Profile Details' })
  await expect(details).toContainText(/BR-[0-9A-Z]{8}/)
  await expect(details).toContainText('LL')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'RR Empty' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite to RR' })
  await expect(invite.getByRole('button', { name: 'Share Referral Link' })).toBeVisible()
})

test('Family Tree: a place becomes the top, Back and Reset return', async ({ page }) => {
  await visitAs(page, ana, '/familytree')
  const back = page.getByRole('button', { name: 'Back' })
  const reset = page.getByRole('button', { name: 'Reset' })
  await expect(page.getByRole('button', { name: 'Root ana Bronze Active' })).toBeVisible()
  await expect(back).toBeDisabled()
  await expect(reset).toBeDisabled()
  await page.getByRole('button', { name: 'L ben Bronze Active', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Root ben Bronze Active' })).toBeVisible()
  await page.getByRole('button', { name: 'R emil Bronze Active', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Root emil Bronze Active' })).toBeVisible()
  await back.click()
  await expect(page.getByRole('button', { name: 'Root ben Bronze Active' })).toBeVisible()
  // It is the browser's own Back: what was left lies ahead now.
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Root emil Bronze Active' })).toBeVisible()
  await reset.click()
  await expect(page.getByRole('button', { name: 'Root ana Bronze Active' })).toBeVisible()
  await expect(back).toBeDisabled()
})

test('Family Tree: a place that comes late calls nobody back', async ({ page }) => {
  await visitAs(page, ana, '/favicon.svg')
  const held = Promise.withResolvers<void>()
  const late = /\/api\/tree\/window\/.*profile_id=/
  await page.route(late, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest(late)
  await page.goto('/familytree')
  await page.getByRole('button', { name: 'L ben Bronze Active', exact: true }).click()
  await asked
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'My Plan' }).click()
  await expect(page.getByRole('heading', { name: 'My Tree', exact: true })).toBeVisible()
  const came = page.waitForResponse(late)
  held.resolve()
  await (await came).finished()
  await page.getByRole('button', { name: 'LL dora Bronze Active' }).click()
  await expect(page.getByRole('dialog', { name: 'Profile Details' })).toBeVisible()
  await expect(page).toHaveURL(/\/mytree$/)
})

test('Family Tree: search by profile id, by key and by button', async ({ page }) => {
  await visitAs(page, ana, '/familytree')
  const field = page.getByRole('searchbox', { name: 'Profile ID' })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Please enter a Profile ID')).toBeVisible()
  await field.fill('BR-00000000')
  await field.press('Enter')
  await expect(page.getByText('Profile not found')).toBeVisible()
  await page.getByRole('button', { name: 'L ben Bronze Active', exact: true }).click()
  await expect(page).toHaveURL(/profile=BR-/)
  const id = new URL(page.url()).searchParams.get('profile') ?? ''
  await page.getByRole('button', { name: 'Reset' }).click()
  await field.fill(id.toLowerCase())
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('button', { name: 'Root ben Bronze Active' })).toBeVisible()
})

test('Family Tree: what stands above oneself is not found', async ({ page }) => {
  await visitAs(page, ana, '/familytree')
  await page.getByRole('button', { name: 'L ben Bronze Active', exact: true }).waitFor()
  const own = await page.getByRole('region', { name: 'Plan' }).getByText(/^BR-/).innerText()
  await visitAs(page, ben, `/familytree?profile=${own}`)
  await expect(page.getByText('Profile not found')).toBeVisible()
})

test('referrals: four figures, a search, the profiles of each', async ({ page }) => {
  await visitAs(page, ana, '/referrals')
  await expect(page.getByText('Total Referrals').locator('..')).toContainText('4')
  await page.getByRole('searchbox', { name: 'Search referrals' }).fill('CLEO')
  await expect(page.getByRole('list', { name: 'Profiles of cleo' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Profiles of ben' })).toHaveCount(0)
  await expect(page.getByText(/c\*+@example\.org/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share Now' })).toBeVisible()
})

test('the password is changed only when both new ones agree', async ({ page, product }) => {
  const member = await addMember(product, 'changer')
  await visitAs(page, member, '/account')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(3)
  await page.getByLabel('Current Password').fill('false false false')
  await page.getByLabel('New Password', { exact: true }).fill('another fine phrase')
  await page.getByLabel('Confirm New Password').fill('another fine phrase?')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm New Password').fill('another fine phrase')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByLabel('Current Password')).toHaveAttribute('aria-invalid', 'true')
})

test('an activation that the wallet cannot pay is not offered', async ({ page, product }) => {
  const member = await addMember(product, 'penniless')
  await visitAs(page, member, '/mytree')
  await page.getByRole('button', { name: 'Activate Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Profile Activation' })
  await expect(dialog).toContainText('$1.00 short of the joining fee')
  await expect(dialog.getByRole('button', { name: 'Activate Profile' })).toBeDisabled()
})
