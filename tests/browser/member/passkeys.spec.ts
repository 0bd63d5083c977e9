import type { Product } from '../../support/product.ts'
import { withDatabase } from '../support/database.ts'
import { findEnglish, inSpanish } from '../support/inspect/english-left.ts'
import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { addMember, visitAs } from '../support/members.ts'
import { addAuthenticator, hesitate, pickNoSuggestion } from '../support/passkeys.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { setWallet } from '../support/set-wallet.ts'
import { settle } from '../support/settle.ts'

/** Pretends that a member proved their identity long ago. */
const ageProof = (product: Product, username: string) =>
  withDatabase(product, (db) =>
    db
      .updateTable('sessions')
      .from('identities')
      .set({ stepped_up_at: new Date(0) })
      .whereRef('identities.member_no', '=', 'sessions.member_no')
      .where('identities.username', '=', username)
      .execute(),
  )

test(
  'adds a passkey, signs in with it, confirms a change with it, and removes it',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'keyholder')
    const authenticator = await addAuthenticator(page)
    await pickNoSuggestion(page)
    await visitAs(page, member, '/account')
    const card = page.getByRole('region', { name: 'Passkeys' })

    await test.step('adds one with the keyboard alone', async () => {
      await card.getByRole('button', { name: 'Add a passkey' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
      const name = dialog.getByRole('textbox', { name: 'Name' })
      await expect(name).toHaveValue('Chrome on Linux')
      expect(await findInBothThemes(page)).toEqual([])
      // The server would refuse this name after the device has made the passkey.
      await name.fill('  ')
      await page.keyboard.press('Enter')
      await expect(name).toHaveAccessibleDescription('This field is required.')
      await name.fill('My phone')
      await authenticator.verify(false)
      await page.keyboard.press('Enter')
      await expect(dialog.getByText('No passkey was added. Try again.')).toBeVisible()
      expect(await authenticator.count()).toBe(0)
      await authenticator.verify(true)
      await name.focus()
      await page.keyboard.press('Enter')
      await expect(card.getByRole('listitem')).toContainText('My phone')
      expect(await authenticator.count()).toBe(1)
      expect(await findInBothThemes(page)).toEqual([])
    })

    await test.step('renames it, and refuses a second one on the same device', async () => {
      await card.getByRole('button', { name: 'Rename My phone' }).click()
      const dialog = page.getByRole('dialog', { name: 'Rename this passkey' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Tablet')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(card.getByRole('listitem')).toContainText('Tablet')
      await card.getByRole('button', { name: 'Add a passkey' }).click()
      const again = page.getByRole('dialog', { name: 'Add a passkey' })
      await again.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('This device already has a passkey here.')).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('signs in without a name or a password', async () => {
      await page.evaluate(() => localStorage.clear())
      await authenticator.verify(false)
      await page.goto('/login')
      const button = page.getByRole('button', { name: 'Use a passkey' })
      await button.click()
      await expect(page.getByText('No passkey was used.')).toBeVisible()
      expect(await findInBothThemes(page)).toEqual([])
      await authenticator.verify(true)
      await button.click()
      await page.waitForURL('**/dashboard')
    })

    await test.step('confirms a change of the wallet address with it', async () => {
      await page.goto('/account')
      await ageProof(product, 'keyholder')
      // Both requests are refused, and share one dialog.
      const both = Promise.withResolvers<void>()
      await page.route(/\/api\/accounts\/(data|me\/update)\//, async (route) => {
        await both.promise
        await route.continue()
      })
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download your data' }).click()
      await setWallet(page)
      both.resolve()
      const asked = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await expect(asked.getByLabel('Password', { exact: true })).toBeVisible()
      expect(await findInBothThemes(page)).toEqual([])
      await asked.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(page.getByText('Profile updated')).toBeVisible()
      await download
    })

    await test.step('removes it, after which it opens nothing', async () => {
      await card.getByRole('button', { name: 'Remove Tablet' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove this passkey' })
      expect(await findInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await expect(card.getByRole('listitem')).toHaveCount(0)
      await expect(card.getByRole('button', { name: 'Add a passkey' })).toBeFocused()
      await page.evaluate(() => localStorage.clear())
      await page.goto('/login')
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(page.getByText('This passkey didn’t work.')).toBeVisible()
    })
  },
)

test(
  'doesn’t interrupt the member’s action with a late passkey suggestion',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'quick-tapper')
    await addAuthenticator(page)
    await visitAs(page, member, '/account')
    const card = page.getByRole('region', { name: 'Passkeys' })
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await expect(card.getByRole('listitem')).toHaveCount(1)
    await page.evaluate(() => localStorage.clear())
    await hesitate(page, 'touched')
    const asked: (() => void)[] = []
    await page.route('**/api/auth/login/passkey/options/', async (route) => {
      if (asked.length === 0) await new Promise<void>((go) => asked.push(go))
      await route.continue()
    })
    await page.goto('/login')
    await page.getByLabel('Username').focus()
    await expect.poll(() => asked.length).toBe(1)
    const ofDialog = page.waitForResponse('**/api/auth/login/passkey/options/')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await ofDialog
    const ofSuggestion = page.waitForResponse('**/api/auth/login/passkey/options/')
    asked[0]?.()
    await ofSuggestion
    await settle(page)
    await page.evaluate(() => Object.assign(window, { touched: true }))
    await page.waitForURL('**/dashboard')
  },
)

test.describe('in Spanish', () => {
  test.use({ locale: 'es-CL' })

  test('adds a passkey and signs in with it', async ({ page, product }) => {
    const member = await addMember(product, 'llavera')
    await addAuthenticator(page)
    await pickNoSuggestion(page)
    await visitAs(page, member, '/account')
    const card = page.getByRole('region', { name: inSpanish('Passkeys') })
    await card.getByRole('button', { name: inSpanish('Add a passkey') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox')).toHaveValue('Chrome en Linux')
    expect(await findEnglish(page)).toEqual([])
    await dialog.getByRole('button', { name: inSpanish('Continue') }).click()
    await expect(card.getByRole('listitem')).toContainText('Chrome en Linux')
    await expect(dialog).toBeHidden()
    expect(await findEnglish(page)).toEqual([])
    await page.evaluate(() => {
      for (const name of ['access_token', 'refresh_token']) localStorage.removeItem(name)
    })
    await page.goto('/login')
    const button = page.getByRole('button', { name: inSpanish('Use a passkey') })
    await expect(button).toBeVisible()
    expect(await findEnglish(page)).toEqual([])
    await button.click()
    await page.waitForURL('**/dashboard')
  })
})
