import type { Locator, Page } from '@playwright/test'
import { asMember } from '../support/api.ts'
import { addMember, PASSWORD, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { setWallet, WALLET } from '../support/set-wallet.ts'
import { addFunded } from '../support/team.ts'

// The session ends while a member fills in a form. After signing in, the form is unchanged.

/** Presses a button with tokens that the server no longer accepts. */
async function pressSignedOut(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.evaluate((element: HTMLButtonElement) => {
    for (const name of ['access_token', 'refresh_token']) localStorage.setItem(name, 'ended')
    element.click()
  })
  await expect(page).toHaveURL(/\/login$/)
}

async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const kept = (page: Page, name = 'drafts') =>
  page.evaluate((key) => sessionStorage.getItem(key), name)

test(
  'restores a deposit and a profile once, without passwords',
  LONG,
  async ({ page, product }) => {
    const { username, ...member } = await addMember(product, 'halfway')
    const saveElsewhere = (wallet: string | null) =>
      asMember(product, member, 'PATCH', '/api/accounts/me/update/', { wallet_address: wallet })
    await visitAs(page, { username, ...member }, '/dashboard?deposit=new')
    const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
    await dialog.getByText('TRX (TRC20)', { exact: true }).click()
    await dialog.getByLabel('Amount (USD)').fill('7.25')
    await pressSignedOut(page, dialog.getByRole('button', { name: 'Continue to payment' }))
    await signIn(page, username)
    await expect(page).toHaveURL(/\/dashboard\?deposit=new$/)
    await expect(dialog.getByLabel('Amount (USD)')).toHaveValue('7.25')
    await expect(dialog.getByRole('radio', { name: /TRX/ })).toBeChecked()
    await expect.poll(() => kept(page)).toBeNull()
    await page.goto('/account')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('First Name').fill('Ana')
    await page.getByLabel('Show my contact to my sponsor').check()
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByLabel('Current Password').fill(PASSWORD)
    await saveElsewhere(WALLET)
    await pressSignedOut(page, page.getByRole('button', { name: 'Save' }))
    expect(await kept(page)).toContain('Ana')
    expect(await kept(page)).not.toContain(PASSWORD)
    await signIn(page, username)
    await expect(page.getByLabel('First Name')).toHaveValue('Ana')
    await expect(page.getByLabel('Show my contact to my sponsor')).toBeChecked()
    await expect(page.getByLabel('Current Password')).toHaveCount(0)
    // The draft has only what the member changed, so the address set elsewhere stays.
    const address = page.getByLabel('Wallet Address (TRC20)')
    await expect(address).toHaveValue(WALLET)
    await saveElsewhere(null)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Profile updated')).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByLabel('First Name')).toHaveValue('Ana')
    await expect(address).toHaveValue('')
  },
)

test('reopens a withdrawal under review with its amount', LONG, async ({ page, staff }) => {
  const member = await addFunded(staff, 'midway')
  await visitAs(page, member, '/account')
  await setWallet(page)
  await expect(page.getByText('Profile updated')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw Funds' })
  await dialog.getByLabel('Amount (USD)').fill('4.50')
  await dialog.getByRole('button', { name: 'Review withdrawal' }).click()
  await pressSignedOut(page, dialog.getByRole('button', { name: 'Withdraw', exact: true }))
  await signIn(page, member.username)
  await expect(dialog.getByLabel('Amount (USD)')).toHaveValue('4.50')
})

test(
  'shows a draft to no other member, and deletes it on sign-out',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'writer')
    const other = await addMember(product, 'stranger')
    const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
    const send = dialog.getByRole('button', { name: 'Continue to payment' })
    await visitAs(page, member, '/dashboard?deposit=new')
    await dialog.getByLabel('Amount (USD)').fill('7.25')
    await pressSignedOut(page, send)
    expect(await kept(page)).toContain('7.25')
    await signIn(page, other.username)
    await expect(dialog.getByLabel('Amount (USD)')).toHaveValue('')
    expect(await kept(page)).toBeNull()
    await dialog.getByLabel('Amount (USD)').fill('6')
    await page.route('**/deposit_ustd/', (route) => route.abort())
    await send.click()
    await expect(
      dialog.getByText(/^We couldn’t confirm that your request from .* went through/),
    ).toBeVisible()
    expect(await kept(page, 'pending')).toContain('6.00')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await kept(page)).toBeNull()
    expect(await kept(page, 'pending')).toBeNull()
  },
)
