import type { Page } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { addMember, mailedPath, PASSWORD, visitAs } from './members.ts'
import { approveWithdrawal } from './operator.ts'
import { payOnDevnet } from './pay.ts'
import { expect, test } from './product-test.ts'

// The main job from end to end, as one member lives it in the browser. The steps build on one
// another, so they are one test with named steps.

const OWN_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

async function registerWithLink(page: Page, product: Product, code: string): Promise<void> {
  await page.goto(`/register?ref=${code}`)
  await page.getByLabel('Username').fill('newcomer')
  await page.getByLabel('Email').fill('newcomer@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(page.getByLabel('Email')).toHaveValue('newcomer@example.org')
  await page.goto(await mailedPath(product, 'newcomer@example.org', 'verify-email'))
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Username').fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome, newcomer' })).toBeVisible()
}

async function deposit(page: Page, product: Product, asset: 'TRX' | 'USDT', usd: string) {
  await page.getByRole('button', { name: 'Deposit Funds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
  await dialog.getByText(`${asset} (TRC20)`).click()
  const send = dialog.getByRole('button', { name: 'Deposit', exact: true })
  await expect(send).toBeDisabled()
  await dialog.getByLabel('Amount (USD)').fill('1')
  await send.click()
  await expect(page.getByText('Minimum deposit amount is $2')).toBeVisible()
  await dialog.getByLabel('Amount (USD)').fill(usd)
  await expect(dialog.getByRole('img', { name: 'QR code of the address' })).toBeVisible()
  await send.click()
  await expect(page.getByText(`Your deposit of $${usd} is being processed`)).toBeVisible()
  const asked = await dialog.getByText(new RegExp(`^[\\d.]+ ${asset}$`)).innerText()
  const uri = await dialog.getByRole('link', { name: /^tron:/ }).innerText()
  const address = /tron:(T\w{33})/.exec(uri)?.[1] ?? ''
  await payOnDevnet(product, { address, asset, amount: asked.split(' ')[0] ?? '' })
  await expect(dialog.getByText(`$${usd} is in your wallet.`)).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: 'Close' }).click()
}

test('register, deposit, activate, stand in the tree, withdraw', async ({ page, product }) => {
  test.setTimeout(60_000)
  const sponsor = await addMember(product, 'sponsor')

  await test.step('register with a referral link, verify by mail, sign in', async () => {
    await registerWithLink(page, product, sponsor.referralCode)
  })

  await test.step('deposit in USDT and in TRX', async () => {
    await deposit(page, product, 'USDT', '10.00')
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('$10.00')
    await deposit(page, product, 'TRX', '2.50')
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('$12.50')
  })

  await test.step('activate the first profile from the wallet', async () => {
    await page.getByRole('link', { name: 'My Plan', exact: true }).first().click()
    await expect(page.getByText('Profile Not Active')).toBeVisible()
    await page.getByRole('button', { name: 'Activate Now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Profile Activation' })
    await expect(dialog).toContainText('$11.50')
    await dialog.getByRole('button', { name: 'Activate Profile' }).click()
    await expect(page.getByText('Profile Activated')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See Full Tree' })).toBeVisible()
  })

  await test.step('look at the network', async () => {
    await page.getByRole('link', { name: 'See Full Tree' }).click()
    await expect(page.getByRole('heading', { name: 'Network Tree' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Root newcomer Bronze Active' })).toBeVisible()
    await page.getByRole('button', { name: 'LR Empty' }).click()
    await expect(page.getByRole('dialog', { name: 'Invite to LR' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('set the wallet address and withdraw', async () => {
    await page.goto('/account')
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw Funds' })
    await expect(
      dialog.getByText('Please set a valid TRX wallet address in your profile'),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Wallet Address (TRC20)').fill(OWN_ADDRESS)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Profile updated')).toBeVisible()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await dialog.getByLabel('Amount (USD)').fill('20')
    await dialog.getByRole('button', { name: 'Review withdrawal' }).click()
    await expect(
      dialog.getByText('Insufficient balance. Maximum withdrawal is $11.50'),
    ).toBeVisible()
    await dialog.getByLabel('Amount (USD)').fill('5')
    await dialog.getByRole('button', { name: 'Review withdrawal' }).click()
    await expect(dialog.getByText('$4.50')).toBeVisible()
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(dialog.getByText('$5.00 requested')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('an operator approves, the payout is confirmed on the chain', async () => {
    await page.getByRole('tab', { name: 'Withdrawals' }).click()
    const panel = page.getByRole('tabpanel')
    await expect(panel.getByText('Pending')).toBeVisible()
    await approveWithdrawal(product, '1')
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(panel.locator('[aria-current=step]')).toHaveText('Confirmed', { timeout: 500 })
    }).toPass({ timeout: 30_000 })
    await expect(panel.getByText('Approved').first()).toBeVisible()
  })

  await test.step('the sponsor sees the new member', async () => {
    await visitAs(page, sponsor, '/referrals')
    await expect(page.getByText('newcomer', { exact: true })).toBeVisible()
  })
})
