import type { Locator, Page } from '@playwright/test'
import { findInBothThemes } from '../support/inspect/find-violations.ts'
import { pressKeyOn, showsFocus } from '../support/keys.ts'
import { addMember, visitAs } from '../support/members.ts'
import { payOnDevnet } from '../support/pay.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { toastSaying } from '../support/toasts.ts'

// Deposits with real transfers on the devnet.

const CHAIN_MS = 40_000

const deposits = (page: Page) => page.getByRole('dialog', { name: 'Deposit Funds' })

async function edgesOf(part: Locator) {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { top: y, bottom: y + height, left: x, right: x + width }
}

/** Requests a deposit of ten dollars in USDT. Returns the address to pay. */
async function askForTen(page: Page): Promise<string> {
  const dialog = deposits(page)
  await dialog.getByText('USDT (TRC20)', { exact: true }).click()
  await dialog.getByLabel('Amount (USD)').fill('10')
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(dialog.getByText('Send exactly')).toBeVisible()
  const uri = await dialog.getByRole('link', { name: /^tron:/ }).innerText()
  return /T\w{33}/.exec(uri)?.[0] ?? ''
}

test(
  'shows an amount that differs from the request, and accepts it',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'mismatcher')
    await visitAs(page, member, '/account?deposit=new')
    const address = await askForTen(page)
    const dialog = deposits(page)
    await expect(dialog.getByText('since your request')).toBeVisible()
    const link = dialog.getByRole('link', { name: 'Open in wallet' })
    const open = new URL((await link.getAttribute('href')) ?? '')
    expect(open.searchParams.get('asset')).toMatch(/^c195_tT\w{33}$/)
    expect(open.searchParams.get('address')).toBe(address)
    expect(Number(open.searchParams.get('amount'))).toBe(10.2)
    const paid = await payOnDevnet(product, { address, asset: 'USDT', amount: '7' })
    const received = dialog.getByText('Received', { exact: true }).locator('..')
    await expect(received).toContainText('7.00 USDT', { timeout: CHAIN_MS })
    await expect(dialog.getByText('Difference').locator('..')).toContainText('−3.20 USDT')
    await expect(page).toHaveTitle('Other amount · Deposit · Twofold')
    expect(await findInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Verify Deposit' }).click()
    await page.getByLabel('Transaction Hash').fill(`0x${paid}`)
    await page.keyboard.press('Enter')
    const mismatch = toastSaying(page, 'Amount Mismatch')
    for (const text of [
      'Expected: 10.20',
      'Received: 7',
      'Conversion: ',
      'Sun: expected 10200000',
    ]) {
      await expect(mismatch).toContainText(text)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Details' }).click()
    await dialog.getByRole('button', { name: 'Accept what was received' }).click()
    await expect(page.getByText('Deposit accepted')).toBeVisible()
    await expect(dialog.getByText('$6.86 is in your wallet.')).toBeVisible()
    const credit = dialog.locator('dl').first()
    await expect(credit).toHaveText(/^Received7\.00 USDTFee\$0\.14Credited\$6\.86RequestDP-/)
    await expect(page).toHaveTitle('Credited · Deposit · Twofold')
    await dialog.getByRole('link', { name: 'Activate Bronze for $1' }).click()
    await expect(page.getByRole('heading', { name: 'My Plan', exact: true })).toBeVisible()
    await expect(page).toHaveTitle('My Plan · Twofold')
  },
)

