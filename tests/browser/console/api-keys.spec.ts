import { inspectPage } from '../support/inspect/inspect-page.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'
import { openConsole } from './staff.ts'

test('adds an API key, which works until it is revoked', LONG, async ({ page, product, staff }) => {
  await openConsole(page, staff.chief, '/api-keys')
  await expect(page.getByText('No API keys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an API key' })
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await settle(page)
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
  await dialog.getByLabel('Name').fill('crm-sync')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  const shown = page.getByRole('dialog', { name: 'The new key' }).getByText(/^tfk_/)
  const headers = { authorization: `Bearer ${await shown.textContent()}` }
  const listMembers = () => fetch(`${product.url}/api/operator/members/`, { headers })
  expect((await listMembers()).status).toBe(200)
  await page.keyboard.press('Escape')
  const row = page.getByRole('table', { name: 'Keys' }).getByRole('row').nth(1)
  await expect(row).toContainText('Active')
  await settle(page)
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
  await row.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('Revoked')
  expect((await listMembers()).status).toBe(401)
})
