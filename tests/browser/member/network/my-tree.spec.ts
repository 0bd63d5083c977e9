import { addMember, visitAs } from '../../support/members.ts'
import { expect, LONG, test } from '../../support/product-test.ts'
import { activateFirst, addFunded } from '../../support/team.ts'
import { toastSaying } from '../../support/toasts.ts'

test('shows an empty tree while the server doesn’t answer', LONG, async ({ page, team }) => {
  await page.clock.install()
  await page.route(/\/api\/tree\//, (route) => route.abort())
  await visitAs(page, team[0], '/mytree')
  const card = page.getByRole('group', { name: /^Network of BR-/ })
  await expect(async () => {
    await page.clock.fastForward(1900)
    await expect(card.getByRole('button', { name: 'L Empty', exact: true })).toBeVisible({
      timeout: 150,
    })
  }).toPass({ intervals: [20] })
  await expect(card.getByText('Empty')).toHaveCount(6)
})

test(
  'opens a hint after 700 ms, and its neighbor at once for 300 ms',
  LONG,
  async ({ page, team }) => {
    await page.clock.install()
    await visitAs(page, team[0], '/mytree')
    const first = page.getByRole('button', { name: 'L ben Bronze Active', exact: true })
    const second = page.getByRole('button', { name: 'R cleo Bronze Active', exact: true })
    const hint = page.getByText(/^(ben|cleo) · BR-[0-9A-Z]{8}$/).and(page.locator('[data-open]'))
    await expect(second).toBeVisible()
    // Far enough in the future even when a busy machine pauses here.
    const now = await page.evaluate(() => Date.now())
    await page.clock.pauseAt(now + 30_000)
    await first.hover()
    await page.clock.runFor(650)
    await expect(hint).toHaveCount(0)
    await page.clock.runFor(100)
    await expect(hint).toHaveCount(1)
    await second.hover()
    await page.clock.runFor(100)
    await expect(hint).toHaveCount(1)
    await page.mouse.move(0, 0)
    await page.clock.runFor(500)
    await expect(hint).toHaveCount(0)
    await first.hover()
    await page.clock.runFor(500)
    await expect(hint).toHaveCount(0)
  },
)

test('opens the details of a position, or an invitation to a free one', async ({ page, team }) => {
  await visitAs(page, team[0], '/mytree')
  await page.getByRole('button', { name: 'LL dora Bronze Active' }).click()
  const details = page.getByRole('dialog', { name: 'Profile Details' })
  await expect(details).toContainText(/BR-[0-9A-Z]{8}/)
  await expect(details).toContainText('LL')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'RR Empty' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite to RR' })
  await expect(invite.getByRole('button', { name: 'Share Referral Link' })).toBeVisible()
})

test('opens the details at their top in a low window', LONG, async ({ page, team }) => {
  for (const height of [430, 360]) {
    await page.setViewportSize({ width: 640, height })
    await visitAs(page, team[0], '/mytree')
    const seat = page.getByRole('button', { name: 'LL dora Bronze Active' })
    await seat.press('Enter')
    const details = page.getByRole('dialog', { name: 'Profile Details' })
    await expect(details).toContainText('Username')
    const title = details.getByRole('heading', { name: 'Profile Details' })
    await expect(details.locator(':focus')).toHaveCount(1)
    await expect(title).toBeInViewport({ ratio: 1 })
    // The keys scroll it, and the next stop is its first button.
    await page.keyboard.press('End')
    const link = details.getByRole('link', { name: 'Open in Family Tree' })
    await expect(link).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(seat).toBeFocused()
  }
})

test('offers no activation that the wallet can’t cover', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'penniless')
  await visitAs(page, member, '/mytree')
  await page.getByRole('button', { name: 'Activate Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Profile Activation' })
  await expect(dialog).toContainText('$1.00 short of the joining fee')
  await expect(dialog.getByRole('button', { name: 'Activate Profile' })).toBeDisabled()
})

test(
  'takes back a failure once the activation turns out to be done',
  LONG,
  async ({ page, staff }) => {
    await visitAs(page, await addFunded(staff, 'unanswered'), '/mytree')
    const open = page.getByRole('button', { name: 'Activate Now' })
    await expect(open).toBeVisible()
    const done = Promise.withResolvers<void>()
    await page.route('**/wallet-activate/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    // Nothing tells the page about the activation before its failure is shown.
    await page.route(/\/api\/(accounts\/me\/|events)/, async (route) => {
      await done.promise
      await route.continue()
    })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Profile Activation' })
    await dialog.getByRole('button', { name: 'Activate Profile' }).click()
    await expect(toastSaying(page, 'Activation failed')).toBeVisible()
    done.resolve()
    await expect(dialog.getByText('All your profiles are active.')).toBeVisible()
    await expect(toastSaying(page, 'Activation failed')).toHaveCount(0, { timeout: 2000 })
  },
)

test('shows a long username in full on a phone', LONG, async ({ page, product, staff }) => {
  const [top, below, other] = ['long-top', 'maria-del-carmen_rodriguez', 'WMmw_WMmw-WMmw']
  const first = await addFunded(staff, top)
  await activateFirst(product, first)
  for (const name of [below, other]) {
    await activateFirst(product, await addFunded(staff, name, first.referralCode))
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await visitAs(page, first, '/mytree')
  for (const name of [below, other]) {
    const shown = page.getByText(name, { exact: true })
    const hidden = await shown.evaluate((text) => [
      text.scrollWidth - text.clientWidth,
      text.scrollHeight - text.clientHeight,
    ])
    for (const pixels of hidden) expect.soft(pixels, name).toBeLessThanOrEqual(1)
  }
  await page.goto('/familytree')
  for (const name of [below, other]) {
    const node = page.getByRole('button', { name: new RegExp(`^[LR] ${name}`) })
    await expect(node).toBeVisible()
    const outside = await node.evaluate((group) => {
      const box = group.querySelector('rect')?.getBoundingClientRect() ?? new DOMRect()
      const parts = [...group.querySelectorAll('text, tspan')]
      return parts.filter((part) => {
        const { left, right, top: high, bottom } = part.getBoundingClientRect()
        const [first, last] = [left < box.left - 1, right > box.right + 1]
        return first || last || high < box.top || bottom > box.bottom
      }).length
    })
    expect.soft(outside, name).toBe(0)
    await expect(node).not.toContainText('…')
  }
})
