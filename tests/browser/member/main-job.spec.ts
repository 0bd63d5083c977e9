import type { Page } from '@playwright/test'
import type { Product } from '../../support/product.ts'
import { pressKeyOn, showsFocus, tabTo, typeInto } from '../support/keys.ts'
import { addMember, emailedPath, PASSWORD, visitAs } from '../support/members.ts'
import { approveWithdrawal, payoutConfirmed } from '../console/staff-actions.ts'
import { payOnDevnet } from '../support/pay.ts'
import { expect, test } from '../support/product-test.ts'

// The main job from end to end, as a member without a mouse does it in the browser. The steps build
// on one another, so they are one test with named steps.

const OWN_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

async function registerWithLink(page: Page, product: Product, code: string): Promise<void> {
  await page.goto(`/register?ref=${code}`)
  await typeInto(page, page.getByLabel('Username'), 'newcomer')
  await typeInto(page, page.getByLabel('Email'), 'newcomer@example.org')
  await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await typeInto(page, page.getByLabel('Confirm Password'), PASSWORD)
  await pressKeyOn(page, page.getByRole('button', { name: 'Register' }))
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(page.getByLabel('Email')).toHaveValue('newcomer@example.org')
  // The link may be opened in any browser, and the waiting page continues automatically.
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(await emailedPath(product, 'newcomer@example.org', 'verify-email'))
  await expect(elsewhere).toHaveURL(/\/login$/)
  await elsewhere.close()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await pressKeyOn(page, page.getByRole('main').getByRole('link', { name: 'Sign In' }))
  await expect(page.getByLabel('Username')).toHaveValue('newcomer')
  await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome, newcomer' })).toBeVisible()
}

async function deposit(page: Page, product: Product, asset: 'TRX' | 'USDT', usd: string) {
  await pressKeyOn(page, page.getByRole('button', { name: 'Deposit Funds' }))
  const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
  const chosen = dialog.getByRole('radio', { name: `${asset} (TRC20)` })
  await tabTo(page, dialog.getByRole('radio', { checked: true }))
  if (!(await chosen.isChecked())) await page.keyboard.press('ArrowDown')
  await expect(chosen).toBeChecked()
  const send = dialog.getByRole('button', { name: 'Continue to payment' })
  await expect(send).toBeDisabled()
  await expect(dialog.getByRole('img', { name: 'QR code of the address' })).toBeVisible()
  const amount = dialog.getByLabel('Amount (USD)')
  await typeInto(page, amount, '1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Minimum Deposit', { exact: true })).toBeVisible()
  await expect(page.getByText('Minimum deposit amount is $2')).toBeVisible()
  await typeInto(page, amount, usd)
  await pressKeyOn(page, send)
  await expect(page.getByText('Deposit Submitted').last()).toBeVisible()
  await expect(page.getByText(`Your deposit of $${usd} is being processed`)).toBeVisible()
  const asked = await dialog.getByText(new RegExp(`^[\\d.]+ ${asset}$`)).innerText()
  const uri = await dialog.getByRole('link', { name: /^tron:/ }).innerText()
  const address = /tron:(T\w{33})/.exec(uri)?.[1] ?? ''
  await payOnDevnet(product, { address, asset, amount: asked.split(' ')[0] ?? '' })
  await expect(dialog.getByText(`$${usd} is in your wallet.`)).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

async function withdraw(page: Page): Promise<void> {
  await pressKeyOn(page, page.getByRole('button', { name: 'Withdraw', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Withdraw Funds' })
  await expect(
    dialog.getByText('Please set a valid TRX wallet address in your profile'),
  ).toBeVisible()
  const amount = dialog.getByLabel('Amount (USD)')
  await typeInto(page, amount, '20')
  await typeInto(page, dialog.getByLabel('Wallet Address (TRC20)'), OWN_ADDRESS)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile updated')).toBeVisible()
  await expect(amount).toHaveValue('20')
  await expect(amount).toBeFocused()
  await pressKeyOn(page, dialog.getByRole('button', { name: 'Review withdrawal' }))
  // Shown next to the field, and as a message, which also appears in the open dialog.
  await expect(amount).toHaveAccessibleDescription(
    /Insufficient balance\. Maximum withdrawal is \$11\.50/,
  )
  const said = dialog.getByText('Insufficient balance. Maximum withdrawal is $11.50')
  await expect(said.first()).toBeVisible()
  await typeInto(page, amount, '5')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('$4.50')).toBeVisible()
  await pressKeyOn(page, dialog.getByRole('button', { name: 'Withdraw', exact: true }))
  await expect(dialog.getByText('$5.00 requested')).toBeVisible()
  await pressKeyOn(page, dialog.getByRole('button', { name: 'Done' }))
}

test('registers, deposits, activates, and withdraws by keyboard alone', async ({
  page,
  product,
  staff,
}) => {
  const sponsor = await addMember(product, 'sponsor')

  await test.step('register with a referral link, verify by email, sign in', async () => {
    await registerWithLink(page, product, sponsor.referralCode)
  })

  await test.step('deposit in USDT and in TRX', async () => {
    await deposit(page, product, 'USDT', '10.00')
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('$10.00')
    await deposit(page, product, 'TRX', '2.50')
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('$12.50')
  })

  await test.step('activate the first profile from the wallet', async () => {
    await pressKeyOn(page, page.getByRole('link', { name: 'My Plan', exact: true }).first())
    await expect(page.getByText('Profile Not Active')).toBeVisible()
    await pressKeyOn(page, page.getByRole('button', { name: 'Activate Now' }))
    const dialog = page.getByRole('dialog', { name: 'Profile Activation' })
    await expect(dialog).toContainText('$11.50')
    await expect(dialog.getByLabel('Profile')).toBeFocused()
    await pressKeyOn(page, dialog.getByRole('button', { name: 'Activate Profile' }))
    await expect(page.getByText('Profile Activated')).toBeVisible()
    // The activation's own button is gone.
    await expect(page.getByRole('link', { name: 'See Full Tree' })).toBeFocused()
    await expect(page.getByRole('group', { name: /^Network of / })).toBeVisible()
    expect(await showsFocus(page)).toBe(true)
  })

  await test.step('view the network', async () => {
    await pressKeyOn(page, page.getByRole('link', { name: 'See Full Tree' }))
    await expect(page.getByRole('heading', { name: 'Network Tree' })).toBeVisible()
    await tabTo(page, page.getByRole('treeitem', { name: /^newcomer, at the top/ }))
    for (const key of ['ArrowLeft', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name: 'Invite to LR' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('set the wallet address and withdraw', async () => {
    await pressKeyOn(page, page.getByRole('banner').getByRole('link', { name: 'newcomer' }))
    await withdraw(page)
    // Opened by its address, the dialog leaves the focus on the page.
    await page.goto('/account?withdraw=new')
    await expect(page.getByRole('button', { name: 'Max' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('an operator approves, and the chain confirms the payout', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Deposits' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('tabpanel')
    await expect(panel.getByText('Pending')).toBeVisible()
    await approveWithdrawal(staff, 'newcomer')
    await payoutConfirmed(staff, 'newcomer')
    await pressKeyOn(page, page.getByRole('button', { name: 'Refresh' }))
    await expect(panel.locator('[aria-current=step]')).toHaveText('Confirmed')
    await expect(panel.getByText('Approved').first()).toBeVisible()
  })

  await test.step('the sponsor sees the new member', async () => {
    await visitAs(page, sponsor, '/referrals')
    await expect(page.getByText('newcomer', { exact: true })).toBeVisible()
  })
})
