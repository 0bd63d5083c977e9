import { readFile } from 'node:fs/promises'
import { codeOf } from '../../api/support/call-stage.ts'
import { awaitEmail, readEmails } from '../support/emails.ts'
import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { addMember, PASSWORD, signInAs, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { setWallet } from '../support/set-wallet.ts'
import { toastSaying } from '../support/toasts.ts'

test('changes the password only when both new ones match', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'changer')
  await visitAs(page, member, '/account')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByLabel('Current Password')).toBeFocused()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(3)
  await page.getByLabel('Current Password').fill('false false false')
  await page.getByLabel('New Password', { exact: true }).fill('another fine phrase')
  await page.getByLabel('Confirm New Password').fill('another fine phrase?')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm New Password').fill('another fine phrase')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByLabel('Current Password')).toHaveAttribute('aria-invalid', 'true')
})

test('sets up two-step verification, asks for its code, and removes it', async ({
  page,
  product,
}) => {
  const member = await addMember(product, 'careful')
  await visitAs(page, member, '/account')
  const card = page.getByRole('region', { name: 'Two-step verification' })
  await card.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up two-step verification' })
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = '', second = ''] = await codes.allInnerTexts()
  expect(await findInBothThemes(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('The code is not valid.')).toBeVisible()
  const byHand = await dialog.getByText('Or enter this key by hand').innerText()
  const secret = byHand.replace(/^.*:/, '').replace(/\s/g, '')
  const code = codeOf(`otpauth://totp/a?secret=${secret}`)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(card.getByText('10 of 10 recovery codes left.')).toBeVisible()
  // The button that opened the dialog is gone.
  const heading = card.getByRole('heading', { name: 'Two-Step Verification' })
  await expect.soft(heading).toBeFocused()
  // A new session has proved only the password, but money settings require the code.
  await page.evaluate(() => localStorage.clear())
  await signInAs(page, 'careful')
  // Without its answer, the dialog doesn't know what to ask for.
  await page.route('**/auth/security/', (route) => route.abort())
  await page.goto('/account')
  await setWallet(page)
  const unknown = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(unknown.getByText('Failed to load your security settings')).toBeVisible()
  await page.unroute('**/auth/security/')
  await unknown.getByRole('button', { name: 'Try again' }).click()
  const asked = page.getByRole('dialog', { name: 'Enter your code' })
  await asked.getByRole('textbox', { name: 'Code' }).fill('nonsense')
  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect(asked.getByText('Enter the code from your authenticator app.')).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await asked.getByRole('textbox', { name: 'Code' }).fill(first)
  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  expect(second).not.toBe(first)
  await card.getByRole('button', { name: 'Remove' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove two-step verification' })
  await expect(remove).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await remove.getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText('Off', { exact: true })).toBeVisible()
  await expect(heading).toBeFocused()
})

test('ends one session from the list, then all of them', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'roamer')
  await signInAs(page, 'roamer')
  await page.goto('/account')
  const card = page.getByRole('region', { name: 'Sessions' })
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await card.getByRole('button', { name: /^End the session/ }).press('Enter')
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expect(card.getByRole('heading', { name: 'Active sessions' })).toBeFocused()
  const gone = await fetch(`${product.url}/api/accounts/me/`, {
    headers: { authorization: `Bearer ${member.access}` },
  })
  expect(gone.status).toBe(401)
  await card.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Logged Out')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 760 } })

  test('shows messages beside a dialog, never above it', LONG, async ({ page, team }) => {
    await visitAs(page, team[0], '/dashboard?deposit=new')
    await page.getByRole('button', { name: 'Copy address' }).click()
    const message = await toastSaying(page, '').first().boundingBox()
    const dialog = await page.getByRole('dialog').boundingBox()
    expect(message?.y).toBeGreaterThanOrEqual(0)
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(dialog?.y ?? 0)
  })

  test('leads from closing the account to withdrawing first', LONG, async ({ page, team }) => {
    // The second step comes from the emailed link.
    for (const path of ['/account', '/account?close=link']) {
      await visitAs(page, team[0], `${path}#data`)
      if (path === '/account') await page.getByRole('button', { name: 'Close account' }).click()
      await page.getByRole('link', { name: 'Withdraw your balance' }).click()
      await expect(page.getByRole('dialog', { name: 'Withdraw Funds' })).toBeVisible()
      await expect(page.locator('[role=dialog]')).toHaveCount(1)
    }
  })

  test(
    'turns news off, exports the data, and closes the account',
    LONG,
    async ({ page, product }) => {
      const member = await addMember(product, 'leaver')
      const witness = await addMember(product, 'stayer')
      await visitAs(page, member, '/account#settings')
      const news = page.getByRole('checkbox', { name: 'News from your network' })
      await news.uncheck()
      await expect(page.getByText('No more news by email')).toBeVisible()
      await page.reload()
      await expect(news).not.toBeChecked()
      expect(await findInBothThemes(page)).toEqual([])
      // The news about the later member shows that news about the first would have arrived.
      await addMember(product, 'leavers-friend', 'leaver')
      await addMember(product, 'stayers-friend', 'stayer')
      await awaitEmail(product, witness.email, /stayers-friend/)
      expect((await readEmails(product, member.email)).join()).not.toContain('leavers-friend')

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download your data' }).click()
      const file = await readFile(await (await download).path(), 'utf8')
      expect(JSON.parse(file)).toMatchObject({
        account: { username: 'leaver' },
        email_settings: { news: false },
      })

      const held = Promise.withResolvers<void>()
      await page.route('**/api/accounts/closing/', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.getByRole('button', { name: 'Close account' }).click()
      const dialog = page.getByRole('dialog', { name: 'Close your account' })
      // The form is empty, so Enter must not submit it.
      await expect(dialog).toBeFocused()
      held.resolve()
      await dialog.getByRole('button', { name: 'Email me the link' }).click()
      await expect(dialog.getByText(/We emailed you a link/)).toBeVisible()
      expect(await findInBothThemes(page)).toEqual([])
      const link = await awaitEmail(product, member.email, /\/account\?close=[\w-]+/)
      await page.goto(link[0])
      await dialog.getByRole('button', { name: 'Close my account' }).click()
      await page.waitForURL('**/login')
      await expect(page.getByText('Your account is closed.')).toBeVisible()
      await page.getByLabel('Username').fill('leaver')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(toastSaying(page, 'This account is closed.')).toBeVisible()
    },
  )
})
