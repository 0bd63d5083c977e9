import { z } from 'zod'
import { verifyWebhook } from '../../../packages/client/src/client.ts'
import { openReceiver } from '../../api/support/webhook-receiver.ts'
import { withDatabase } from '../support/database.ts'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'
import { ageProof, asOperator, openConsole } from './staff.ts'

test(
  'adds a webhook, tests it, reads its deliveries, and resends a failed one',
  LONG,
  async ({ page, product, staff }) => {
    // Tests of other files share this product.
    await withDatabase(product, (db) => db.deleteFrom('webhook_endpoints').execute())
    let status = 200
    const receiver = await openReceiver((_received, response) => {
      response.writeHead(status).end(status === 200 ? 'Thanks!' : '<b>Out of order</b>')
    })
    await openConsole(page, staff.chief, '/webhooks')
    await expect(page.getByText('No webhooks yet.')).toBeVisible()
    let secret = ''

    await test.step('asks for what is missing, and refuses private addresses', async () => {
      await page.getByRole('button', { name: 'Add webhook' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
      await dialog.getByRole('button', { name: 'Add webhook' }).click()
      await expect(dialog.getByText('Enter a URL.')).toBeVisible()
      await expect(dialog.getByLabel('URL')).toBeFocused()
      await dialog.getByLabel('URL').fill('https://192.168.0.1/')
      await dialog.getByRole('button', { name: 'Add webhook' }).click()
      await expect(dialog.getByText('Choose at least one.')).toBeVisible()
      await dialog.getByLabel('deposit.credited').check()
      await dialog.getByRole('button', { name: 'Add webhook' }).click()
      await expect(dialog.getByText('This address isn’t public.')).toBeVisible()
      await settle(page)
      expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
      await dialog.getByLabel('URL').fill(receiver.url)
      await dialog.getByLabel('Description').fill('Accounting')
    })

    await test.step('asks for the password again, and shows the secret once', async () => {
      await ageProof(staff.chief)
      await page.getByRole('button', { name: 'Add webhook' }).last().click()
      const again = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await again.getByLabel('Password', { exact: true }).fill(staff.chief.password)
      await again.getByRole('button', { name: 'Continue' }).click()
      const dialog = page.getByRole('dialog', { name: 'The webhook’s secret' })
      secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Accounting' }).click()
      await expect(page.getByRole('heading', { name: 'Accounting' })).toBeVisible()
    })

    const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row')

    await test.step('sends a test event, signed with that secret', async () => {
      await page.getByRole('button', { name: 'Send test event' }).click()
      await expect(rows.filter({ hasText: 'webhook.test' })).toContainText('Delivered')
      const [first] = receiver.received
      const event = await verifyWebhook(first?.body ?? '', first?.signature, secret)
      expect(event.type).toBe('webhook.test')
      await page.getByRole('button', { name: /^Show/ }).click()
      const dialog = page.getByRole('dialog', { name: /^Event/ })
      await expect(dialog.getByText('Thanks!')).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('shows why one failed, and sends it again', async () => {
      status = 503
      await page.getByRole('button', { name: 'Send test event' }).click()
      await expect(rows.nth(1)).toContainText('503')
      await expect(page.getByText('Failing', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: /^Show/ }).first().click()
      const dialog = page.getByRole('dialog', { name: /^Event/ })
      await expect(dialog.getByText('<b>Out of order</b>')).toBeVisible()
      await settle(page)
      expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
      status = 200
      await dialog.getByRole('button', { name: 'Resend' }).click()
      await expect(dialog.getByText('Delivered')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText('Works', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Failed' }).click()
      await expect(page.getByText('No events yet.')).toBeVisible()
    })

    await test.step('rolls the secret, disables, enables, and removes', async () => {
      await page.getByRole('button', { name: 'Roll secret' }).click()
      const dialog = page.getByRole('dialog', { name: 'Roll the secret' })
      const asked = Promise.withResolvers<void>()
      await page.route('**/roll-secret/', async (route) => {
        await asked.promise
        await route.continue()
      })
      await dialog.getByRole('button', { name: 'Roll secret' }).click()
      // It stays for its answer, the only one with the secret.
      await page.keyboard.press('Escape')
      await expect(dialog.getByRole('button', { name: 'Roll secret' })).toBeVisible()
      asked.resolve()
      await expect(dialog.getByText(/^whsec_/)).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Disable' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Send test event' })).toBeDisabled()
      await page.getByRole('button', { name: 'Enable' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Send test event' })).toBeEnabled()
      await page.getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('No webhooks yet.')).toBeVisible()
    })
    await receiver.close()
  },
)

const added = z.object({ webhook: z.object({ id: z.string() }) })

test('keeps the URL that a colleague changed meanwhile', LONG, async ({ page, product, staff }) => {
  const ask = await asOperator(staff.second)
  const body = {
    url: 'http://127.0.0.1:9/old',
    description: 'Stock',
    events: ['deposit.credited'],
  }
  const { id } = added.parse(await ask('POST', 'webhooks/', body)).webhook
  await openConsole(page, staff.chief, `/webhooks/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('withdrawal.paid').check()
  await ask('PATCH', `webhooks/${id}/`, { url: 'http://127.0.0.1:9/new' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  expect(await ask('GET', 'webhooks/')).toContainEqual(
    expect.objectContaining({
      id,
      url: 'http://127.0.0.1:9/new',
      events: ['deposit.credited', 'withdrawal.paid'],
    }),
  )
  await withDatabase(product, (db) => db.deleteFrom('webhook_endpoints').execute())
})

test('hides webhooks from everyone but admins', LONG, async ({ page, staff }) => {
  await openConsole(page, staff.support)
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Webhooks' })).toHaveCount(0)
})
