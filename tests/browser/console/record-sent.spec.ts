import type { Page } from '@playwright/test'
import { z } from 'zod'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { startProduct, type Product } from '../../support/product.ts'
import { asMember } from '../support/api.ts'
import { withDatabase } from '../support/database.ts'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { pressKeyOn, tabTo } from '../support/keys.ts'
import { addMember } from '../support/members.ts'
import { payInBlock } from '../support/pay.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle, watchRequests } from '../support/settle.ts'
import {
  addConsoleStaff,
  ADDRESS,
  approveWithdrawal,
  credit,
  requestPayout,
} from './staff-actions.ts'
import { asOperator, openBeside, openConsole } from './staff.ts'

// An operator pays an approved withdrawal from another wallet. The product has no key, so that it
// doesn't pay first.

const NO_KEY = { PAYOUT_KEY: 'offline', DEVNET_BLOCK_MS: '100' }
const OTHER = addressOfKey(newPrivateKey())

// How often the console renews a claim, and asks for one that another operator has.
const RENEW_MS = 60_000
const ASK_AGAIN_MS = 5_000

const DAY_MS = 86_400_000

const Payee = z.object({ member_id: z.string() })

/** Holds the payouts of a member, as a change of the security settings does. */
const holdPayouts = (product: Product, username: string, until: Date | null) =>
  withDatabase(product, (db) =>
    db
      .updateTable('identities')
      .set({ hold_until: until })
      .where('username', '=', username)
      .execute(),
  )

/** Whether the browser shows all of an element's text. */
const isWhole = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).evaluate((box) => box.scrollWidth <= box.clientWidth)

const pay = (product: Product, address: string, amount: string) =>
  payInBlock(product, { address, asset: 'TRX', amount })

