import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { startProduct, type Product } from '../../support/product.ts'
import { asMember } from '../support/api.ts'
import { withDatabase } from '../support/database.ts'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { pressKeyOn } from '../support/keys.ts'
import { addMember, type BrowserMember } from '../support/members.ts'
import { payInBlock } from '../support/pay.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle, watchRequests } from '../support/settle.ts'
import {
  addConsoleStaff,
  ADDRESS,
  approveWithdrawal,
  credit,
  requestPayout,
  type Staff,
} from './staff-actions.ts'
import { asOperator, openBeside, openConsole } from './staff.ts'

// What happens to a withdrawal, the session, or the network while an operator pays it from another
// wallet.

const OTHER = addressOfKey(newPrivateKey())
const NO_KEY = { PAYOUT_KEY: 'offline', DEVNET_BLOCK_MS: '100' }

const MINUTE_MS = 60_000
/** How often the page of an open withdrawal reloads it. */
const REFRESH_MS = 10_000

type World = {
  product: Product
  staff: Staff
  page: Page
  open: Locator
  dialog: Locator
  hash: Locator
  paying: Locator
  /** Opens the page of another approved withdrawal. @returns its number */
  next(): Promise<string>
}

async function openWorld(product: Product, page: Page): Promise<World> {
  const staff = await addConsoleStaff(product)
  const member = await addMember(product, 'late-outsider')
  await credit(staff, [member], '100')
  await openConsole(page, staff.finance)
  let asked = 0
  const dialog = page.getByRole('dialog', { name: 'Record a payout from another wallet' })
  return {
    product,
    staff,
    page,
    open: page.getByRole('button', { name: 'Record as sent' }),
    dialog,
    hash: dialog.getByLabel('Transaction ID'),
    paying: dialog.getByText('$9.50, about 38 TRX now'),
    async next() {
      await ask(product, staff, member, (asked += 1))
      await approveWithdrawal(staff, 'late-outsider')
      await page.goto(`/operator/withdrawals/${asked}`)
      return String(asked)
    },
  }
}

async function ask(product: Product, staff: Staff, member: BrowserMember, no: number) {
  if (no === 1) return await requestPayout(staff, member, '10.00')
  const body = { amount: '10.00', payment_method: 'trx' }
  return await asMember(product, member, 'POST', '/api/rewards/withdrawals/', body)
}

const payIt = ({ product }: World) =>
  payInBlock(product, { address: ADDRESS, asset: 'TRX', amount: '38' })

test('says what happened to a withdrawal while it was open', LONG, async ({ browser }) => {
  const product = await startProduct({ env: NO_KEY })
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  watchRequests(page)
  try {
    const world = await openWorld(product, page)
    await page.clock.install()
    await test.step('needs another approval', () => losesItsApproval(world))
    await test.step('was claimed before that approval', () => isApprovedAfterward(world))
    await test.step('was paid by another operator', () => isPaidByAnother(world))
    await test.step('was paid by a payout that we gave up on', () => isPaidLate(world))
    await test.step('may have changed while the computer slept', () => sleeps(world))
    await test.step('is open in two windows', () => hasTwoWindows(world))
    await test.step('must not be paid anymore', () => isStopped(world))
  } finally {
    await context.close()
    await product.remove()
  }
})

test('loses nothing that an operator typed or sent', LONG, async ({ browser }) => {
  const product = await startProduct({ env: NO_KEY })
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  watchRequests(page)
  try {
    const world = await openWorld(product, page)
    await test.step('clicked the button twice', () => clicksTwice(world))
    await test.step('got no answer', () => getsNoAnswer(world))
    await test.step('has to sign in again', () => signsInAgain(world))
  } finally {
    await context.close()
    await product.remove()
  }
})

