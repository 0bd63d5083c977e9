import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { pressKeyOn, tabTo } from '../support/keys.ts'
import { addMember, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'

test(
  'sorts, filters, and follows new referrals, and keeps rows readable on a phone',
  LONG,
  async ({ page, product, team }) => {
    await visitAs(page, team[0], '/referrals')
    const table = page.getByRole('table', { name: 'Referred members' })
    const head = table.getByRole('columnheader', { name: 'Member' })
    await pressKeyOn(page, head.getByRole('button'))
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    const names = table.getByRole('rowheader').filter({ hasNotText: 'Profile of' })
    const inOrder = await names.allInnerTexts()
    expect(inOrder).toEqual(inOrder.toSorted())
    await expect(table.getByRole('row', { name: /^cleo/ })).toContainText('$0.50')
    expect(await findInBothThemes(page)).toEqual([])
    await page.getByLabel('Show', { exact: true }).selectOption('Without an active profile')
    await expect(page.getByText('No referral matches this filter.')).toBeVisible()
    await page.getByLabel('Show', { exact: true }).selectOption('With an active profile')
    await page.setViewportSize({ width: 360, height: 760 })
    await expect(table.getByRole('row', { name: /^cleo/ })).toContainText('1 of 1 active')
    await page.getByLabel('Sort').selectOption('By earnings')
    expect(await findInBothThemes(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 860 })
    const link = table.getByRole('link', { name: 'Show in tree' }).first()
    await tabTo(page, link)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Network Tree' })).toBeVisible()
    // A member who registers with the link appears on the open page.
    const gatherer = await addMember(product, 'gatherer')
    await visitAs(page, gatherer, '/referrals')
    await expect(page.getByText('No referrals yet')).toBeVisible()
    await addMember(product, 'arrival', gatherer.referralCode)
    await expect(names.first()).toHaveText('arrival')
  },
)

test(
  'offers sharing channels where the device has no share sheet',
  LONG,
  async ({ page, team }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await visitAs(page, team[0], '/referrals')
    await pressKeyOn(page, page.getByRole('button', { name: 'Share Now' }))
    const dialog = page.getByRole('dialog', { name: 'Share your link' })
    const code = encodeURIComponent(`/register?ref=${team[0].referralCode}`)
    for (const [name, host] of [
      ['Email', 'mailto:'],
      ['WhatsApp', 'https://wa.me/'],
      ['Telegram', 'https://t.me/'],
      ['X', 'https://x.com/'],
    ] as const) {
      const channel = dialog.getByRole('link', { name, exact: true })
      await expect(channel).toHaveAttribute('href', new RegExp(`^${host}.*${code}`))
    }
    await expect(dialog.getByRole('img', { name: 'QR code of your referral link' })).toBeVisible()
    expect(await findInBothThemes(page)).toEqual([])
  },
)

test('shows the totals, finds a referral, and lists its profiles', async ({ page, team }) => {
  await visitAs(page, team[0], '/referrals')
  await expect(page.getByText('Total Referrals').locator('..')).toContainText('4')
  await page.getByRole('searchbox', { name: 'Search referrals' }).fill('CLEO')
  const table = page.getByRole('table', { name: 'Referred members' })
  await expect(table.getByRole('row', { name: /^cleo/ })).toContainText('1 of 1 active')
  await expect(table.getByRole('row', { name: /^ben/ })).toHaveCount(0)
  await expect(page.getByText(/c\*+@example\.org/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share Now' })).toBeVisible()
})
