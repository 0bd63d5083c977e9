import { visitAs } from '../support/members.ts'
import { expect, test } from '../support/product-test.ts'

test('shows the totals, finds a referral, and lists its profiles', async ({ page, team }) => {
  await visitAs(page, team[0], '/referrals')
  await expect(page.getByText('Total Referrals').locator('..')).toContainText('4')
  await page.getByRole('searchbox', { name: 'Search referrals' }).fill('CLEO')
  await expect(page.getByRole('list', { name: 'Profiles of cleo' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Profiles of ben' })).toHaveCount(0)
  await expect(page.getByText(/c\*+@example\.org/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share Now' })).toBeVisible()
})