async function losesItsApproval(world: World): Promise<void> {
  const { page, open, dialog, hash, paying } = world
  const id = await world.next()
  await pressKeyOn(page, open)
  await expect(paying).toBeVisible()
  const txid = await payIt(world)
  await hash.fill(txid)
  await endApproval(world, id)
  await page.clock.fastForward(REFRESH_MS)
  await expect(dialog.getByText('This needs another approval first.')).toBeVisible()
  await expect(paying).toHaveCount(0)
  await expect(hash).toHaveValue(txid)
  await settle(page)
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
  const queue = await openQueue(world, id)
  await expect(queue.getByText('Another operator is working on this.')).toBeVisible()
  await expect(queue.getByRole('button', { name: 'Reject', exact: true })).toBeDisabled()
  await queue.getByRole('button', { name: 'Approve', exact: true }).click()
  await queue.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(queue.getByText('Approved. The payout is queued.')).toBeVisible()
  await queue.context().close()
  await page.clock.fastForward(REFRESH_MS)
  await expect(paying).toBeVisible()
  await hash.press('Enter')
  await expect(page.getByText('Recorded as sent.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(open).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Sent|Confirmed/)
}

/** Withdraws an approval, as a new password of the operator who gave it does. */
async function endApproval({ product, staff }: World, id: string): Promise<void> {
  const by = { ended_by: 'chief', request_id: 'x', reason: 'A lost phone.' }
  await withDatabase(product, (db) =>
    db
      .insertInto('approval_endings')
      .values({ operator: 'finance', ...by })
      .execute(),
  )
  const chief = await asOperator(staff.chief)
  await expect
    .poll(async () => await chief('GET', `withdrawals/${id}/`))
    .toMatchObject({ stage: 'pending' })
}

/** The approval ends the claim, which was made while the withdrawal was pending. */
async function isApprovedAfterward(world: World): Promise<void> {
  const { product, staff, page, open, dialog, paying } = world
  const id = await world.next()
  await open.click()
  await expect(paying).toBeVisible()
  await endApproval(world, id)
  // The computer slept, and the claim expired.
  await withDatabase(product, (db) =>
    db
      .updateTable('operator_claims')
      .set({ ends_at: new Date(0) })
      .where('item', '=', BigInt(id))
      .execute(),
  )
  const claimed = page.waitForResponse((answer) => answer.url().endsWith(`/${id}/claim/`))
  await page.clock.fastForward(11 * MINUTE_MS)
  await claimed
  await expect(dialog.getByText('This needs another approval first.')).toBeVisible()
  const finance = await asOperator(staff.finance)
  await finance('POST', `withdrawals/${id}/approve/`)
  await page.clock.fastForward(REFRESH_MS)
  await expect(paying).toBeVisible()
  expect(await finance('GET', `withdrawals/${id}/`)).toMatchObject({
    claim: { operator: 'finance', to_pay: true },
  })
}

/** The queue of another operator, with one withdrawal. */
async function openQueue({ page, staff }: World, id: string): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  return await openBeside(browser, staff.second, `/queue/withdrawals?item=${id}`)
}

async function isPaidByAnother(world: World): Promise<void> {
  const { staff, page, open, dialog, hash, paying } = world
  const id = await world.next()
  await pressKeyOn(page, open)
  await expect(paying).toBeVisible()
  await hash.fill('ab'.repeat(32))
  const txid = await payIt(world)
  const other = await asOperator(staff.second)
  await other('POST', `withdrawals/${id}/sent/`, { transaction_hash: txid })
  await page.clock.fastForward(REFRESH_MS)
  await expect(dialog.getByText('This is paid by a transaction.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: txid })).toBeVisible()
  await expect(paying).toHaveCount(0)
  await settle(page)
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(open).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Sent|Confirmed/)
}

async function isPaidLate(world: World): Promise<void> {
  const { product, page, open, dialog, hash, paying } = world
  const id = await world.next()
  const txid = await payIt(world)
  const block = { network: 'devnet', block_number: 1n, block_at: new Date() }
  const paid = { asset: 1, units: 38_000_000n, from_address: OTHER, to_address: ADDRESS }
  await withDatabase(product, async (db) => {
    await db
      .insertInto('payouts')
      .values({ withdrawal_no: Number(id), attempt: 1, ...paid, txid, state: 'expired' })
      .execute()
    await db
      .insertInto('chain_transactions')
      .values({ txid, ...block, kind: 'transfer', fee_sun: 0n, result: 'SUCCESS' })
      .execute()
  })
  const claims: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/${id}/claim/`)) claims.push(request.url())
  })
  await page.reload()
  await pressKeyOn(page, open)
  await expect(dialog.getByText('so the member has the coins. Don’t pay this.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: txid })).toBeVisible()
  await expect(hash).toBeVisible()
  await expect(paying).toHaveCount(0)
  await settle(page)
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
  expect(claims).toEqual([])
}

async function sleeps(world: World): Promise<void> {
  const { page, open, dialog, paying } = world
  const id = await world.next()
  await pressKeyOn(page, open)
  await expect(paying).toBeVisible()
  const answered = Promise.withResolvers<void>()
  await page.route(`**/queues/withdrawals/${id}/claim/`, async (route) => {
    await answered.promise
    await route.fallback()
  })
  await page.clock.fastForward(11 * MINUTE_MS)
  await expect(dialog.getByText('Don’t send the coins yet.')).toBeVisible()
  await expect(paying).toHaveCount(0)
  answered.resolve()
  await expect(paying).toBeVisible()
}

async function hasTwoWindows({ page, next }: World): Promise<void> {
  const id = await next()
  const windows = [page, await page.context().newPage()].map((each) => ({
    each,
    open: each.getByRole('button', { name: 'Record as sent' }),
    paying: each.getByText('$9.50, about 38 TRX now'),
    elsewhere: each.getByText(/^You’ve claimed this in another window, until \w{3} \d+/),
    here: each.getByRole('button', { name: 'Pay it here' }),
  }))
  const [first, second] = windows
  if (!first || !second) throw new Error('There are two windows.')
  watchRequests(second.each)
  await first.open.click()
  await expect(first.paying).toBeVisible()
  await second.each.goto(`/operator/withdrawals/${id}`)
  await second.open.click()
  await expect(second.elsewhere).toBeVisible()
  await expect(second.paying).toHaveCount(0)
  await settle(second.each)
  expect(await inspectPage(second.each, { phoneWidth: 320 })).toEqual([])
  await pressKeyOn(second.each, second.here)
  await expect(second.paying).toBeVisible()
  await expect(second.each.getByRole('dialog').getByRole('status')).toBeFocused()
  await page.clock.fastForward(MINUTE_MS)
  await expect(first.elsewhere).toBeVisible()
  await expect(first.paying).toHaveCount(0)

  // A reload, then a request that never arrives, and then a lost answer.
  await second.each.reload()
  await second.open.click()
  await expect(second.elsewhere).toBeVisible()
  const url = `**/queues/withdrawals/${id}/claim/`
  await second.each.route(url, (route) => route.abort())
  const failed = second.each.waitForEvent('requestfailed')
  await second.here.click()
  await failed
  await second.each.unroute(url)
  await expect(second.elsewhere).toBeVisible()
  await second.each.route(url, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const lost = second.each.waitForEvent('requestfailed')
  await second.here.click()
  await lost
  await second.each.unroute(url)
  await page.clock.fastForward(MINUTE_MS)
  await expect(second.paying).toBeVisible()
  await second.each.close()
}

async function clicksTwice(world: World): Promise<void> {
  const { page, open, dialog, paying } = world
  await world.next()
  await open.dblclick()
  await expect(paying).toBeVisible()
  // A click beside the dialog closes it.
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()
}

async function signsInAgain(world: World): Promise<void> {
  const { product, staff, page, open, dialog, hash } = world
  await world.next()
  await open.click()
  const txid = await payIt(world)
  await hash.fill(txid)
  await withDatabase(product, (db) =>
    db
      .updateTable('operator_sessions')
      .set({ ended_at: new Date() })
      .where('operator', '=', 'finance')
      .execute(),
  )
  await hash.press('Enter')
  await page.getByLabel('Username').fill('finance')
  await page.getByLabel('Password', { exact: true }).fill(staff.finance.password)
  await page.keyboard.press('Enter')
  await open.click()
  await expect(hash).toHaveValue(txid)
  await hash.press('Enter')
  await expect(page.getByText('Recorded as sent.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
}

async function getsNoAnswer(world: World): Promise<void> {
  const { page, open, dialog, hash } = world
  await world.next()
  await open.click()
  const txid = await payIt(world)
  await hash.fill(txid)
  await page.route('**/sent/', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await hash.press('Enter')
  await expect(page.getByText('We couldn’t confirm this went through.')).toBeVisible()
  await expect(dialog.getByText('This is paid by a transaction.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: txid })).toBeVisible()
  await page.unroute('**/sent/')
}

const Payee = z.object({ member_id: z.string() })

async function isStopped(world: World): Promise<void> {
  const { product, staff, page, open, dialog, paying } = world
  const id = await world.next()
  await pressKeyOn(page, open)
  await expect(paying).toBeVisible()
  const chief = await asOperator(staff.chief)
  const { member_id: no } = Payee.parse(await chief('GET', `withdrawals/${id}/`))
  await chief('POST', `members/${no}/suspend/`, { reason: 'A letter from a bank.' })
  await page.clock.fastForward(REFRESH_MS)
  await expect(dialog.getByText('Reinstate them before you pay this.')).toBeVisible()
  await expect(paying).toHaveCount(0)
  const renewed = page.waitForResponse((answer) => answer.url().endsWith(`/${id}/claim/`))
  await page.clock.fastForward(MINUTE_MS)
  expect((await renewed).ok()).toBe(true)
  const pause = { reason: 'history_lost' as const, detail: 'Commands are missing.' }
  await withDatabase(product, (db) => db.insertInto('payout_pauses').values(pause).execute())
  await page.clock.fastForward(REFRESH_MS)
  await expect(dialog.getByText('We may have paid this already')).toBeVisible()
  await settle(page)
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
}
