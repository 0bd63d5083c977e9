import { addMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { openConsole } from './staff.ts'

test(
  'shows staff a member’s view, read-only, and notifies the member',
  LONG,
  async ({ page, product, staff }) => {
    const member = await addMember(product, 'looked-at')
    await openConsole(page, staff.support, '/members?search=looked-at')
    await page.getByRole('link', { name: 'looked-at' }).click()
    await page.getByRole('button', { name: 'View as member' }).click()
    const dialog = page.getByRole('dialog', { name: 'View as looked-at' })
    await dialog.getByLabel('Reason').fill('They asked why a page is empty.')
    await dialog.getByRole('button', { name: 'Open' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    const banner = page.getByRole('region', { name: 'View as member' })
    await expect(banner).toContainText('support sees what looked-at sees')
    await expect(page.getByRole('heading', { name: /Welcome, looked-at/ })).toBeVisible()

    await test.step('takes the header’s place when scrolled', async () => {
      await page.setViewportSize({ width: 1280, height: 400 })
      await page.mouse.wheel(0, 400)
      await expect(page.getByRole('banner')).not.toBeInViewport()
      await expect(banner).toBeInViewport()
    })

    await test.step('refuses a change, and explains why', async () => {
      await page.goto('/account')
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByLabel('First Name').fill('Changed')
      await page.getByRole('button', { name: /Save/ }).first().click()
      await expect(page.getByText('Changes are disabled', { exact: false }).first()).toBeVisible()
      await expect(banner).toBeVisible()
    })

    await test.step('returns to the member’s page with Stop', async () => {
      await banner.getByRole('button', { name: 'Stop' }).click()
      await expect(page).toHaveURL(/\/operator\/members\/\d+$/)
      await expect(page.getByRole('heading', { name: 'looked-at' })).toBeVisible()
      // The reason belongs to the view that it was sent for.
      await page.getByRole('button', { name: 'View as member' }).click()
      await expect(dialog.getByLabel('Reason')).toHaveValue('')
      await page.goto('/dashboard')
      await expect(page).toHaveURL(/\/login/)
    })

    await test.step('shows the view in the member’s activity', async () => {
      const response = await fetch(`${product.url}/api/accounts/activity/recent/`, {
        headers: { authorization: `Bearer ${member.access}` },
      })
      expect(JSON.stringify(await response.json())).toContain('Our staff viewed your account')
    })
  },
)
