import type { Locator, Page } from '@playwright/test'
import { pressKeyOn } from '../../support/keys.ts'
import { visitAs } from '../../support/members.ts'
import { expect, LONG, test } from '../../support/product-test.ts'
import { activateFirst, addFunded, growTeam } from '../../support/team.ts'
import { toastSaying } from '../../support/toasts.ts'

const top = (page: Page, name: string) =>
  page.getByRole('button', { name: `Root ${name} Bronze Active` })
const inTree = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name })

/** Requires that neither the window nor the bars at its ends hide any of an element. */
async function expectInSight(page: Page, element: Locator): Promise<void> {
  const bars = [page.getByRole('banner'), page.getByRole('navigation', { name: 'Sections' })]
  await expect(async () => {
    const [bar, sections, box] = await Promise.all(
      [...bars, element].map(async (each) => await each.boundingBox()),
    )
    if (!bar || !sections || !box) throw new Error('not on the page')
    expect(box.y).toBeGreaterThanOrEqual(bar.y + bar.height)
    expect(box.y + box.height).toBeLessThanOrEqual(sections.y)
  }).toPass({ timeout: 5_000 })
}

test(
  'walks the picture with one tab stop, arrows, Enter, Backspace, and slash',
  LONG,
  async ({ page, team }) => {
    await visitAs(page, team[0], '/familytree')
    const first = inTree(page, 'ana, at the top, Bronze, active, 3 left, 1 right')
    await first.focus()
    await page.keyboard.press('ArrowLeft')
    const ben = inTree(page, 'ben, left of ana, Bronze, active, 1 left, 1 right')
    await expect(ben).toBeFocused()
    await expect(page.locator('[role=treeitem][tabindex="0"]')).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    await expect(inTree(page, /^emil, right of ben/)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(top(page, 'ben')).toBeVisible()
    await expect(inTree(page, /^ben, at the top/)).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(top(page, 'ana')).toBeVisible()
    await expect(inTree(page, /^ana, at the top/)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    const details = page.getByRole('dialog', { name: 'Profile Details' })
    await expect(details).toContainText('0 left, 0 right')
    await page.keyboard.press('Escape')
    await expect(inTree(page, /^cleo, right of ana/)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    const free = inTree(page, /left of cleo/)
    for (const key of ['Enter', 'Space']) {
      await expect(free).toBeFocused()
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog', { name: 'Invite to RL' })).toBeVisible()
      await page.keyboard.press('Escape')
    }
    await expect(free).toBeFocused()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Profile ID' })).toBeFocused()
  },
)

test.describe('in a low window', () => {
  // A desktop at 200 %.
  test.use({ viewport: { width: 640, height: 430 } })

  test('keeps the focus of the picture on the screen', LONG, async ({ page, team }) => {
    await visitAs(page, team[0], '/familytree')
    await inTree(page, /^ana, at the top/).focus()
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowUp']) {
      await page.keyboard.press(key)
      await expectInSight(page, page.locator('[role=treeitem]:focus'))
    }
    for (const key of ['+', '+', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Home']) {
      await page.keyboard.press(key)
      await expectInSight(page, page.locator('[role=treeitem]:focus'))
    }
  })
})

test(
  'walks the outline as a tree, and loads branches when they open',
  LONG,
  async ({ page, team }) => {
    await visitAs(page, team[0], '/familytree?view=outline')
    await expect(inTree(page, /^ben, left of ana/)).toBeVisible()
    await expect(inTree(page, /^dora/)).toHaveCount(0)
    await inTree(page, /^ana, at the top/).focus()
    await page.keyboard.press('ArrowDown')
    const ben = inTree(page, /^ben, left of ana/)
    await expect(ben).toBeFocused()
    await expect(ben).toHaveAttribute('aria-level', '2')
    await page.keyboard.press('ArrowRight')
    await expect(inTree(page, /^dora, left of ben/)).toBeVisible()
    // What is shown stays if it doesn't load again after an event.
    await page.route('**/api/tree/window/**', (route) => route.abort())
    await page.evaluate(() => {
      const channel = new BroadcastChannel('live')
      const send: (event: object) => void = channel.postMessage.bind(channel)
      send({ topic: 'network', id: null })
    })
    await expect(page.getByText('Failed to load node data').first()).toBeVisible()
    await expect(inTree(page, /^dora, left of ben/)).toBeVisible()
    await page.unroute('**/api/tree/window/**')
    await ben.focus()
    await page.keyboard.press('c')
    await expect(inTree(page, /^cleo, right of ana/)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('b')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/profile=BR-.*view=outline/)
    await expect(inTree(page, /^ben, at the top/)).toBeFocused()
    const dora = inTree(page, /^dora, left of ben/)
    await expect(dora).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(dora).toBeFocused()
  },
)

test(
  'filters the table, saves it as CSV, and keeps the view in the URL',
  LONG,
  async ({ page, team }) => {
    await visitAs(page, team[0], '/familytree')
    await page.getByRole('link', { name: 'Table' }).click()
    await expect(page).toHaveURL(/view=table/)
    const rows = page.getByRole('table', { name: 'Downline of ana' }).locator('tbody tr')
    await expect(rows).toHaveCount(4)
    await expect(
      rows.filter({ hasText: 'ben' }).getByRole('cell', { name: '2', exact: true }),
    ).toBeVisible()
    const name = page.getByRole('button', { name: 'Username' })
    await name.click()
    await expect(rows.first()).toContainText('ben')
    await expect(rows.last()).toContainText('emil')
    await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await page.getByRole('button', { name: 'Joined' }).click()
    await expect(rows.first()).toContainText('emil')
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByLabel('Sort by').selectOption('Username')
    await expect(rows.first()).toContainText('ben')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByLabel('Leg', { exact: true }).selectOption('right')
    await expect(rows).toHaveCount(1)
    await page.getByLabel('Leg', { exact: true }).selectOption('')
    await page.getByLabel('Username begins with').fill('EM')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('emil')
    const saved = page.waitForEvent('download')
    const held = Promise.withResolvers<void>()
    await page.route('**/tree/beneath/*format=csv*', async (route) => {
      await held.promise
      await route.continue()
    })
    const save = page.getByRole('button', { name: 'Save as CSV' })
    await save.click()
    await expect(save).toBeDisabled()
    held.resolve()
    const text = await (await saved).createReadStream().then((file) => file.toArray())
    expect(Buffer.concat(text).toString()).toMatch(/^profile_id,username.*\r\nBR-\w+,emil,Bronze,/)
    await page.goBack()
    await expect(top(page, 'ana')).toBeVisible()
  },
)

test('says where a list and a file end that lack profiles', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/familytree?view=table')
  const note = page.getByText('This list ends after 4 profiles, and there are more.')
  await expect(page.getByText('Page 1 of 1, 4 in total')).toBeVisible()
  await expect(note).toBeHidden()
  // As after 20,000 seats. The server's own tests have as many.
  await page.route('**/tree/beneath/*', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'twofold-complete': 'false' }
    await route.fulfill({ response, headers })
  })
  await page.getByRole('button', { name: 'Username' }).click()
  await expect(note).toBeVisible()
  await expect(page.getByText('Page 1 of 1', { exact: true })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^network-BR-\w+\.csv$/)
  await expect(toastSaying(page, 'The file doesn’t have the whole list')).toBeVisible()
})

