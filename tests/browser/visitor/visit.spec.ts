import type { Page } from '@playwright/test'
import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { replaceVersion } from './replace-version.ts'

test('answers an unknown path with 404 and a link home', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

/** How a page's browser treats strings that would become markup or a script's address. */
const tryStrings = () => {
  const attempts = {
    markup: () => (document.createElement('p').innerHTML = '<b>bold</b>'),
    script: () => (document.createElement('script').text = 'document.title = "run"'),
    address: () => (document.createElement('script').src = '/assets/other.js'),
    worker: () => new Worker('/other.js'),
    policy: () => {
      const types = Reflect.get(window, 'trustedTypes') as {
        createPolicy(n: string, o: object): void
      }
      types.createPolicy('other', {})
    },
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

test('never runs text as markup or code, and survives a page changed in transit', async ({
  context,
}) => {
  // A separate page, because the browser's reports about refused strings aren't complaints here.
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plans')
  // A chunk that fails to load shows a notice. One that fails to render ends in the error page.
  const part = '**/assets/mobile-menu-*'
  await page.route(part, (route) => route.abort())
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('alert')).toContainText('Part of this page didn’t load.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plans')
  await page.unroute(part)
  await page.goto('/payplan')
  const body = 'export const MobileMenu = () => { throw new Error("broken") }'
  await page.route(part, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
})

test('starts dark, changes the theme with the button, and remembers it', async ({ page }) => {
  await page.goto('/')
  const html = page.locator('html')
  await expect(html).toHaveClass(/dark/)
  // Everything changes at once: after the click, no color is still in transition, not even where
  // everything fades slightly because of reduced motion.
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

test('shows the plan catalog, and leads from home to the default sponsor', async ({ page }) => {
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

test(
  'opens the menu on a phone, with every link, and closes it with Escape',
  LONG,
  async ({ page }) => {
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
  },
)

test('sends visitors of member pages to the login page', LONG, async ({ page }) => {
  for (const path of ['/dashboard', '/mytree', '/familytree', '/account', '/referrals']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('links the note about rewards to the source of the money', LONG, async ({ page }) => {
  await page.goto('/register')
  const note = page.getByRole('complementary', { name: 'About rewards' })
  await note.getByRole('link', { name: 'Where the money comes from' }).click()
  await expect(page).toHaveURL(/payplan#where-the-money-comes-from/)
  await expect(page.getByRole('heading', { name: 'Where the money comes from' })).toBeInViewport()
})

test('opens a page in any case of its path', LONG, async ({ page }) => {
  await page.goto('/Welcome')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Twofold')
})

const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('heading_for'))

test(
  'opens the page of a link after a new version has replaced its code',
  LONG,
  async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 })
    const menu = page.getByRole('navigation', { name: 'Main' })
    await page.goto('/contact')
    await replaceVersion(page, '**/assets/pay-plan-*.js')
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loaded.push(new URL(request.url()).pathname)
    })
    await menu.getByRole('link', { name: 'Pay Plan' }).click()
    await expect(heading).toHaveText('The power of two')
    expect(loaded).toEqual(['/contact', '/payplan'])
    // That was once. From then on, this page is as any other.
    expect(await stored(page)).toBeNull()
    await page.reload()
    await expect(heading).toHaveText('The power of two')
    await menu.getByRole('link', { name: 'Plan', exact: true }).click()
    await expect(heading).toHaveText('Plans')
    await page.reload()
    await expect(heading).toHaveText('Plans')
    await page.goBack()
    await expect(heading).toHaveText('The power of two')
    await page.goBack()
    await expect(heading).toHaveText('Contact Us')
  },
)

test('opens no page left for another address', LONG, async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/contact')
  await page.route('**/assets/pay-plan-*.js', () => {
    // It never arrives.
  })
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Pay Plan' }).click()
  await page.goto('/favicon.svg')
  expect(await stored(page)).toContain('/payplan')
  await page.goto('/contact')
  await expect(heading).toHaveText('Contact Us')
  expect(await stored(page)).toBeNull()
  await page.reload()
  await expect(heading).toHaveText('Contact Us')
})

test('keeps a visitor’s page without a network', LONG, async ({ context, page }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/contact')
  await page.getByLabel('Message').fill('Half a message')
  await context.setOffline(true)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Pay Plan' }).click()
  await expect(page.getByText('We can’t reach Twofold.')).toBeVisible()
  await expect(heading).toHaveText('Contact Us')
  await expect(page.getByLabel('Message')).toHaveValue('Half a message')
  await context.setOffline(false)
  await menu.getByRole('link', { name: 'Pay Plan' }).click()
  await expect(heading).toHaveText('The power of two')
})
