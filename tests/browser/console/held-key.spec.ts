import { addMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { asOperator, openConsole } from './staff.ts'

test('confirms nothing by a key that is held', LONG, async ({ page, product, staff }) => {
  const { username } = await addMember(product, 'held-key')
  const ask = await asOperator(staff.chief)
  await ask('POST', 'adjustments/', { username, amount: '160', reason: 'A good reason.' })
  await openConsole(page, staff.second, '/queue/approvals')
  const item = page.getByRole('listitem').filter({ hasText: username })
  await item.getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.down('Enter')
  const asks = page.getByRole('dialog')
  const approve = asks.getByRole('button', { name: 'Approve' })
  await expect(approve).toBeFocused()
  // The browser repeats it until it is released.
  for (let no = 0; no < 5; no += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(approve).not.toHaveAttribute('aria-busy')
  await page.keyboard.press('Escape')
  await expect(asks).toHaveCount(0)
  await expect(item).toHaveCount(1)
  await item.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(approve).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(item).toHaveCount(0)
})
