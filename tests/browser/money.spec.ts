import type { Page } from '@playwright/test'
import { codeOf } from '../api/support/call-stage.ts'
import { findInBothThemes } from './find-violations.ts'
import { addMember, signInAs, visitAs, type BrowserMember } from './members.ts'
import { payOnDevnet } from './pay.ts'
import { expect, test } from './product-test.ts'
import { setWallet } from './set-wallet.ts'
import { growTeam } from './team.ts'
import { toastSaying } from './toasts.ts'

// The money rooms and the account's guards, with money that really moves on the devnet.

const CHAIN_MS = 40_000

const deposits = (page: Page) => page.getByRole('dialog', { name: 'Deposit Funds' })

/** Asks for a deposit of ten dollars in USDT; answers the address that it is to be paid to. */
async function askForTen(page: Page): Promise<string> {
  const dialog = deposits(page)
  await dialog.getByText('USDT (TRC20)', { exact: true }).click()
  await dialog.getByLabel('Amount (USD)').fill('10')
  await dialog.getByRole('button', { name: 'Deposit', exact: true }).click()
  await expect(dialog.getByText('Send exactly')).toBeVisible()
  const uri = await dialog.getByRole('link', { name: /^tron:/ }).innerText()
  return /T\w{33}/.exec(uri)?.[0] ?? ''
}

