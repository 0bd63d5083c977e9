import type { Page } from '@playwright/test'
import { asMember } from '../support/api.ts'
import { findCutTables, findTooWide } from '../support/inspect/inspect-page.ts'
import { addMember, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'
import { activateFirst } from '../support/team.ts'
import { credit } from './staff-actions.ts'
import { asOperator, openConsole } from './staff.ts'

// Names and addresses of the greatest length, in wide letters and without a place to break. Every
// page breaks them anyway, and keeps its width.

const TOP = 'W'.repeat(30)
const BELOW = `${'M'.repeat(29)}2`
const PHONE = 320

async function expectToFit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settle(page)
  for (const width of [1280, 390, PHONE]) {
    await page.setViewportSize({ width, height: 860 })
    expect.soft(await findTooWide(page, path)).toEqual([])
  }
}

test('fits the longest names on a phone, in both apps', LONG, async ({ page, product, staff }) => {
  const top = await addMember(product, TOP)
  const below = await addMember(product, BELOW, top.referralCode)
  const names = { first_name: 'M'.repeat(80), last_name: 'W'.repeat(80) }
  await asMember(product, below, 'PATCH', '/api/accounts/me/update/', names)
  await credit(staff, [below], '10')
  await credit(staff, [top], '9999999.99')
  for (const member of [top, below]) await activateFirst(product, member)

  await test.step('for members', async () => {
    await visitAs(page, below, '/dashboard')
    for (const path of ['/dashboard', '/account']) await expectToFit(page, path)
    await visitAs(page, top, '/dashboard')
    for (const path of ['/dashboard', '/referrals', '/activity']) await expectToFit(page, path)
  })

  await test.step('in the dialog of a seat', async () => {
    await expectToFit(page, '/mytree')
    await page.getByRole('button', { name: `L ${BELOW}` }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: /^Copy referral link/ })).toBeVisible()
    const widest = await dialog.evaluate((element) =>
      Math.max(...[...element.querySelectorAll('*')].map((each) => each.scrollWidth)),
    )
    expect(widest).toBeLessThanOrEqual(PHONE)
  })

  await test.step('for operators', async () => {
    const ask = await asOperator(staff.chief)
    const adjustment = { username: BELOW, amount: '15', reason: 'R'.repeat(500) }
    await ask('POST', 'adjustments/', adjustment)
    const contact = { name: names.first_name, email: below.email, subject: 'S'.repeat(200) }
    const message = { ...contact, message: 'M'.repeat(500) }
    await asMember(product, below, 'POST', '/api/accounts/contact/', message)
    await openConsole(page, staff.chief, `/members?search=${BELOW}`)
    await page.getByRole('link', { name: BELOW }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(BELOW)
    const { pathname: one } = new URL(page.url())
    const queues = ['/operator/members', '/operator/queue/approvals', '/operator/queue/messages']
    for (const path of [...queues, one, `${one}?tab=network`]) await expectToFit(page, path)
  })
})

test('keeps amounts in view beside long names', LONG, async ({ page, product, staff }) => {
  const rich = await addMember(product, 'longreader')
  const below = await addMember(product, `${'M'.repeat(29)}3`, rich.referralCode)
  await credit(staff, [below], '10')
  await credit(staff, [rich], '1234567.12')
  for (const member of [rich, below]) await activateFirst(product, member)

  await visitAs(page, rich, '/statements')
  await page.setViewportSize({ width: 360, height: 760 })
  const statement = page.getByRole('table', { name: /^Wallet of longreader/ })
  await expect(statement).toContainText(below.username)
  expect.soft(await findCutTables(page)).toEqual([])

  await page.setViewportSize({ width: 640, height: 760 })
  await page.goto('/referrals')
  const referred = page.getByRole('table', { name: 'Referred members' })
  await expect(referred).toContainText(below.username)
  expect.soft(await findCutTables(page)).toEqual([])

  await test.step('on one line of a phone', async () => {
    await credit(staff, [rich], '122222222.00')
    await page.reload()
    await page.setViewportSize({ width: 360, height: 760 })
    const balance = page.getByText('$123,456,788.62', { exact: true })
    const lines = await balance.evaluate((amount) => {
      const range = document.createRange()
      range.selectNodeContents(amount)
      return range.getClientRects().length
    })
    expect.soft(lines).toBe(1)
  })

  await test.step('with the spacing that readers may choose', async () => {
    await page.goto('/dashboard')
    await settle(page)
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
      document.adoptedStyleSheets = [sheet]
    })
    expect(await findTooWide(page, '/dashboard')).toEqual([])
  })
})
