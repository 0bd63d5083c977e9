import type { Locator, Page } from '@playwright/test'
import { expectSpanish, inSpanish } from '../support/inspect/english-left.ts'
import { findCramped } from '../support/inspect/find-cramped.ts'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { addMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { speakPseudo } from '../support/pseudo-language.ts'
import { settle } from '../support/settle.ts'
import { openConsole } from './staff.ts'

// The search of every page on a phone, whose header has room only for a button.

test.use({ viewport: { width: 320, height: 700 }, hasTouch: true })

/** The smallest side of a finger's target. */
const TARGET_PX = 44

const searchIn = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Search members' })
  return {
    button: page.getByRole('banner').getByRole('button', { name: 'Search members' }),
    dialog,
    field: dialog.getByRole('searchbox', { name: 'Search members' }),
    found: dialog.getByRole('list', { name: 'Members found' }),
  }
}

/** Targets that are too small for a finger or outside of the window. */
async function findSmall(targets: Locator): Promise<string[]> {
  const found: string[] = []
  const width = targets.page().viewportSize()?.width ?? 0
  for (const target of await targets.all()) {
    const box = await target.boundingBox()
    const fits = box && Math.min(box.width, box.height) >= TARGET_PX && box.x >= 0
    if (!fits || box.x + box.width > width) {
      found.push(`${await target.ariaSnapshot()}: ${JSON.stringify(box)}`)
    }
  }
  return found
}

test(
  'finds a member from any page by touch and by keyboard',
  LONG,
  async ({ page, product, staff }) => {
    await addMember(product, 'thumb-one')
    await addMember(product, 'thumb-two')
    await openConsole(page, staff.support, '/deposits')
    const { button, dialog, field, found } = searchIn(page)

    await test.step('has room for every target of the header', async () => {
      // The mark is smaller. The menu leads to its page, too.
      const targets = page.getByRole('banner').locator('button, a:not(:has([href$="#mark"]))')
      await expect(targets.filter({ visible: true })).toHaveCount(5)
      expect(await findSmall(targets.filter({ visible: true }))).toEqual([])
      await expect(page.getByRole('link', { name: 'Twofold' })).toBeInViewport({ ratio: 1 })
    })

    await test.step('opens with the field ready, even after a touch', async () => {
      await button.tap()
      await expect(field).toBeFocused()
      await field.pressSequentially('thumb-')
      await expect(found.getByRole('link')).toHaveCount(2)
      expect(await findSmall(found.getByRole('link'))).toEqual([])
      expect(await findSmall(dialog.getByRole('button'))).toEqual([])
      expect(await inspectPage(page, { widths: 'own' })).toEqual([])
    })

    await test.step('keeps the members when the on-screen keyboard is hidden', async () => {
      await field.blur()
      await expect(found.getByRole('link')).toHaveCount(2)
    })

    await test.step('opens the chosen member', async () => {
      await found.getByRole('link', { name: 'thumb-two' }).tap()
      await expect(page.getByRole('heading', { name: 'thumb-two' })).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(button).toBeFocused()
    })

    await test.step('opens by key, and moves by the arrow keys', async () => {
      await page.keyboard.press('/')
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('')
      await page.keyboard.type('thumb-o')
      await expect(found.getByRole('link')).toHaveCount(1)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'thumb-one' })).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })

    await test.step('closes on Escape and returns the focus', async () => {
      await button.tap()
      await field.fill('thumb-none')
      await expect(dialog.getByText('No members match.').last()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(button).toBeFocused()
    })

    await test.step('lists all matches on Enter', async () => {
      await button.tap()
      await field.fill('thumb-')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/operator/members?search=thumb-')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
    })

    await test.step('has the field in a wider header', async () => {
      await page.setViewportSize({ width: 768, height: 700 })
      await expect(button).toHaveCount(0)
      await page.keyboard.press('/')
      await expect(page.getByRole('searchbox', { name: 'Search members' })).toBeFocused()
    })
  },
)

test('says why a search failed, and tries again', LONG, async ({ page, product, staff }) => {
  await addMember(product, 'lost-signal')
  await openConsole(page, staff.support)
  await settle(page)
  const { button, dialog, field, found } = searchIn(page)
  await button.tap()
  await page.context().setOffline(true)
  await field.fill('lost-signal')
  const failed = dialog.getByRole('alert').filter({ hasText: 'We couldn’t search members' })
  await expect(failed).toContainText('Check your connection')
  expect(await inspectPage(page, { widths: 'own' })).toEqual([])
  await page.context().setOffline(false)
  // Once the server is back, the search may run again on its own, and the button is gone.
  const again = failed.getByRole('button', { name: 'Try again' })
  await again.tap({ timeout: 3_000 }).catch(() => {})
  await expect(found.getByRole('link')).toHaveCount(1)
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-MX' })

  test('searches members', LONG, async ({ page, staff }) => {
    await openConsole(page, staff.support)
    await settle(page)
    await page.getByRole('button', { name: inSpanish('Search members') }).tap()
    await page.locator('input:focus').fill('nobody-here')
    await expect(page.getByText(inSpanish('No members match.')).last()).toBeVisible()
    await expectSpanish(page)
    expect(await findSmall(page.getByRole('banner').getByRole('button'))).toEqual([])
  })
})

test.describe('from right to left', () => {
  // The policy allows inline scripts by their hashes, so we inject the language in transit.
  test.use({ bypassCSP: true })

  test('lays out the search and an open audit entry', LONG, async ({ page, staff }) => {
    await speakPseudo(page.context())
    await openConsole(page, staff.chief, '/audit')
    await settle(page)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.locator('main li summary').first().tap()
    expect(await findCramped(page, '')).toEqual([])
    await page.locator('header button[aria-haspopup=dialog]').tap()
    const field = page.locator('input:focus')
    await field.fill('nobody-here')
    await settle(page)
    expect(await findCramped(page, '')).toEqual([])
    const icon = await page.getByRole('search').locator('svg').boundingBox()
    expect(icon?.x).toBeGreaterThan(160)
  })
})
