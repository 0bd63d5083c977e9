import type { Page } from '@playwright/test'
import { addMember } from '../../support/members.ts'
import { expect, test } from '../../support/product-test.ts'
import { openConsole } from '../staff.ts'
import { requestPayout, credit } from '../staff-actions.ts'

const onPaper = async (page: Page, check: () => Promise<void>) => {
  await page.emulateMedia({ media: 'print' })
  await check()
  await page.emulateMedia({ media: 'screen' })
}

test('prints a list and a withdrawal without the controls around them', async ({
  page,
  product,
  staff,
}) => {
  const member = await addMember(product, 'printed')
  await credit(staff, [member], '10')
  await requestPayout(staff, member, '3.50')
  await openConsole(page, staff.finance, '/members?search=printed')
  await expect(page.getByRole('link', { name: 'printed' })).toBeVisible()
  await onPaper(page, async () => {
    // A column's head is a button, and the filter says which members these are.
    await expect(page.getByRole('button')).toHaveText([/^Member/, /^Wallet/])
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('printed')
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Twofold console' })).toBeHidden()
  })
  await page.goto('/operator/withdrawals?search=printed')
  await page.getByRole('link', { name: /^Withdrawal \d+$/ }).click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await onPaper(page, async () => {
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByText('Raw JSON')).toBeHidden()
  })
  // An item of a queue is a button, too, with what the item is about.
  await page.goto('/operator/queue/withdrawals')
  await expect(page.getByRole('button', { name: 'printed' })).toBeVisible()
  await onPaper(page, async () => {
    await expect(page.getByRole('button', { name: 'printed' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  })
})