test('leaves room for its form on a small screen', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'small-screen')
  await page.setViewportSize({ width: 360, height: 640 })
  await visitAs(page, member, '/dashboard?deposit=new')
  const dialog = deposits(page)
  const send = dialog.getByRole('button', { name: 'Continue to payment' })

  await test.step('shows nothing below the bar with the button', async () => {
    const bar = await edgesOf(send.locator('..'))
    // The dialog has a border.
    expect(Math.abs((await edgesOf(dialog)).bottom - bar.bottom)).toBeLessThan(2)
  })

  await test.step('uses most of a phone’s height held sideways', async () => {
    await page.setViewportSize({ width: 740, height: 360 })
    await expect.poll(async () => (await edgesOf(dialog)).bottom).toBe(360)
    expect((await edgesOf(dialog)).top).toBeLessThan(360 / 4)
    const amount = dialog.getByLabel('Amount (USD)')
    await amount.fill('1.5')
    await page.keyboard.press('Enter')
    const toast = toastSaying(page, 'Minimum')
    await expect(toast).toBeVisible()
    const [message, field] = [await edgesOf(toast), await edgesOf(amount)]
    expect(message.top).toBeGreaterThanOrEqual(0)
    expect(message.bottom).toBeLessThanOrEqual(field.top)
    expect(message.right).toBeLessThanOrEqual(
      (await edgesOf(dialog.getByRole('button', { name: 'Close' }))).left,
    )
  })
})

test('needs no mouse from the button to the copied amount', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'keyboarder')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitAs(page, member, '/dashboard')
  const open = page.getByRole('button', { name: 'Deposit Funds' })
  const dialog = deposits(page)
  const amount = dialog.getByLabel('Amount (USD)')

  await test.step('opens, and closes with Escape', async () => {
    await pressKeyOn(page, open)
    await expect(dialog.getByLabel('USDT (TRC20)')).toBeFocused()
    expect(await showsFocus(page)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(open).toBeFocused()
    expect(await showsFocus(page)).toBe(true)
  })

  await test.step('leads from the coin to the request', async () => {
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('USDT (TRC20)')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByLabel('TRX (TRC20)')).toBeChecked()
    expect(await showsFocus(page)).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Tab')
    await expect(amount).toBeFocused()
    await page.keyboard.insertText('10')
    await pressKeyOn(page, dialog.getByRole('button', { name: 'Continue to payment' }))
    await expect(dialog.getByText('Send exactly')).toBeVisible()
  })

  await test.step('copies', async () => {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Copy amount' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeFocused()
    expect(await showsFocus(page)).toBe(true)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(Number(copied)).toBe(10.2)
    await dialog
      .getByText(/^T\w{3}$/)
      .first()
      .click()
    const selected = await page.evaluate(() => window.getSelection()?.toString())
    expect(selected).toMatch(/^T\w{33}$/)
    await pressKeyOn(page, dialog.getByRole('button', { name: 'Close' }))
    await expect(dialog).toHaveCount(0)
    await expect(open).toBeFocused()
  })

  await test.step('starts a new one', async () => {
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeFocused()
    await pressKeyOn(page, dialog.getByRole('button', { name: 'Start a new deposit' }))
    await expect(amount).toBeVisible()
    await expect(dialog.getByLabel('USDT (TRC20)')).toBeFocused()
    expect(await showsFocus(page)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
  })
})

/** Puts the object that a wallet's browser injects into the page. `send` sends its payments. */
async function injectWallet(page: Page, send: (address: string, sun: string) => Promise<void>) {
  await page.exposeFunction('payFromWallet', send)
  await page.addInitScript(() => {
    type Pay = { payFromWallet(address: string, sun: string): Promise<void> }
    const pay = (window as unknown as Pay).payFromWallet
    const tronWeb = {
      defaultAddress: { base58: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
      transactionBuilder: {
        sendTrx: async () => ({}),
        triggerSmartContract: async (
          _contract: string,
          _method: string,
          _options: object,
          parameters: { value: unknown }[],
        ) => ({
          transaction: { to: parameters[0]?.value, amount: parameters[1]?.value },
        }),
      },
      trx: {
        sign: async (transaction: object) => transaction,
        sendRawTransaction: async ({ to, amount }: { to: unknown; amount: unknown }) => {
          await pay(String(to), String(amount))
          return { result: true }
        },
      },
    }
    Object.assign(window, { tronWeb })
  })
}

test(
  'takes payment from a browser wallet, and shows its progress',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'pagewallet')
    await injectWallet(page, async (address, sun) => {
      const amount = (Number(sun) / 1e6).toFixed(6)
      await payOnDevnet(product, { address, asset: 'USDT', amount })
    })
    await visitAs(page, member, '/account?deposit=new')
    await askForTen(page)
    const dialog = deposits(page)
    await dialog.getByText('Sent, but not arrived?').click()
    await dialog.getByLabel('Transaction Hash').fill('ab'.repeat(32))
    await dialog.getByRole('button', { name: 'Verify Deposit' }).click()
    await expect(dialog.getByText('Not known yet')).toBeVisible()
    await dialog.getByRole('button', { name: 'Pay here' }).click()
    await expect(dialog.getByText('$10.00 is in your wallet.')).toBeVisible({ timeout: CHAIN_MS })
  },
)

