import { findViolations } from '../support/find-violations.ts'
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
