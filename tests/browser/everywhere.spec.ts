import { findInBothThemes } from './find-violations.ts'
import { addMember, PASSWORD, visitAs } from './members.ts'
import { expect, test } from './product-test.ts'
import { settle } from './settle.ts'
import { toastSaying } from './toasts.ts'

test('without an answer the page stays, says so, and recovers', async ({
  context,
  page,
  product,
}) => {
  const member = await addMember(product, 'offline')
  await visitAs(page, member, '/account?deposit=new')
  const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
  await dialog.getByLabel('Amount (USD)').fill('5')
  await expect(dialog.getByRole('button', { name: 'Deposit', exact: true })).toBeEnabled()
  await settle(page)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Deposit', exact: true }).click()
  await expect(page.getByText('Deposit Error')).toBeVisible()
  await expect(page.getByText('no money moves meanwhile', { exact: false })).toBeAttached()
  await expect(page.getByText(/is of \d+:\d+:\d+\s[AP]M and may/)).toBeAttached()
  await expect(dialog.getByRole('button', { name: 'Deposit', exact: true })).toBeDisabled()
  await expect(dialog.getByText('You are offline.', { exact: false })).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await context.setOffline(false)
  await expect(dialog.getByRole('button', { name: 'Deposit', exact: true })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Deposit', exact: true }).click()
  await expect(page.getByText('Your deposit of $5.00 is being processed')).toBeVisible()
})

test('by keyboard alone: skip link, sign in, open a dialog, leave it', async ({
  page,
  product,
}) => {
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
})

test('an open deposit is come back to by its URL', async ({ page, product }) => {
  const member = await addMember(product, 'resumer')
  await visitAs(page, member, '/dashboard')
  await page.getByRole('button', { name: 'Deposit Funds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
  await dialog.getByLabel('Amount (USD)').fill('abc')
  await dialog.getByRole('button', { name: 'Deposit', exact: true }).click()
  await expect(page.getByText('Invalid Amount')).toBeVisible()
  await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  await dialog.getByRole('button', { name: '$3 Silver' }).click()
  await dialog.getByRole('button', { name: 'Deposit', exact: true }).click()
  await expect(dialog.getByText('Send exactly')).toBeVisible()
  await page.reload()
  await expect(dialog.getByText('Send exactly')).toBeVisible()
  await expect(dialog.getByText('3.10', { exact: false }).first()).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a transaction that is none is told apart before it is asked about', async ({
  page,
  product,
}) => {
  const member = await addMember(product, 'verifier')
  await visitAs(page, member, '/account?deposit=new')
  await page.getByRole('button', { name: '$3 Silver' }).click()
  const released = Promise.withResolvers<void>()
  await page.route('**/deposit_ustd/**', async (route) => {
    if (route.request().method() === 'POST') await released.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Deposit', exact: true }).last().click()
  await page.getByRole('button', { name: 'Close' }).click()
  released.resolve()
  // Closed before the answer came, it stays closed.
  await page.getByRole('button', { name: 'Verify Deposit' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Verify Deposit' })
  await expect(dialog.getByText('Request', { exact: true }).locator('..')).toContainText(/\d/)
  const field = dialog.getByLabel('Transaction Hash')
  await expect(field).toHaveAttribute('placeholder', /^0x/)
  await field.press('Enter')
  await expect(dialog.getByText('Enter the transaction hash.')).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await field.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
  await field.press('Enter')
  await expect(dialog.getByText('This is an address.', { exact: false })).toBeVisible()
  await field.fill(`0x${'ab'.repeat(32)}`)
  await field.press('Enter')
  const failed = toastSaying(page, 'Verification Failed')
  const unknown = 'This transaction has not been found on the TRON network yet.'
  await expect(failed.locator('p').first()).toHaveText(unknown)
})
