import type { Locator } from '@playwright/test'
import { visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'

// Windows' contrast themes replace a page's colors. What only a color says must survive that.

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

const backgroundOf = (part: Locator) =>
  part.evaluate((element) => getComputedStyle(element).backgroundColor)

async function differ(one: Locator, other: Locator): Promise<void> {
  await expect(one).toBeVisible()
  expect(await backgroundOf(one)).not.toBe(await backgroundOf(other))
}

test('shows what is chosen and what a color means', LONG, async ({ page, team }) => {
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

  await test.step('pages, views, and legs', async () => {
    await visitAs(page, team[0], '/familytree?view=overview')
    await differ(link('Overview'), link('Picture'))
    const mark = (leg: string) => page.getByText(leg, { exact: true }).locator('[aria-hidden]')
    await differ(mark('Left leg'), mark('Right leg'))
  })

  await test.step('periods and levels', async () => {
    await page.goto('/earnings')
    const choice = (name: string) => page.locator('label').filter({ hasText: name })
    await differ(choice('Weeks'), choice('Days'))
    const mark = (level: string) =>
      page.getByRole('listitem').filter({ hasText: level }).locator('[aria-hidden]')
    await differ(mark('Level 1'), mark('Level 2'))
  })

  await test.step('the way to pay', async () => {
    await page.goto('/dashboard?deposit=new')
    const coin = (name: string) => page.locator('label').filter({ hasText: name })
    await differ(coin('USDT (TRC20)'), coin('TRX (TRC20)'))
  })
})
