import { findCramped } from './find-cramped.ts'
import { findInBothThemes } from './find-violations.ts'
import { expect, test } from './product-test.ts'

const PAGES = [
  { path: '/', title: /Twofold/, heading: 'Two beneath you. Every cent in the book.' },
  { path: '/plan', title: 'Plan · Twofold', heading: 'Plan' },
  { path: '/payplan', title: 'Pay Plan · Twofold', heading: 'The power of two' },
  { path: '/contact', title: 'Contact · Twofold', heading: 'Contact Us' },
  { path: '/terms', title: 'Terms · Twofold', heading: 'Terms' },
  { path: '/privacy', title: 'Privacy Notice · Twofold', heading: 'Privacy Notice' },
  { path: '/login', title: 'Login · Twofold', heading: 'Sign in to Twofold' },
  { path: '/register', title: 'Register · Twofold', heading: 'Create your account' },
  { path: '/welcome', title: 'Welcome · Twofold', heading: 'Welcome to Twofold' },
  { path: '/Welcome', title: 'Welcome · Twofold', heading: 'Welcome to Twofold' },
  { path: '/verify-email', title: 'Verify e-mail · Twofold', heading: 'Verify your e-mail' },
  { path: '/reset-password/x', title: 'Reset password · Twofold', heading: 'Set a new password' },
  { path: '/no/such/page', title: 'Page not found · Twofold', heading: 'Oops! Page not found' },
]

const HEAVIEST = ['/', '/plan', '/payplan', '/register']

for (const { path, title, heading } of PAGES) {
  test(`${path} stands, is named and accessible in both themes`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveTitle(title)
    const inOther = HEAVIEST.includes(path) ? 'everything' : 'colours'
    expect(await findInBothThemes(page, inOther)).toEqual([])
  })
}

test('an unknown path answers 404 with the same page and a link home', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

/** What a page's browser makes of strings that would become markup or the address of code. */
const tryStrings = () => {
  const attempts = {
    markup: () => (document.createElement('p').innerHTML = '<b>bold</b>'),
    script: () => (document.createElement('script').text = 'document.title = "run"'),
    address: () => (document.createElement('script').src = '/assets/other.js'),
    worker: () => new Worker('/other.js'),
    policy: () => Reflect.get(window, 'trustedTypes').createPolicy('other', {}),
  }
  return Object.entries(attempts).map(([name, attempt]) => {
    try {
      attempt()
      return `${name} taken`
    } catch (error) {
      return `${name} ${error instanceof TypeError ? 'refused' : String(error)}`
    }
  })
}

test('no string becomes markup or code; a page that was changed on its way still stands', async ({
  context,
}) => {
  // A page of its own: what the browser says of refused strings is no complaint here.
  const page = await context.newPage()
  for (const path of ['/', '/login']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await page.evaluate(tryStrings)).filter((each) => !each.endsWith('refused'))).toEqual(
      [],
    )
  }
  await page.route('/plan', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace('<main', '<p>Put in</p><main') })
  })
  await page.goto('/plan')
  await expect(page.getByText('Put in')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan')
  // A part that does not arrive is said; one that fails where it is drawn ends in the page that
  // stands in place of all others.
  const part = '**/assets/mobile-menu-*'
  await page.route(part, (route) => route.abort())
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('alert')).toContainText('A part of this page did not arrive.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan')
  await page.unroute(part)
  await page.goto('/payplan')
  const body = 'export const MobileMenu = () => { throw new Error("broken") }'
  await page.route(part, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
})

test('the theme is dark at first, changes by the button and is kept', async ({ page }) => {
  await page.goto('/')
  const html = page.locator('html')
  await expect(html).toHaveClass(/dark/)
  // All of it at once: after the press nothing is on its way to another colour, not even where
  // everything fades a little because less motion is asked for.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const fading = await page
    .getByRole('button', { name: 'Toggle theme' })
    .evaluate((button: HTMLElement) => {
      button.click()
      return document.getAnimations().filter((each) => each instanceof CSSTransition).length
    })
  expect(fading).toBe(0)
  await expect(html).not.toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await page.reload()
  await expect(html).not.toHaveClass(/dark/)
})

test('every page that speaks of rewards says where the money comes from', async ({ page }) => {
  for (const path of ['/', '/plan', '/payplan', '/register']) {
    await page.goto(path)
    const note = page.getByRole('complementary', { name: 'About rewards' })
    await expect(note).toContainText('joining fees of other members')
    await expect(note).toContainText('Most members do not complete a ladder')
  }
  await page.getByRole('complementary').getByRole('link').click()
  await expect(page).toHaveURL(/payplan#where-the-money-comes-from/)
  await expect(page.getByRole('heading', { name: 'Where the money comes from' })).toBeInViewport()
})

test('the plan page shows the catalogue, home leads to the default sponsor', async ({ page }) => {
  await page.goto('/plan')
  for (const [plan, figures] of [
    ['Bronze', ['$1', '$0.50', '$0.50', '–', '–', '$3']],
    ['Silver', ['$3', '$1', '$1', '–', '–', '$6']],
    ['Gold', ['$6', '$1', '$2.50', '–', '–', '$12']],
    ['Platinum', ['$12', '$2', '$5', '–', '–', '$24']],
    ['Diamond', ['$24', '$4', '$10', '$10', '12 × Bronze', '$58']],
  ] as const) {
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: plan }) })
    const cells = await row.getByRole('cell').allInnerTexts()
    expect(cells.slice(0, 6), plan).toEqual(figures)
  }
  await page.goto('/')
  const join = page.getByRole('main').locator('a[href="/register?ref=TWOFOLD"]')
  await expect(join.first()).toBeVisible()
})

test('on a phone the menu slides in, holds the links and closes with Escape', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Home', 'Plan', 'Pay Plan', 'Contact Us', 'Login']) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await expect(menu.getByRole('button', { name: 'Toggle theme' })).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('no page is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const { path } of PAGES) {
    await page.goto(path)
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(excess, path).toBeLessThanOrEqual(0)
    expect.soft(await findCramped(page), path).toEqual([])
  }
})

test('member pages send visitors to the login page and bring them back', async ({ page }) => {
  for (const path of ['/dashboard', '/mytree', '/familytree', '/account', '/referrals']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
})
