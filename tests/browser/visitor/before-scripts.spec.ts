import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-test.ts'

// A written page can be used before its scripts arrive: what was chosen, typed, or pressed counts.

type Release = () => Promise<void>

/** Opens a page whose scripts don't arrive before they are released. */
async function openWithoutScripts(page: Page, path: string): Promise<Release> {
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

/** What the page below is given. */
type Held = { held: (() => void)[]; release: () => void }

/** Opens a page on which React listens already and hasn't begun to draw, as on a busy device. */
async function openBeforeDrawing(page: Page, path: string): Promise<Release> {
  await page.addInitScript(() => {
    const held: Held['held'] = []
    const { postMessage } = MessagePort.prototype
    const release = () => {
      MessagePort.prototype.postMessage = postMessage
      for (const send of held) send()
    }
    MessagePort.prototype.postMessage = function (message: unknown) {
      held.push(() => postMessage.call(this, message))
    }
    Object.assign(window, { held, release })
  })
  await page.goto(path)
  await page.waitForFunction(() => (window as unknown as Held).held.length > 0)
  return () => page.evaluate(() => (window as unknown as Held).release())
}

const moments = [
  ['before the scripts arrive', openWithoutScripts],
  ['before React draws', openBeforeDrawing],
] as const

for (const [moment, open] of moments) {
  test(`counts a language chosen ${moment}`, async ({ page }) => {
    const release = await open(page, '/')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('es')
    await release()
    await expect(page.getByRole('heading', { name: 'Enlaces rápidos' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Idioma' })).toHaveValue('es')
  })

  test(`counts a theme chosen ${moment}`, async ({ page }) => {
    const release = await open(page, '/plan')
    const button = page.getByRole('button', { name: 'Toggle theme' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    await button.click()
    await release()
    await expect(page.locator('html')).not.toHaveClass(/dark/)
    // Pressed once, it has gone one step.
    await expect(button).toHaveAttribute('title', 'Light theme')
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('opens the menu that was asked for before the scripts arrived', async ({ page }) => {
    const release = await openWithoutScripts(page, '/payplan')
    await page.getByRole('button', { name: 'Menu' }).click()
    await release()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })
})
