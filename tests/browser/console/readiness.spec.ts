import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { base32nopad } from '@scure/base'
import { startEmbedded } from '../../../src/db/embedded/embedded.ts'
import { totpCode } from '../../../src/server/auth/totp.ts'
import { embeddedUrls } from '../../../src/server/startup/prepare-database.ts'
import { accountXpub, newMnemonic } from '../../../src/tron/keys/secret-keys.ts'
import { freePort } from '../../support/ports.ts'
import { startProduct, type Product } from '../../support/product.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { addMember, signInAs } from '../support/members.ts'
import { addStaff, type StaffMember } from './staff.ts'

/** The same product with real money: in production, with a node of a main network. */
async function startLive({
  product: { dataDir },
  username,
  password,
}: StaffMember): Promise<Product> {
  const { connectionString } = await startEmbedded({ dataDir })
  const { databaseUrl } = embeddedUrls(connectionString)
  const port = String(await freePort())
  const env = {
    NODE_ENV: 'production',
    RATE_LIMITS: 'on',
    PROCESS: 'web',
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    // No such host can exist, so nothing outside gets a request.
    TRON_API_URL: 'https://node.invalid',
    TRON_USDT_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    TRON_DEPOSIT_XPUB: accountXpub(newMnemonic()),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Twofold <no-reply@twofold.example>',
    RATE_SOURCES: 'binance@https://venue.invalid,coinbase@https://venue.invalid',
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    LEDGER_SECRET_WEB: randomBytes(32).toString('base64url'),
    // An existing name, so no operator is created for it.
    OPERATOR_USERNAME: username,
    OPERATOR_PASSWORD: password,
    LOG_LEVEL: 'warn',
  }
  return await startProduct({ env })
}

/** Signs in through the form, and first sets up the second factor that real money requires. */
async function enter(page: Page, operator: StaffMember): Promise<void> {
  await page.goto('/operator/readiness')
  await page.getByLabel('Username').fill(operator.username)
  await page.getByLabel('Password', { exact: true }).fill('a wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  const key = await page.getByText(/^[A-Z2-7]{32,}$/).textContent()
  const secret = Buffer.from(base32nopad.decode(key ?? ''))
  const code = totpCode(secret, BigInt(Math.floor(Date.now() / 30_000)))
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  const own = 'slow purple giraffe'
  await page.getByLabel('Current password', { exact: true }).fill(operator.password)
  await page.getByLabel('New password', { exact: true }).fill('too short')
  await page.getByLabel('New password again', { exact: true }).fill('too short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Use at least 15 characters.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(own)
  await page.getByLabel('New password again', { exact: true }).fill(own)
  await page.getByRole('button', { name: 'Change password' }).click()
}

const openAt = async (browser: Browser, { url }: Product): Promise<Page> =>
  await (await browser.newContext({ baseURL: url })).newPage()

test(
  'keeps real-money deposits closed, and lists what is missing',
  LONG,
  async ({ product, browser }) => {
    const member = await addMember(product, 'early-bird')
    const { newest } = await addStaff(product, { newest: 'admin' })
    // The development product seals the first sheet some seconds after its start.
    await expect
      .poll(async () => (await fetch(`${product.url}/api/transparency/income/`)).status)
      .toBe(200)
    const live = await startLive(newest)
    const [staff, visitor] = [await openAt(browser, live), await openAt(browser, live)]
    try {
      await enter(staff, newest)
      await expect(staff.getByText('This installation uses real money.')).toBeVisible()
      await expect(staff.getByText('Deposits closed')).toBeVisible()
      await expect(staff.getByText('11 of 16 items are missing')).toBeVisible()
      const items = staff.getByRole('list', { name: 'Checklist' }).getByRole('listitem')
      await expect(items).toHaveCount(16)
      const admins = items.filter({ hasText: 'Two admins with a second factor' })
      await expect(admins).toContainText('Missing')
      await expect(admins).toContainText('One admin can’t give a four-eyes approval alone')
      await expect(admins).toContainText('1 now.')
      await expect(admins.getByRole('button')).toHaveCount(0)
      await expect(items.filter({ hasText: 'No version is published yet' })).toHaveCount(2)

      await signInAs(visitor, member.username)
      await visitor.goto('/dashboard?deposit=new')
      const dialog = visitor.getByRole('dialog', { name: 'Deposit Funds' })
      await dialog.getByLabel('Amount (USD)').fill('5')
      await expect(dialog.getByText('Deposits are not open yet.')).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Continue to payment' })).toBeDisabled()

      const entity = items.filter({ hasText: 'Operating entity' })
      await entity.getByRole('button', { name: 'Record' }).click()
      const record = staff.getByRole('dialog')
      await record.getByRole('button', { name: 'Record' }).click()
      await expect(record.getByText('Enter the evidence.')).toBeVisible()
      await record.getByLabel('Evidence').fill('Register extract of this year.')
      await record.getByLabel('Done').check()
      await record.getByRole('button', { name: 'Record' }).click()
      await expect(entity).toContainText('Register extract of this year.')
      await expect(entity).toContainText('Needs another admin’s confirmation.')
      await expect(staff.getByText('11 of 16 items are missing')).toBeVisible()
      await expect(staff.getByText('Deposits closed')).toBeVisible()
    } finally {
      await live.remove()
      await staff.context().close()
      await visitor.context().close()
    }
  },
)
