import { findViolations } from '../support/inspect/find-violations.ts'
import { expect, LONG, test } from '../support/product-test.ts'

for (const [device, width] of [
  ['phone', 360],
  ['desktop', 1280],
] as const) {
  test(`reads the API reference on a ${device}, in both themes`, LONG, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/api/docs')
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(tooWide).toBe(0)
    // All calls are rendered the same way, and checking hundreds takes long, so every twentieth
    // stays.
    await page.evaluate(() => {
      for (const [index, article] of document.querySelectorAll('article').entries()) {
        if (index % 20 !== 0) article.remove()
      }
    })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page)).toEqual([])
    }
  })
}

test('finds a call, its errors, and its shape by keyboard', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/api/docs')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the reference' })).toBeFocused()
  await page.getByRole('link', { name: 'Request a deposit' }).focus()
  await page.keyboard.press('Enter')
  const call = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Request a deposit' }) })
  await expect(call.getByRole('heading', { name: 'Request a deposit' })).toBeInViewport()
  await expect(call.getByText('The fee or the coins differ from ours.')).toBeVisible()
  await call.getByText('Example of the request').focus()
  await page.keyboard.press('Enter')
  await expect(call.getByText('"original_amount": "25.00"')).toBeVisible()
  await call.getByRole('link', { name: 'Deposit', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Deposit', exact: true })).toBeInViewport()
})
