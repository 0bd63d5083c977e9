import { framePage, table } from '../../../src/server/transparency/pages/page-frame.ts'
import { findViolations } from '../support/inspect/find-violations.ts'
import { sample } from '../../support/scale.ts'
import { expect, LONG, test } from '../support/product-test.ts'

// The public figures: plain documents, without scripts and without the app.

const PATHS = ['', '/boards', '/solvency', '/check'].map((each) => `/transparency${each}`)
PATHS.push('/status')
const THEMES = ['dark', 'light'] as const

test('public figures need no script, fit 320 px, and are accessible', async ({ page }) => {
  for (const path of sample(PATHS, 4)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('script')).toHaveCount(0)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await findViolations(page), `${path}, ${colorScheme}`).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 700 })
    for (const url of [path, `${path}?lang=es`]) {
      await page.goto(url)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(wide, url).toBeLessThanOrEqual(320)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

test('fits the waiting times on a phone, and shows 24 hours', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const url of ['/status', '/status?lang=es']) {
    await page.goto(url)
    const table = page.locator('.wide').first()
    const hidden = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect.soft(hidden, url).toBeLessThanOrEqual(0)
    await expect(page.getByText(/ \d\d:\d\d:\d\d UTC$/)).toBeVisible()
  }
})

test(
  'every page links to the figures, which are navigable by keyboard in both languages',
  LONG,
  async ({ page }) => {
    await page.goto('/payplan')
    await page.getByRole('contentinfo').locator('a[href^="/transparency"]').first().press('Enter')
    await expect(page).toHaveURL(/\/transparency/)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('link', { name: 'Español' }).press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await page.getByRole('link', { name: 'Cómo les va a los tableros' }).press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page).toHaveURL(/boards/)
  },
)

test('keeps a minus sign on the line of its amount', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const rows = [['1 of 10', '−$1,234.50', '$1,000.00', '$1,000.00', '$1,000.00']]
  const html = table('Results', ['Share', 'Result', 'Paid', 'Got', 'Kept'], rows)
  const frame = { language: 'en', path: '/transparency', title: 'Results', font: null } as const
  await page.setContent(framePage({ ...frame, html }))
  const lines = await page.getByText('−$1,234.50').evaluate((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})
