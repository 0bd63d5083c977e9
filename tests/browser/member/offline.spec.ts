import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { addMember, PASSWORD, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'

test('keeps the page while offline, shows a notice, and recovers', async ({
  context,
  page,
  product,
}) => {
  const member = await addMember(product, 'offline')
  await visitAs(page, member, '/account?deposit=new')
  const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
  await dialog.getByLabel('Amount (USD)').fill('5')
  await expect(dialog.getByRole('button', { name: 'Continue to payment' })).toBeEnabled()
  await settle(page)
  // The connection is lost after the click, because another call that fails disables the button.
  await page.route('**/deposit_ustd/', async (route) => {
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Deposit Error')).toBeVisible()
  await page.unroute('**/deposit_ustd/')
  // The page's own banner is dimmed behind the dialog, and hidden from screen readers.
  const trouble = dialog.getByRole('alert')
  await expect(trouble).toContainText('You can’t make new requests until we reconnect')
  await expect(trouble).toContainText(/is from \d\d:\d\d:\d\d and may/)
  await expect(page.getByRole('alert').filter({ hasText: 'We can’t reach' })).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: 'Continue to payment' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Continue to payment' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('You’re offline.', { exact: false })).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await context.setOffline(false)
  await expect(dialog.getByRole('button', { name: 'Continue to payment' })).toBeEnabled()
  await expect(trouble).toBeEmpty()
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Your deposit of $5.00 is being processed')).toBeVisible()
})

test(
  'skips to the content, signs in, opens and leaves a dialog by keyboard',
  LONG,
  async ({ page, product }) => {
    const { username } = await addMember(product, 'keyboard')
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.keyboard.type(username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    const open = page.getByRole('button', { name: 'Deposit Funds' })
    await open.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('radio', { checked: true })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: /TRX/ })).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Amount (USD)')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(open).toBeFocused()
  },
)