test(
  'records a payout from another wallet, and refuses one that doesn’t fit',
  LONG,
  async ({ browser }) => {
    const product = await startProduct({ env: NO_KEY })
    const context = await browser.newContext({ baseURL: product.url })
    const page = await context.newPage()
    watchRequests(page)
    try {
      const staff = await addConsoleStaff(product)
      const member = await addMember(product, 'outsider')
      await credit(staff, [member], '20')
      const id = await requestPayout(staff, member, '10.00')
      // The operator who will pay it leaves it open in the queue, in another window.
      const queue = await openBeside(browser, staff.finance, `/queue/withdrawals?item=${id}`)
      await expect(queue.getByRole('button', { name: 'Reject', exact: true })).toBeEnabled()
      const claimed = Promise.withResolvers<void>()
      await queue.route('**/api/operator/withdrawals/?*', async (route) => {
        await claimed.promise
        await route.fallback()
      })
      const released = queue.waitForResponse((answer) => answer.url().endsWith('/release/'))
      await approveWithdrawal(staff, 'outsider')
      await page.clock.install()
      await openConsole(page, staff.finance, `/withdrawals/${id}`)
      const open = page.getByRole('button', { name: 'Record as sent' })
      const dialog = page.getByRole('dialog', { name: 'Record a payout from another wallet' })
      const hash = dialog.getByLabel('Transaction ID')
      const refuse = async (typed: string, text: string) => {
        await hash.fill(typed)
        await page.keyboard.press('Enter')
        await expect(dialog.getByText(text)).toBeVisible()
        await expect(hash).toBeFocused()
        await expect(dialog.getByRole('button', { name: 'Record' })).toBeEnabled()
      }

      await test.step('claims the withdrawal, and says what to send where', async () => {
        await pressKeyOn(page, open)
        await expect(dialog.getByText('You’ve claimed this withdrawal.')).toBeVisible()
        await expect(dialog.getByText('$9.50, about 38 TRX now')).toBeVisible()
        await expect(dialog.getByText(ADDRESS, { exact: true }).first()).toBeAttached()
        claimed.resolve()
        await released
        await queue.context().close()
        await settle(page)
        expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
        const beside = await openBeside(browser, staff.second, `/withdrawals/${id}`)
        await beside.setViewportSize({ width: 768, height: 860 })
        await expect(beside.getByText('Claimed by finance')).toBeVisible()
        expect(await isWhole(beside, staff.second.username)).toBe(true)
        await beside.getByRole('button', { name: 'Record as sent' }).click()
        await expect(
          beside.getByRole('dialog').getByText('Another operator is working'),
        ).toBeVisible()
        await beside.context().close()
      })

      await test.step('returns the focus, and keeps the claim', async () => {
        await tabTo(page, hash)
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(open).toBeFocused()
        await expect(page.getByText('Claimed by finance')).toBeVisible()
      })

      await test.step('says not to pay if the member is suspended before the claim', async () => {
        const act = async (action: string) => {
          const ask = await asOperator(staff.chief)
          const { member_id: no } = Payee.parse(await ask('GET', `withdrawals/${id}/`))
          await ask('POST', `members/${no}/${action}/`, { reason: 'A letter from a bank.' })
        }
        const url = `**/api/operator/queues/withdrawals/${id}/claim/`
        await page.route(url, async (route) => {
          await act('suspend')
          await route.fallback()
        })
        let shown = false
        page.on('request', (request) => (shown ||= request.url().endsWith('/rate/')))
        await page.keyboard.press('Enter')
        await expect(dialog.getByText('Reinstate them before you pay this.')).toBeVisible()
        await page.unroute(url)
        await expect(dialog.getByText(ADDRESS, { exact: true })).toHaveCount(0)
        await expect(hash).toBeVisible()
        expect(shown).toBe(false)
        await act('reinstate')
        await expect(dialog.getByText('$9.50, about 38 TRX now')).toBeVisible()
      })

      const detail = `**/api/operator/withdrawals/${id}/`
      const paying = dialog.getByText('$9.50, about 38 TRX now')

      await test.step('offers to check again if that fails after the claim', async () => {
        await page.keyboard.press('Escape')
        await page.route(detail, (route) => route.fulfill({ status: 429, json: {} }))
        await pressKeyOn(page, open)
        await expect(dialog.getByText('We couldn’t check this withdrawal again.')).toBeVisible()
        await expect(dialog.getByText(ADDRESS, { exact: true })).toHaveCount(0)
        await settle(page)
        expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
        await page.unroute(detail)
        await pressKeyOn(page, dialog.getByRole('button', { name: 'Try again' }))
        await expect(paying).toBeVisible()
        await expect(dialog.getByRole('status')).toBeFocused()
      })

      await test.step('checks it again after another operator has had the claim', async () => {
        const claim = `queues/withdrawals/${id}`
        const other = await asOperator(staff.second)
        await other('POST', `${claim}/release/`, {})
        await other('POST', `${claim}/claim/`, {})
        await page.clock.fastForward(RENEW_MS)
        await expect(dialog.getByText('Another operator is working')).toBeVisible()
        await expect(paying).toHaveCount(0)
        await other('POST', `${claim}/release/`, {})
        const reload = Promise.withResolvers<void>()
        await page.route(detail, async (route) => {
          await reload.promise
          await route.fallback()
        })
        const taken = page.waitForResponse((answer) => answer.url().endsWith(`${claim}/claim/`))
        const checking = page.waitForRequest(detail)
        await page.clock.fastForward(ASK_AGAIN_MS)
        expect((await taken).ok()).toBe(true)
        await checking
        await expect(dialog.getByText('Don’t send the coins yet.')).toBeVisible()
        await expect(dialog.getByText(ADDRESS, { exact: true })).toHaveCount(0)
        reload.resolve()
        await expect(paying).toBeVisible()
        await page.unroute(detail)
      })

      await test.step('refuses what doesn’t pay this withdrawal', async () => {
        await refuse('abc', 'Enter a transaction ID of 64 hexadecimal digits.')
        await refuse('ab'.repeat(32), 'This transaction is not in a block yet.')
        const [elsewhere, little] = [
          await pay(product, OTHER, '38'),
          await pay(product, ADDRESS, '30'),
        ]
        await refuse(elsewhere, 'This transaction does not pay the withdrawal’s address.')
        await refuse(little, 'This transaction’s amount differs from the withdrawal’s by more')
      })

      await test.step('lets the operator try again before the page has reloaded', async () => {
        const reload = Promise.withResolvers<void>()
        await page.route(detail, async (route) => {
          await reload.promise
          await route.fallback()
        })
        const reloading = page.waitForRequest(detail)
        await hash.fill('cd'.repeat(32))
        await page.keyboard.press('Enter')
        await reloading
        await expect(dialog.getByRole('button', { name: 'Record' })).toBeEnabled()
        reload.resolve()
        await page.unroute(detail)
      })

      await test.step('records the transaction that pays it', async () => {
        const paid = await pay(product, ADDRESS, '38')
        await hash.fill(`0x${paid}`)
        await page.keyboard.press('Enter')
        await expect(dialog).toHaveCount(0)
        await expect(page.getByText('Recorded as sent.')).toBeVisible()
        await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
        await expect(open).toHaveCount(0)
        // The suspension ended the member's session.
        const shown = await (await asOperator(staff.finance))('GET', `withdrawals/${id}/`)
        expect(shown).toMatchObject({ stage: 'confirmed', transaction_hash: paid })
      })
    } finally {
      await context.close()
      await product.remove()
    }
  },
)

