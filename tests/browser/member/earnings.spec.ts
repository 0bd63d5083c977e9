import type { Locator } from '@playwright/test'
import { z } from 'zod'
import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'

test('explains each reward behind the chart and the board', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/earnings')
  const rewards = page.getByRole('region', { name: 'Rewards' })
  await expect(rewards.getByRole('img', { name: /4 rewards, \$2\.00 in all/ })).toBeVisible()
  const bronze = rewards.getByRole('row', { name: /Bronze/ })
  await expect(bronze).toContainText('$2.00')
  await rewards.getByText('Count', { exact: true }).click()
  await expect(bronze.getByRole('cell').first()).toHaveText('2')
  await rewards.getByText('Show as a table').click()
  await expect(rewards.getByRole('columnheader', { name: 'Week of' })).toBeVisible()
  const boards = page.getByRole('region', { name: 'Boards' })
  await expect(boards.getByText('Still to earn if every').locator('..')).toContainText('$1.00')
  await boards.getByRole('button', { name: '$0.50 from R: explain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where this amount comes from' })
  await expect(dialog).toContainText('Paid from the Bronze joining fee of cleo, catalog 1.')
  await expect(dialog).toContainText('Position R on the board of')
  await expect(dialog).toContainText('The Bronze plan, catalog 1, does not pay this reward.')
  expect(await findInBothThemes(page)).toEqual([])
  for (const width of [400, 380, 360, 340, 320]) {
    await page.setViewportSize({ width, height: 740 })
    expect.soft(await dialog.evaluate(findBrokenIds), `${width} px`).toEqual([])
  }
})

/** Runs in the page. The profile ids in an element that two lines share. */
function findBrokenIds(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: id, index } of (node.textContent ?? '').matchAll(/[A-Z]{2}-[0-9A-Z]{8}/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + id.length)
      const lines = Array.from(range.getClientRects(), ({ top }) => Math.round(top))
      if (new Set(lines).size > 1) found.push(id)
    }
  }
  return found
}

async function middle(part: Locator): Promise<[number, number]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
  return [x + width / 2, y + height / 2]
}

test('aligns an amount with its title on a phone', LONG, async ({ browser, product, team }) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  const context = await browser.newContext({ baseURL: product.url, ...phone })
  const page = await context.newPage()
  await visitAs(page, team[0], '/activity')
  const amount = page.getByRole('button', { name: /^\$0\.50: where this comes from$/ }).first()
  const title = page.getByText(/^Level \d reward$/).first()
  await expect(amount).toBeVisible()
  const [x, y] = await middle(amount)
  const [, titleY] = await middle(title)
  expect.soft(Math.abs(y - titleY)).toBeLessThan(4)
  // A finger still has 44 px.
  await page.touchscreen.tap(x, y + 21)
  await expect(page.getByRole('dialog', { name: 'Where this amount comes from' })).toBeVisible()
  await context.close()
})

test(
  'filters the activity by kind in the URL, and links each row',
  LONG,
  async ({ page, team }) => {
    await visitAs(page, team[0], '/activity')
    await page.getByLabel('Kind').selectOption('Level 1 rewards')
    await expect(page).toHaveURL(/type=reward_level1/)
    const list = page.getByRole('region', { name: 'Activity', exact: true }).getByRole('listitem')
    await expect(list).toHaveCount(2)
    await page.getByLabel('Kind').selectOption('Sponsor bonuses')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.goBack()
    await expect(list).toHaveCount(2)
    const clear = page.getByRole('button', { name: 'Clear' })
    await clear.press('Enter')
    await expect(page).toHaveURL(/activity$/)
    await expect(clear).toBeFocused()
    await page.getByLabel('Kind').selectOption('Level 1 rewards')
    await expect(list).toHaveCount(2)
    await list.first().getByRole('link', { name: 'Level 1 reward' }).click()
    await expect(page).toHaveURL(/familytree\?profile=BR-/)
  },
)

test('marks the activity since the last visit', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/activity')
  const marks = page.getByRole('main').getByText('New', { exact: true })
  await expect(page.getByText('Joined Twofold')).toBeVisible()
  await expect(marks).toHaveCount(0)
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('activity_seen_'))
    if (key) localStorage.setItem(key, '2020-01-01T00:00:00.000Z')
  })
  await page.reload()
  await expect(marks).not.toHaveCount(0)
})

test('shows the totals of a period, downloads it, and prints all of it', async ({ page, team }) => {
  // More entries than the page shows at first.
  await page.route('**/accounts/statement/?*', async (route) => {
    if (route.request().url().includes('format=')) return await route.continue()
    const response = await route.fetch()
    const statement = z.looseObject({ entries: z.array(z.unknown()) }).parse(await response.json())
    const entries = Array.from({ length: 60 }, () => statement.entries).flat()
    await route.fulfill({ response, json: { ...statement, entries } })
  })
  await visitAs(page, team[0], '/statements')
  const closing = page.getByRole('row', { name: /Balance now/ })
  await expect(closing).toContainText('$11.00')
  await expect(page.getByRole('row', { name: /Level 1 reward: ben/ }).first()).toContainText(
    '+$0.50',
  )
  const countRows = (event: string) =>
    page.evaluate((name) => {
      dispatchEvent(new Event(name))
      // The browser prints what is there when the event ends.
      return document.querySelectorAll('main tbody tr').length
    }, event)
  expect(await countRows('afterprint')).toBe(202)
  expect(await countRows('beforeprint')).toBeGreaterThan(202)
  await expect(page.getByRole('button', { name: /^Show all/ })).toHaveCount(0)
  await test.step('prints whose it is, and on light paper in the dark theme', async () => {
    await page.emulateMedia({ media: 'print' })
    const caption = page.getByText(/^Wallet of ana, \w+ 1, /)
    expect((await caption.boundingBox())?.height).toBeGreaterThan(10)
    await expect(page.locator('html')).toHaveClass(/dark/)
    const ink = await page.evaluate(() => getComputedStyle(document.body).color)
    // In `lab()`, the first number is the lightness, up to 100.
    expect(Number(/^lab\(([\d.]+)/.exec(ink)?.[1])).toBeLessThan(50)
    await page.emulateMedia({ media: 'screen' })
  })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^twofold-statement-.*\.csv$/)
  const answer = Promise.withResolvers<void>()
  await page.route('**/accounts/statement/?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Last year' }).click()
  // Until then, the figures are of another period.
  await expect(page.locator('div[aria-busy=true]')).toHaveCSS('opacity', '0.5')
  answer.resolve()
  await expect(page.getByText('No money moved in this period.')).toBeVisible()
})

test(
  'begins with the right month, whatever the device’s clock says',
  LONG,
  async ({ page, team }) => {
    for (const daysOff of [40, -40]) {
      await page.clock.install({ time: Date.now() + daysOff * 86_400_000 })
      await visitAs(page, team[0], '/statements')
      await expect(page.getByLabel('From')).toHaveValue(
        `${new Date().toISOString().slice(0, 7)}-01`,
      )
      await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    }
  },
)