test('sends a payment from a browser wallet once', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'payonce')
  let isLost = true
  await injectWallet(page, async () => {
    if (isLost) throw new Error('timeout')
  })
  await visitAs(page, member, '/dashboard?deposit=new')
  await askForTen(page)
  const dialog = deposits(page)

  await test.step('asks to look first if the wallet doesn’t say whether it sent it', async () => {
    await dialog.getByRole('button', { name: 'Pay here' }).click()
    await expect(toastSaying(page, 'Check your wallet')).toBeVisible()
    await expect(page.getByText('Not paid')).toHaveCount(0)
    await page.reload()
    await expect(dialog.getByText('may have sent this payment', { exact: false })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Pay here' })).toHaveCount(0)
    expect(await findInBothThemes(page)).toEqual([])
  })

  await test.step('remembers what it sent', async () => {
    isLost = false
    await dialog.getByRole('button', { name: 'Pay again' }).click()
    await expect(dialog.getByRole('button', { name: 'Sent' })).toBeDisabled()
    await page.keyboard.press('Escape')
    const card = page.getByRole('region', { name: 'Open deposit' })
    await card.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('button', { name: 'Sent' })).toBeDisabled()
    await page.reload()
    await expect(dialog.getByRole('button', { name: 'Sent' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: /^Pay (here|again)$/ })).toHaveCount(0)
  })
})

test('takes payment from the test faucet', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'tester')
  await visitAs(page, member, '/account?deposit=new')
  await askForTen(page)
  const dialog = deposits(page)
  await pressKeyOn(page, dialog.getByRole('button', { name: 'Pay from the test faucet' }))
  await expect(dialog.getByText('$10.00 is in your wallet.')).toBeVisible({ timeout: CHAIN_MS })
  await page.goto('/dev/mailbox?to=tester@')
  await page.getByRole('link', { name: /./ }).first().click()
  await expect(page.frameLocator('iframe').getByText('tester').first()).toBeVisible()
})

test('accepts a payment without a request', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'generous')
  const answer = await fetch(`${product.url}/api/transactions/usdt_wallet_info/`, {
    headers: { authorization: `Bearer ${member.access}` },
  })
  const { wallet_address: address } = (await answer.json()) as { wallet_address: string }
  await payOnDevnet(product, { address, asset: 'USDT', amount: '5.1' })
  await visitAs(page, member, '/account')
  const card = page.getByRole('region', { name: 'Received without a request' })
  await expect(card.getByText('5.10 USDT')).toBeVisible({ timeout: CHAIN_MS })
  await card.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Deposit accepted')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Account stats' })).toContainText('$5.00')
})

