import { addAuthenticator } from '../support/passkeys.ts'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { ageProof } from './staff.ts'

test(
  'adds a passkey, signs in to the console with it, and confirms a change',
  LONG,
  async ({ page, staff }) => {
    const { username, password } = staff.finance
    await addAuthenticator(page)
    await page.goto('/operator/security')
    const form = page.getByRole('main')
    await form.getByLabel('Username').fill(username)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
    const passkeys = page.getByRole('region', { name: 'Passkeys' })

    await test.step('adds one after proving who is there', async () => {
      await expect(passkeys).toBeVisible()
      await ageProof(staff.finance)
      await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      const again = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await again.getByLabel('Password', { exact: true }).fill(password)
      await again.getByRole('button', { name: 'Continue' }).click()
      await expect(passkeys.getByRole('listitem')).toContainText('Work laptop')
      expect(await inspectPage(page, { phoneWidth: 390 })).toEqual([])
    })

    await test.step('signs in with it', async () => {
      await page.context().clearCookies()
      await page.goto('/operator/security')
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(passkeys.getByRole('listitem')).toContainText('Work laptop')
    })

    await test.step('confirms its removal with it', async () => {
      await ageProof(staff.finance)
      await passkeys.getByRole('button', { name: 'Remove Work laptop' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove this passkey' })
      await dialog.getByRole('button', { name: 'Remove' }).click()
      const again = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await again.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(passkeys.getByRole('listitem')).toHaveCount(0)
    })
  },
)
