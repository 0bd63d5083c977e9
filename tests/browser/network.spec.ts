import type { Page } from '@playwright/test'
import { findInBothThemes } from './find-violations.ts'
import { addMember, visitAs, type BrowserMember } from './members.ts'
import { expect, test } from './product-test.ts'
import { settle } from './settle.ts'
import { activateFirst, fund, growTeam } from './team.ts'

// nora on top, olaf and pia beneath her, quin left and rosa right of olaf.
let nora: BrowserMember

test.beforeAll(async ({ product }) => {
  const [first] = await growTeam(product, ['nora', 'olaf', 'pia', 'quin', 'rosa'])
  if (!first) throw new Error('the team has not grown')
  nora = first
})

/** The views other than the first, and what shows that one stands. */
const VIEWS = {
  Outline: (page: Page) => page.getByRole('tree', { name: /^Outline of/ }),
  Table: (page: Page) => page.getByRole('table', { name: /^Beneath/ }),
  Overview: (page: Page) => page.getByRole('button', { name: /^Overview of/ }),
}
const top = (page: Page, name: string) =>
  page.getByRole('button', { name: `Root ${name} Bronze Active` })
const inTree = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name })

test('the picture is walked by keys: one stop, arrows, Enter, Backspace, Home', async ({
  page,
}) => {
  await visitAs(page, nora, '/familytree')
  const first = inTree(page, 'nora, at the top, Bronze, active, 3 left, 1 right')
  await first.focus()
  await page.keyboard.press('ArrowLeft')
  const olaf = inTree(page, 'olaf, left of nora, Bronze, active, 1 left, 1 right')
  await expect(olaf).toBeFocused()
  await expect(page.locator('[role=treeitem][tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(inTree(page, /^rosa, right of olaf/)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(top(page, 'olaf')).toBeVisible()
  await expect(inTree(page, /^olaf, at the top/)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(top(page, 'nora')).toBeVisible()
  await expect(inTree(page, /^nora, at the top/)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  const details = page.getByRole('dialog', { name: 'Profile Details' })
  await expect(details).toContainText('0 left, 0 right')
  await page.keyboard.press('Escape')
  await expect(inTree(page, /^pia, right of nora/)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Profile ID' })).toBeFocused()
})

test('the outline follows the tree pattern and reads branches when they are opened', async ({
  page,
}) => {
  await visitAs(page, nora, '/familytree?view=outline')
  await expect(inTree(page, /^olaf, left of nora/)).toBeVisible()
  await expect(inTree(page, /^quin/)).toHaveCount(0)
  await inTree(page, /^nora, at the top/).focus()
  await page.keyboard.press('ArrowDown')
  const olaf = inTree(page, /^olaf, left of nora/)
  await expect(olaf).toBeFocused()
  await expect(olaf).toHaveAttribute('aria-level', '2')
  await page.keyboard.press('ArrowRight')
  await expect(inTree(page, /^quin, left of olaf/)).toBeVisible()
  await page.keyboard.press('p')
  await expect(inTree(page, /^pia, right of nora/)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('o')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/profile=BR-.*view=outline/)
  await expect(inTree(page, /^olaf, at the top/)).toBeVisible()
})

test('the table lists, filters and is saved as CSV; views have addresses', async ({ page }) => {
  await visitAs(page, nora, '/familytree')
  await page.getByRole('link', { name: 'Table' }).click()
  await expect(page).toHaveURL(/view=table/)
  const rows = page.getByRole('table', { name: 'Beneath nora' }).locator('tbody tr')
  await expect(rows).toHaveCount(4)
  await page.getByLabel('Leg', { exact: true }).selectOption('right')
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Leg', { exact: true }).selectOption('')
  await page.getByLabel('Username begins with').fill('RO')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('rosa')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const text = await (await saved).createReadStream().then((file) => file.toArray())
  expect(Buffer.concat(text).toString()).toMatch(/^profile_id,username.*\r\nBR-\w+,rosa,Bronze,/)
  await page.goBack()
  await expect(top(page, 'nora')).toBeVisible()
})

test('the overview is walked by keys and says who is chosen', async ({ page }) => {
  await visitAs(page, nora, '/familytree?view=overview')
  const picture = page.getByRole('button', { name: /^Overview of nora/ })
  await picture.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('level 1, 1 left, 1 right')).toBeVisible()
  await page.getByText('Levels in words').click()
  await expect(page.getByText('Level 2: 2')).toBeVisible()
  await picture.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Overview of olaf/ })).toBeVisible()
})

test('a username is suggested, found, and shown with the way from the top', async ({ page }) => {
  await visitAs(page, nora, '/familytree')
  const field = page.getByRole('searchbox', { name: 'Profile ID' })
  await field.fill('qu')
  const found = page.getByRole('list', { name: 'Found in your network' })
  await expect(found.getByRole('button', { name: /^quin/ })).toBeVisible()
  await field.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(top(page, 'quin')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Path' })).toHaveText('nora›olaf›quin')
  await page.getByRole('navigation', { name: 'Path' }).getByRole('button', { name: 'olaf' }).click()
  await expect(top(page, 'olaf')).toBeVisible()
})

test('the legs say where the next place is; an invitation there promises nothing', async ({
  page,
}) => {
  await visitAs(page, nora, '/familytree')
  const right = page.getByRole('group', { name: 'Right leg' })
  await expect(right).toContainText('1member (1 active place)')
  await expect(page.getByText('2 more on the left')).toBeVisible()
  await right.getByRole('button', { name: 'Invite here, left of pia' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite to left of pia' })
  await expect(invite).toContainText('This place is not reserved.')
  await expect(invite.getByRole('img', { name: 'QR code of your referral link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Outermost left' }).click()
  await expect(top(page, 'quin')).toBeVisible()
})

test('the window is saved as SVG and PNG', async ({ page }) => {
  await visitAs(page, nora, '/familytree')
  await expect(top(page, 'nora')).toBeVisible()
  for (const [button, begin] of [
    ['Save SVG', '<svg'],
    ['Save PNG', '\u{fffd}PNG'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const parts = await (await saved).createReadStream().then((file) => file.toArray())
    const text = Buffer.concat(parts).toString('utf8')
    expect(text.slice(0, 4)).toBe(begin)
    expect(text.includes('olaf') || begin !== '<svg').toBe(true)
  }
})

test('every view and the details are accessible in both themes', async ({ page }) => {
  await visitAs(page, nora, '/familytree')
  await page.getByRole('button', { name: 'Details of olaf' }).click()
  await expect(page.getByRole('dialog', { name: 'Profile Details' })).toBeVisible()
  expect.soft(await findInBothThemes(page), 'details').toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect.soft(await findInBothThemes(page), 'picture').toEqual([])
  for (const [view, find] of Object.entries(VIEWS)) {
    await page.getByRole('link', { name: view, exact: true }).click()
    await expect(find(page)).toBeVisible()
    await settle(page)
    expect.soft(await findInBothThemes(page), view).toEqual([])
  }
})

test('no view is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await visitAs(page, nora, '/familytree')
  await expect(top(page, 'nora')).toBeVisible()
  expect(await excess(), 'Picture').toBeLessThanOrEqual(0)
  for (const [view, find] of Object.entries(VIEWS)) {
    await page.getByRole('link', { name: view, exact: true }).click()
    await expect(find(page)).toBeVisible()
    await settle(page)
    expect(await excess(), view).toBeLessThanOrEqual(0)
  }
})

test('a new member appears where they stand, is announced and counted', async ({
  page,
  product,
}) => {
  await visitAs(page, nora, '/familytree')
  await expect(page.getByRole('button', { name: 'RL Empty', exact: true })).toBeVisible()
  const sami = await addMember(product, 'sami', nora.referralCode)
  await fund(product, sami)
  await activateFirst(product, sami)
  await expect(page.getByRole('button', { name: 'RL sami Bronze Active' })).toBeVisible()
  await expect(page.getByText('sami has joined.')).toBeAttached()
  await expect(page.getByRole('group', { name: 'Right leg' })).toContainText('2members')
})
