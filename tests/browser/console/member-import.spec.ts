import { inspectPage } from '../support/inspect-page.ts'
import { expect, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'
import { openBeside, openConsole } from './staff.ts'

const csv = (...lines: readonly string[]) => ({
  name: 'members.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})

test('checks a file, proposes the corrected one, and another admin approves it', async ({
  browser,
  page,
  staff,
}) => {
  await openConsole(page, staff.chief, '/import')
  await expect(page.getByText('No imports yet.')).toBeVisible()
  const file = page.getByLabel('CSV file')
  await file.setInputFiles(csv('username,email,plans', 'x,nobody,BR'))
  await expect(page.getByText('1 of 1 rows are bad')).toBeVisible()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await settle(page)
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
  await file.setInputFiles(csv('username,email,plans', 'moved1,moved1@example.org,BR SI'))
  await expect(page.getByText('All 1 rows are good. They take 2 seats.')).toBeVisible()
  await page.getByRole('button', { name: 'Propose import' }).focus()
  await page.keyboard.press('Enter')
  const own = page.getByRole('region', { name: 'members.csv' })
  await expect(own.getByText('Another admin has to approve it.')).toBeVisible()
  await settle(page)
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
  const beside = await openBeside(browser, staff.second, '/import')
  await beside.getByRole('button', { name: 'Approve members.csv' }).click()
  // The rules are raised within seconds after the start, and the worker looks every few seconds.
  const done = beside.getByText('1 of 1 members imported, 0 failed, 1 invited')
  await expect(done).toBeVisible({ timeout: 60_000 })
  await expect(beside.getByText('Finished')).toBeVisible()
  await beside.context().close()
})
