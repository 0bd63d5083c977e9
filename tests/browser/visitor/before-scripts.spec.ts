import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-test.ts'

// A written page can be used before its scripts arrive: what was chosen, typed, or pressed counts.

/** Opens a page whose scripts don't arrive before they are released. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    held.resolve()
    await page.waitForLoadState('load')
  }
}

test('counts a language chosen before the scripts arrive', async ({ page }) => {
  const release = await openWithoutScripts(page, '/')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es')
  await release()
  await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Idioma' })).toHaveValue('es')
})

test('counts a theme chosen before the scripts arrive', async ({ page }) => {
  const release = await openWithoutScripts(page, '/plan')
  const html = page.locator('html')
  await expect(html).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await release()
  await expect(html).not.toHaveClass(/dark/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('opens the menu that was asked for before the scripts arrived', async ({ page }) => {
    const release = await openWithoutScripts(page, '/payplan')
    await page.getByRole('button', { name: 'Menu' }).click()
    await release()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })
})
