import { codeOf } from '../../api/support/call-stage.ts'
import { emailedPath, addMember, PASSWORD, visitAs } from '../support/members.ts'
import { addAuthenticator, pickNoSuggestion } from '../support/passkeys.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { addFunded } from '../support/team.ts'
import { toastSaying } from '../support/toasts.ts'
import { loseAnswer } from './lose-answer.ts'

// Changes that the server has made, but whose answers never arrive. A repeat must not end in a
// refusal of what is done, and never change anything else.

const NEW_PASSWORD = 'a new fine phrase'

test('says that a new password may already work', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'rekeyed')
  await visitAs(page, member, '/account')
  const button = page.getByRole('button', { name: 'Change Password' })
  await button.click()
  await page.getByLabel('Current Password').fill(PASSWORD)
  for (const label of ['New Password', 'Confirm New Password']) {
    await page.getByLabel(label, { exact: true }).fill(NEW_PASSWORD)
  }
  await loseAnswer(page, /\/change-password\//)
  await button.click()
  const unknown = 'If the old one is refused, use the new one.'
  await expect(toastSaying(page, unknown)).toBeVisible()
})

test('says that a registration may have counted', LONG, async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Username').fill('lost-newcomer')
  await page.getByLabel('Email').fill('lost-newcomer@example.org')
  for (const label of ['Password', 'Confirm Password']) {
    await page.getByLabel(label, { exact: true }).fill(PASSWORD)
  }
  await loseAnswer(page, /\/auth\/register\//)
  const button = page.getByRole('button', { name: 'Register' })
  await button.click()
  await expect(toastSaying(page, 'you won’t get a second account')).toBeVisible()
  await button.click()
  await expect(page).toHaveURL(/\/welcome$/)
})

test('leads from a used reset link to signing in', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'reset-twice')
  await page.request.post('/api/accounts/forgot-password/', { data: { email: member.email } })
  await page.goto(await emailedPath(product, member.email, 'reset-password'))
  await page.getByLabel('New Password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
  await loseAnswer(page, /\/reset-password\//)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(toastSaying(page, 'Password reset failed')).toBeVisible()
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const title = 'Sign in with your new password'
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('shows that two-step verification is on', LONG, async ({ page, product }) => {
  await visitAs(page, await addMember(product, 'twostep-lost'), '/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up two-step verification' })
  const byHand = await dialog.getByText('Or enter this key by hand').innerText()
  const secret = byHand.replace(/^.*:/, '').replaceAll(/\s/g, '')
  await loseAnswer(page, /\/totp\/confirm\//)
  await dialog
    .getByRole('textbox', { name: 'Code' })
    .fill(codeOf(`otpauth://totp/a?secret=${secret}`))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(toastSaying(page, 'Two-step verification is set up.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('lists a passkey that was added, and removes it once', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'keyless')
  await addAuthenticator(page)
  await pickNoSuggestion(page)
  await visitAs(page, member, '/account')
  const card = page.getByRole('region', { name: 'Passkeys' })
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await loseAnswer(page, /\/passkeys\/$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(toastSaying(page, 'We couldn’t confirm this went through.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await loseAnswer(page, /\/passkeys\/\d+\/$/)
  await card.getByRole('button', { name: /^Remove / }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this passkey' })
  const remove = dialog.getByRole('button', { name: 'Remove' })
  await remove.click()
  await expect(remove).not.toHaveAttribute('aria-busy')
  await remove.click()
  await expect(dialog).toHaveCount(0)
  await expect(card.getByRole('listitem')).toHaveCount(0)
})

test('doesn’t offer the next profile after an activation', async ({ page, staff }) => {
  const member = await addFunded(staff, 'twoprofiles')
  await visitAs(page, member, '/favicon.svg')
  // Complete boards give members more profiles, and a second one is enough here.
  await page.route('**/api/accounts/me/', async (route) => {
    // The page may have aborted the request.
    const response = await route.fetch().catch(() => null)
    if (!response) return
    const me = (await response.json()) as { profiles: { id: string; active: boolean }[] }
    const profiles = me.profiles.map((profile) => ({ ...profile, id: '999999', active: false }))
    await route.fulfill({ json: { ...me, profiles: [...profiles, ...me.profiles] } })
  })
  await page.goto('/mytree?activate=new')
  const dialog = page.getByRole('dialog', { name: 'Profile Activation' })
  await loseAnswer(page, /\/wallet-activate\//)
  await dialog.getByRole('button', { name: 'Activate Profile' }).click()
  await expect(dialog.getByText('This profile is active.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Activate Profile' })).toHaveCount(0)
  await expect(toastSaying(page, 'Activation failed')).toHaveCount(0)
})