test(
  'navigates the overview and the table by keyboard, and names the selected member',
  LONG,
  async ({ page, team }) => {
    await visitAs(page, team[0], '/familytree?view=overview')
    const picture = page.getByRole('button', { name: /^Overview of ana/ })
    await picture.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('level 1, 1 left, 1 right')).toBeVisible()
    await page.getByText('Show as list').click()
    await expect(page.getByText('Level 2: 2')).toBeVisible()
    await picture.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Overview of ben/ })).toBeFocused()
    await page.goto('/familytree?view=table')
    await page.getByRole('button', { name: 'Show ben as the top' }).press('Enter')
    await expect(page.getByRole('table', { name: 'Downline of ben' })).toBeVisible()
    const network = page.getByRole('region', { name: 'Network' })
    await expect(network.locator(':focus')).toHaveCount(1)
  },
)

test('suggests and finds a username, with the path from the top', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/familytree')
  const field = page.getByRole('searchbox', { name: 'Profile ID' })
  await field.fill('do')
  const found = page.getByRole('list', { name: 'Found in your network' })
  await expect(found.getByRole('button', { name: /^dora/ })).toBeVisible()
  await field.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(top(page, 'dora')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Path' })).toHaveText('ana›ben›dora')
  await page.getByRole('navigation', { name: 'Path' }).getByRole('button', { name: 'ben' }).click()
  await expect(top(page, 'ben')).toBeVisible()
})