test('claims no withdrawal on hold, and doesn’t say where to pay it', LONG, async ({ browser }) => {
  const product = await startProduct({ env: { ...NO_KEY, WITHDRAWAL_HOLD_HOURS: '24' } })
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  watchRequests(page)
  try {
    const staff = await addConsoleStaff(product)
    const member = await addMember(product, 'waiting')
    await credit(staff, [member], '20')
    const id = await requestPayout(staff, member, '10.00')
    await approveWithdrawal(staff, 'waiting')
    const claims: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/claim/')) claims.push(request.url())
    })
    await openConsole(page, staff.finance, `/withdrawals/${id}`)
    await page.getByRole('button', { name: 'Record as sent' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record a payout from another wallet' })
    await expect(dialog.getByText(/This is on hold until \w{3} \d+, \d{4}/)).toBeVisible()
    await expect(dialog.getByText(ADDRESS)).toHaveCount(0)
    await expect(dialog.getByText('To be paid')).toHaveCount(0)
    await settle(page)
    expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
    const later = /If you’ve already sent the coins, record the transaction after \w{3} \d+, \d{4}/
    await expect(dialog.getByText(later)).toBeVisible()
    await expect(dialog.getByLabel('Transaction ID')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Record as sent' })).toBeFocused()

    await test.step('warns a phone’s reader before the details', async () => {
      await page.setViewportSize({ width: 360, height: 760 })
      await expect(page.getByRole('list', { name: 'Flags' })).toBeInViewport()
      await page.setViewportSize({ width: 1280, height: 860 })
    })

    await test.step('records coins sent before the member’s settings changed', async () => {
      await holdPayouts(product, 'waiting', null)
      const body = { amount: '6.00', payment_method: 'trx' }
      await asMember(product, member, 'POST', '/api/rewards/withdrawals/', body)
      await approveWithdrawal(staff, 'waiting')
      await holdPayouts(product, 'waiting', new Date(Date.now() + DAY_MS))
      await page.goto(`/operator/withdrawals/${Number(id) + 1}`)
      await page.getByRole('button', { name: 'Record as sent' }).click()
      await expect(dialog.getByText(/This is on hold until \w{3} \d+, \d{4}/)).toBeVisible()
      await dialog.getByLabel('Transaction ID').fill(await pay(product, ADDRESS, '22'))
      await page.keyboard.press('Enter')
      await expect(page.getByText('Recorded as sent.')).toBeVisible()
    })
    expect(claims).toEqual([])

    await test.step('lists the transaction only of the one that has it', async () => {
      const transaction = page.getByRole('term').filter({ hasText: 'Transaction' })
      await page.setViewportSize({ width: 768, height: 860 })
      await page.goto('/operator/withdrawals')
      const table = page.getByRole('table', { name: 'Withdrawals' })
      await expect(table.getByRole('link', { name: /^Withdrawal/ })).toHaveCount(2)
      await expect(table.getByRole('columnheader', { name: 'Transaction' })).toHaveCount(0)
      await expect(transaction).toHaveCount(1)
      await page.setViewportSize({ width: 360, height: 760 })
      await expect(table).toHaveCount(0)
      await expect(transaction).toHaveCount(1)
    })
  } finally {
    await context.close()
    await product.remove()
  }
})
