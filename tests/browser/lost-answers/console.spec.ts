import { openConsole } from '../console/staff.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { toastSaying } from '../support/toasts.ts'
import { loseAnswer } from './lose-answer.ts'

test('says that a note may have been saved', LONG, async ({ page, staff, team: [ana] }) => {
  await openConsole(page, staff.support, `/members?search=${ana.username}`)
  await page.getByRole('link', { name: ana.username, exact: true }).click()
  await page.getByRole('link', { name: 'Notes' }).click()
  await page.getByLabel('New note').fill('Called about a deposit.')
  await loseAnswer(page, /\/notes\//)
  await page.getByRole('button', { name: 'Add note' }).click()
  const check = 'Check whether it did before you try again.'
  await expect(toastSaying(page, 'No answer from the server')).toContainText(check)
  await expect(page.getByRole('listitem').getByText('Called about a deposit.')).toBeVisible()
})
