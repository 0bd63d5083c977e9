import { inspectPage } from '../support/inspect-page.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'
import { openConsole } from './staff.ts'

test('reports an incident to the public', LONG, async ({ page, product, staff }) => {
  await openConsole(page, staff.chief, '/incidents')
  await page.getByRole('button', { name: 'Report incident' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report an incident' })
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog.getByText('Enter a title.').first()).toBeVisible()
  await settle(page)
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
  await dialog.getByLabel('Title in English').fill('Payouts are late')
  await dialog.getByLabel('Title in Spanish').fill('Retiros con retraso')
  await dialog.getByLabel('Text in English').fill('A node is behind.')
  await dialog.getByLabel('Text in Spanish').fill('Un nodo está atrasado.')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByRole('heading', { name: 'Payouts are late' })).toBeVisible()
  await settle(page)
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
  await page.getByRole('button', { name: 'Post update Payouts are late' }).click()
  const update = page.getByRole('dialog', { name: 'Update Payouts are late' })
  await update.getByLabel('State').selectOption('monitoring')
  await update.getByLabel('Text in English').fill('It caught up.')
  await page.reload()
  await page.getByRole('button', { name: 'Post update Payouts are late' }).click()
  await expect(update.getByLabel('Text in English')).toHaveValue('It caught up.')
  // The state as it is now: another operator may have changed it.
  await expect(update.getByLabel('State')).toHaveValue('investigating')
  await update.getByLabel('State').selectOption('resolved')
  await update.getByLabel('Text in Spanish').fill('Ya está al día.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It caught up.')).toBeVisible()
  const status = await (await fetch(`${product.url}/status?lang=es`)).text()
  expect(status).toContain('Retiros con retraso')
  expect(status).toContain('Ya está al día.')
})