test(
  'names the next free position of a leg, and invites without reserving it',
  LONG,
  async ({ page, team }) => {
    await visitAs(page, team[0], '/familytree')
    const right = page.getByRole('group', { name: 'Right leg' })
    await expect(right).toContainText('1member (1 active seat)')
    await expect(page.getByText('2 more on the left')).toBeVisible()
    await right.getByRole('button', { name: 'Invite here, left of cleo' }).click()
    const invite = page.getByRole('dialog', { name: 'Invite to left of cleo' })
    await expect(invite).toContainText('This position isn’t reserved.')
    await expect(invite.getByRole('img', { name: 'QR code of your referral link' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Far left' }).click()
    await expect(top(page, 'dora')).toBeVisible()
  },
)

test(
  'opens each plan’s tree by its tab, and comes back to the last one',
  LONG,
  async ({ page, staff }) => {
    const names = ['tara', 'ulla', 'vera', 'wim', 'xeno', 'yara', 'zeno']
    const [tara] = await growTeam(staff, names)
    await visitAs(page, tara, '/familytree')
    const plans = page.getByRole('navigation', { name: 'Plans' })
    const bronze = plans.getByRole('button', { name: 'Bronze 6 members' })
    await expect(plans.getByRole('button', { name: 'Silver' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await pressKeyOn(page, bronze)
    await expect(top(page, 'tara')).toBeVisible()
    await expect(bronze).toHaveAttribute('aria-current', 'true')
    await page.goto('/dashboard')
    await page.goto('/familytree')
    await expect(top(page, 'tara')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reset' })).toBeDisabled()
  },
)

test(
  'fits the whole picture whenever its levels change, and in full screen',
  LONG,
  async ({ page, team }) => {
    await visitAs(page, team[0], '/familytree')
    await page.getByRole('combobox', { name: 'Levels' }).selectOption('6')
    await expect(page).toHaveURL(/levels=6/)
    await page.getByRole('button', { name: 'Zoom in' }).focus()
    const pane = page.getByRole('region', { name: 'Network' })
    for (const name of [/^ana, at the top/, /^ben, left of ana/, /^cleo, right of ana/]) {
      await expect(inTree(page, name)).toBeInViewport({ ratio: 1 })
      const [outer, inner] = [await pane.boundingBox(), await inTree(page, name).boundingBox()]
      expect(inner?.x).toBeGreaterThan(outer?.x ?? Infinity)
      expect((inner?.x ?? Infinity) + (inner?.width ?? 0)).toBeLessThan(
        (outer?.x ?? 0) + (outer?.width ?? 0),
      )
    }
    await page.getByRole('button', { name: 'Full screen' }).click()
    // What the picture covers is out of reach.
    await expect(page.locator('header[inert]').first()).toBeVisible()
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
    await expect(page.locator('[inert]')).toHaveCount(0)
  },
)

test('saves the picture as SVG and PNG', LONG, async ({ page, team }) => {
  await visitAs(page, team[0], '/familytree')
  await expect(top(page, 'ana')).toBeVisible()
  for (const [button, begin] of [
    ['Save SVG', '<svg'],
    ['Save PNG', '\u{fffd}PNG'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const parts = await (await saved).createReadStream().then((file) => file.toArray())
    const text = Buffer.concat(parts).toString('utf8')
    expect(text.slice(0, 4)).toBe(begin)
    expect(text.includes('ben') || begin !== '<svg').toBe(true)
  }
})

test('shows a new member right away, announced and counted', async ({ page, product, staff }) => {
  const [nora] = await growTeam(staff, ['nora', 'olaf', 'pia'])
  await visitAs(page, nora, '/familytree')
  await expect(page.getByRole('button', { name: 'LL Empty', exact: true })).toBeVisible()
  await activateFirst(product, await addFunded(staff, 'sami', nora.referralCode))
  await expect(page.getByRole('button', { name: 'LL sami Bronze Active' })).toBeVisible()
  await expect(page.getByText('sami has joined.')).toBeAttached()
  await expect(page.getByRole('group', { name: 'Left leg' })).toContainText('2members')
})