test('deposit: another amount is shown against the asked one, and accepted', async ({
  page,
  product,
}) => {
  const member = await addMember(product, 'mismatcher')
  await visitAs(page, member, '/account?deposit=new')
  const address = await askForTen(page)
  const dialog = deposits(page)
  await expect(dialog.getByText('since the request')).toBeVisible()
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
  for (const text of ['Expected: 10.20', 'Received: 7', 'Conversion: ', 'Sun: expected 10200000']) {
    await expect(mismatch).toContainText(text)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Details' }).click()
  await dialog.getByRole('button', { name: 'Accept what was received' }).click()
  await expect(page.getByText('Deposit accepted')).toBeVisible()
  await expect(dialog.getByText('$6.86 is in your wallet.')).toBeVisible()
  await expect(page).toHaveTitle('Credited · Deposit · Twofold')
  await dialog.getByRole('link', { name: 'Activate a plan' }).click()
  await expect(page.getByRole('heading', { name: 'My Tree', exact: true })).toBeVisible()
  await expect(page).toHaveTitle('My Tree · Twofold')
})

test('deposit: a wallet in the page pays it, and the helper names the case', async ({
  page,
  product,
}) => {
  const member = await addMember(product, 'pagewallet')
  await page.exposeFunction('payFromWallet', async (address: string, sun: string) => {
    const amount = (Number(sun) / 1e6).toFixed(6)
    await payOnDevnet(product, { address, asset: 'USDT', amount })
  })
  // What a wallet's own browser puts into the page, with the devnet's treasury behind it.
  await page.addInitScript(() => {
    type Pay = { payFromWallet(address: string, sun: string): Promise<void> }
    const pay = (window as unknown as Pay).payFromWallet
    window.tronWeb = {
      defaultAddress: { base58: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
      transactionBuilder: {
        sendTrx: async () => ({}),
        triggerSmartContract: async (_contract, _method, _options, parameters) => ({
          transaction: { to: parameters[0]?.value, amount: parameters[1]?.value },
        }),
      },
      trx: {
        sign: async (transaction) => transaction,
        sendRawTransaction: async ({ to, amount }) => {
          await pay(String(to), String(amount))
          return { result: true }
        },
      },
    }
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
})

test('account: what came without a request is accepted', async ({ page, product }) => {
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

test('two-step: set up, asked for before money settings change, removed', async ({
  page,
  product,
}) => {
  const member = await addMember(product, 'careful')
  await visitAs(page, member, '/account')
  const card = page.getByRole('region', { name: 'Two-step confirmation' })
  await card.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up two-step confirmation' })
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = '', second = ''] = await codes.allInnerTexts()
  expect(await findInBothThemes(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(dialog.getByText('The code is not valid.')).toBeVisible()
  const byHand = await dialog.getByText('Or enter this key by hand').innerText()
  const secret = byHand.replace(/^.*:/, '').replace(/\s/g, '')
  const code = codeOf(`otpauth://totp/a?secret=${secret}`)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code)
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(card.getByText('10 of 10 recovery codes left.')).toBeVisible()
  // A new session has proved the password alone: money settings want the code.
  await page.evaluate(() => localStorage.clear())
  await signInAs(page, 'careful')
  await page.goto('/account')
  await setWallet(page)
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
  const remove = page.getByRole('dialog', { name: 'Remove two-step confirmation' })
  await expect(remove).toBeVisible()
  expect(await findInBothThemes(page)).toEqual([])
  await remove.getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText('Off', { exact: true })).toBeVisible()
})

test('sessions: one is ended from the list, then all of them', async ({ page, product }) => {
  const member = await addMember(product, 'roamer')
  await signInAs(page, 'roamer')
  await page.goto('/account')
  const card = page.getByRole('region', { name: 'Sessions' })
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await card.getByRole('button', { name: /^End the session/ }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  const gone = await fetch(`${product.url}/api/accounts/me/`, {
    headers: { authorization: `Bearer ${member.access}` },
  })
  expect(gone.status).toBe(401)
  await card.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Logged Out')).toBeVisible()
})

test.describe('money made visible', () => {
  let ana: BrowserMember
  test.beforeAll(async ({ product }) => {
    const team = await growTeam(product, ['mona', 'nils', 'olga'])
    if (!team[0]) throw new Error('the team has not grown')
    ana = team[0]
  })

  test('its rooms are accessible in both themes and fit a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await visitAs(page, ana, '/dashboard')
    const rooms = { earnings: 'Earnings', activity: 'Activity', statements: 'Statements' }
    for (const [path, title] of Object.entries(rooms)) {
      await page.goto(`/${path}`)
      await expect(page).toHaveTitle(`${title} · Twofold`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
      expect.soft(await findInBothThemes(page), path).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(wide, path).toBeLessThanOrEqual(0)
    }
  })

  test('earnings: chart with its table, dollars or count, a board, each cent explained', async ({
    page,
  }) => {
    await visitAs(page, ana, '/earnings')
    const rewards = page.getByRole('region', { name: 'Rewards' })
    await expect(rewards.getByRole('img', { name: /2 rewards, \$1\.00 in all/ })).toBeVisible()
    const bronze = rewards.getByRole('row', { name: /Bronze/ })
    await expect(bronze).toContainText('$1.00')
    await rewards.getByText('Count', { exact: true }).click()
    await expect(bronze.getByRole('cell').first()).toHaveText('2')
    await rewards.getByText('Show as a table').click()
    await expect(rewards.getByRole('columnheader', { name: 'Week of' })).toBeVisible()
    const boards = page.getByRole('region', { name: 'Boards' })
    await expect(boards.getByText('Still open, if every').locator('..')).toContainText('$2.00')
    await boards.getByRole('button', { name: '$0.50 from R: explain' }).click()
    const dialog = page.getByRole('dialog', { name: 'Where this amount comes from' })
    await expect(dialog).toContainText('Paid from the Bronze joining fee of olga, catalogue 1.')
    await expect(dialog).toContainText('Position R on the board of')
    await expect(dialog).toContainText('The Bronze plan, catalogue 1, does not pay this reward.')
    expect(await findInBothThemes(page)).toEqual([])
  })

  test('activity: filtered by kind in the URL, each row leads on', async ({ page }) => {
    await visitAs(page, ana, '/activity')
    await page.getByLabel('Kind').selectOption('Level 1 rewards')
    await expect(page).toHaveURL(/type=reward_level1/)
    const list = page.getByRole('main').getByRole('listitem')
    await expect(list).toHaveCount(2)
    await page.getByLabel('Kind').selectOption('Sponsor bonuses')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.goBack()
    await expect(list).toHaveCount(2)
    await list.first().getByRole('link', { name: 'Level 1 reward' }).click()
    await expect(page).toHaveURL(/familytree\?profile=BR-/)
  })

  test('activity: what came since the last look is marked', async ({ page }) => {
    await visitAs(page, ana, '/activity')
    const marks = page.getByRole('main').getByText('New', { exact: true })
    await expect(page.getByText('Joined Twofold')).toBeVisible()
    await expect(marks).toHaveCount(0)
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('activity_seen_'))
      if (key) localStorage.setItem(key, '2020-01-01T00:00:00.000Z')
    })
    await page.reload()
    await expect(marks).not.toHaveCount(0)
  })

  test('statements: a period, its sums, and the file', async ({ page }) => {
    await visitAs(page, ana, '/statements')
    const closing = page.getByRole('row', { name: /Closing balance/ })
    await expect(closing).toContainText('$10.00')
    await expect(page.getByRole('row', { name: /Level 1 reward: nils/ })).toContainText('+$0.50')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^twofold-statement-.*\.csv$/)
    await page.getByRole('button', { name: 'Last year' }).click()
    await expect(page.getByText('Nothing moved in or out of your wallet then.')).toBeVisible()
  })
})
