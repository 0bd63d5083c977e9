import { inspectPage, isInspected } from '../support/inspect/inspect-page.ts'
import { visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'

// Loads each member page and each of its dialogs once, and inspects it fully if isInspected().

const ROOMS = [
  { path: '/dashboard', title: 'Dashboard · Twofold', heading: 'Welcome, ana' },
  { path: '/mytree', title: 'My Plan · Twofold', heading: 'My Plan' },
  { path: '/account', title: 'Account · Twofold', heading: 'Account' },
  { path: '/referrals', title: 'Referrals · Twofold', heading: 'Referrals' },
  { path: '/earnings', title: 'Earnings · Twofold', heading: 'Earnings' },
  { path: '/activity', title: 'Activity · Twofold', heading: 'Activity' },
  { path: '/statements', title: 'Statements · Twofold', heading: 'Statements' },
  { path: '/proofs', title: 'Proofs · Twofold', heading: 'Proofs' },
]

const ALL = { isTranslated: true }

for (const [place, { path, title, heading }] of ROOMS.entries()) {
  const tags = isInspected(place) ? {} : LONG
  test(
    `${path} is named, accessible, translated, and fits every width`,
    tags,
    async ({ page, team }) => {
      await visitAs(page, team[0], path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page).toHaveTitle(title)
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /membership/)
      await settle(page)
      expect(await inspectPage(page, ALL)).toEqual([])
    },
  )
}

test(
  'pages that don’t explain rewards link once to the explanation',
  LONG,
  async ({ page, team }) => {
    const link = page.getByRole('link', { name: 'Where the money comes from' })
    for (const [path, heading] of [
      ['/dashboard', 'Welcome, ana'],
      ['/familytree', 'Network Tree'],
      ['/referrals', 'Referrals'],
    ] as const) {
      await visitAs(page, team[0], path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(link).toHaveCount(1)
    }
  },
)

test('the network is accessible, translated, and fits every width in each view', async ({
  page,
  team,
}) => {
  await visitAs(page, team[0], '/familytree')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Network Tree')
  await expect(page).toHaveTitle('Family Tree · Twofold')
  const views = {
    Picture: page.getByRole('button', { name: 'Root ana Bronze Active' }),
    Outline: page.getByRole('tree', { name: /^Outline of/ }),
    Table: page.getByRole('table', { name: /^Downline of/ }),
    Overview: page.getByRole('button', { name: /^Overview of/ }),
  }
  for (const [place, [view, shown]] of Object.entries(views).entries()) {
    await page.getByRole('link', { name: view, exact: true }).click()
    await expect(shown).toBeVisible()
    await settle(page)
    if (isInspected(place)) expect.soft(await inspectPage(page, ALL), view).toEqual([])
  }
})

test(
  'the dialogs of the network are accessible, translated, and fit every width',
  LONG,
  async ({ page, team }) => {
    await visitAs(page, team[0], '/familytree')
    // Other files of this worker may have filled some of the empty positions.
    const dialogs = [
      ['Details of ben', 'Profile Details'],
      [/^[LR]{2} Empty$/, /^Invite to [LR]{2}$/],
    ] as const
    for (const [button, name] of dialogs) {
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await settle(page)
      expect.soft(await inspectPage(page, ALL), `${name}`).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  },
)

test(
  'the dialogs and forms for money are accessible, translated, and fit every width',
  LONG,
  async ({ page, team }) => {
    const inspect = async (place: number, name: string): Promise<void> => {
      await settle(page)
      if (isInspected(place)) expect.soft(await inspectPage(page, ALL), name).toEqual([])
    }
    await visitAs(page, team[0], '/dashboard?deposit=new')
    await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible()
    await inspect(0, 'deposit')
    await page.goto('/account?withdraw=new')
    await expect(page.getByRole('dialog', { name: 'Withdraw Funds' })).toBeVisible()
    await inspect(1, 'withdraw')
    await page.goto('/account?edit=profile')
    await expect(page.getByLabel('Wallet Address (TRC20)')).toBeVisible()
    await inspect(2, 'profile')
    await page.goto('/referrals')
    await page.getByRole('button', { name: 'Activate Profile' }).click()
    const activation = page.getByRole('dialog', { name: 'Profile Activation' })
    await expect(activation.getByText('All your profiles are active.')).toBeVisible()
    await inspect(3, 'activation')
  },
)

test('the menu on a phone is accessible, translated, and fits', LONG, async ({ page, team }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visitAs(page, team[0], '/account')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toContainText('Logout')
  await settle(page)
  expect(await inspectPage(page, { ...ALL, widths: 'own' })).toEqual([])
})