test('returns to an open deposit by its URL', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'resumer')
  // The device's clock is ahead, which doesn't close the deposit.
  await page.clock.install({ time: Date.now() + 20 * 60_000 })
  await visitAs(page, member, '/dashboard')
  await page.getByRole('button', { name: 'Deposit Funds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deposit Funds' })
  await dialog.getByLabel('Amount (USD)').fill('abc')
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Invalid Amount')).toBeVisible()
  await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  await dialog.getByRole('button', { name: '$5', exact: true }).click()
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(dialog.getByText('Send exactly')).toBeVisible()
  await page.reload()
  await expect(dialog.getByText('Send exactly')).toBeVisible()
  await expect(dialog.getByText('5.10', { exact: false }).first()).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard$/)
  const card = page.getByRole('region', { name: 'Open deposit' })
  await expect(card).toContainText(/\$5.00 in USDT.*Waiting for payment, 1\d:\d\d left/)
  const wallet = await page.getByRole('region', { name: 'Wallet' }).boundingBox()
  const gap = ((await card.boundingBox())?.y ?? 0) - (wallet?.y ?? 0) - (wallet?.height ?? 0)
  expect(gap).toBeGreaterThanOrEqual(12)
  await expect(page.getByRole('button', { name: 'Deposit Funds' })).toHaveText(/1 open$/)
  await pressKeyOn(page, page.getByRole('button', { name: 'Deposit Funds' }))
  await expect(dialog.getByText('cancels this one', { exact: false })).toBeVisible()
  await expect(dialog.getByLabel('Amount (USD)')).toHaveCount(0)
  expect(await findInBothThemes(page)).toEqual([])
  await pressKeyOn(page, dialog.getByRole('button', { name: 'Continue' }))
  await expect(dialog.getByText('Send exactly')).toBeVisible()
  await page.keyboard.press('Escape')
  await pressKeyOn(page, page.getByRole('button', { name: 'Deposit Funds' }))
  await pressKeyOn(page, dialog.getByRole('button', { name: 'Start a new deposit' }))
  await expect(dialog.getByLabel('Amount (USD)')).toBeVisible()
})

test('warns before replacing a deposit that didn’t load', LONG, async ({ page, product }) => {
  const member = await addMember(product, 'unloaded')
  await visitAs(page, member, '/dashboard?deposit=new')
  await askForTen(page)
  await page.route('**/deposits/by-request/**', (route) => route.fulfill({ status: 404 }))
  await page.goto('/dashboard?deposit=new')
  const dialog = deposits(page)
  await expect(dialog.getByText('Unable to load deposit details')).toBeVisible()
  await expect(dialog.getByText('cancels this one', { exact: false })).toBeVisible()
  await expect(dialog.getByLabel('Amount (USD)')).toHaveCount(0)
  await page.unroute('**/deposits/by-request/**')
  const again = dialog.getByRole('button', { name: 'Try again' })
  const next = dialog.getByRole('button', { name: 'Continue', exact: true })
  // An event may load it before the click.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(next).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await next.click()
  await expect(dialog.getByText('Send exactly')).toBeVisible()
})

test(
  'recognizes a malformed transaction hash before asking the server',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'verifier')
    await visitAs(page, member, '/account?deposit=new')
    await page.getByRole('button', { name: '$5', exact: true }).click()
    const released = Promise.withResolvers<void>()
    await page.route('**/deposit_ustd/**', async (route) => {
      if (route.request().method() === 'POST') await released.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Continue to payment' }).last().click()
    await page.getByRole('button', { name: 'Close' }).click()
    released.resolve()
    // It was closed before the answer came, so it stays closed.
    await page.getByRole('button', { name: 'Verify Deposit' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Verify Deposit' })
    await expect(dialog.getByText('Request', { exact: true }).locator('..')).toContainText(/\d/)
    const field = dialog.getByLabel('Transaction Hash')
    await expect(field).toHaveAttribute('placeholder', /^0x/)
    await field.press('Enter')
    await expect(dialog.getByText('Enter the transaction hash.')).toBeVisible()
    expect(await findInBothThemes(page)).toEqual([])
    await field.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
    await field.press('Enter')
    await expect(dialog.getByText('This is an address.', { exact: false })).toBeVisible()
    await field.fill(`0x${'ab'.repeat(32)}`)
    await field.press('Enter')
    const failed = toastSaying(page, 'Verification Failed')
    const unknown = 'We haven’t found this transaction on the TRON network yet.'
    await expect(failed.locator('p').first()).toHaveText(unknown)
  },
)
