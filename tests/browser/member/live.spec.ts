import type { Page } from '@playwright/test'
import { addMember, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { depositTen } from '../support/team.ts'

const isStream = (url: string) => new URL(url).pathname.startsWith('/api/events')

/** A page's event streams, as it requests them. */
function watchStreams(page: Page): string[] {
  const opened: string[] = []
  page.on('request', (request) => {
    if (isStream(request.url())) opened.push(request.url())
  })
  return opened
}

test('shares one event stream between two tabs', LONG, async ({ context, page, product }) => {
  const member = await addMember(product, 'listener')
  const first = watchStreams(page)
  await visitAs(page, member, '/dashboard')
  await expect.poll(() => first.length).toBe(1)
  const other = await context.newPage()
  const second = watchStreams(other)
  await other.goto(`${product.url}/account`)
  await expect(other.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  await depositTen(product, member)
  await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('$10.00')
  await expect(other.getByRole('main').getByText('$10.00').first()).toBeVisible()
  expect([first.length, second.length]).toEqual([1, 0])
  await page.close()
  await expect.poll(() => second.length).toBe(1)
})

test('shows a changed name in the other tabs', LONG, async ({ context, page, product }) => {
  await visitAs(page, await addMember(product, 'renamed'), '/account')
  const other = await context.newPage()
  await other.goto(`${product.url}/account`)
  await expect(other.getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First Name').fill('Renata')
  await page.getByRole('button', { name: 'Save' }).click()
  // Sooner than the balance is read again.
  await expect(other.getByRole('main').getByText('Renata')).toBeVisible({ timeout: 10_000 })
})

test('reopens a broken stream at its last position', LONG, async ({ context, page, product }) => {
  const member = await addMember(product, 'breaker')
  const streams = watchStreams(page)
  await visitAs(page, member, '/dashboard')
  const wallet = page.getByRole('region', { name: 'Wallet' })
  await expect(wallet).toContainText('$0.00')
  await expect.poll(() => streams.length).toBe(1)
  // Its money event has a position, so there is one to resume from.
  await depositTen(product, member)
  await expect(wallet).toContainText('$10.00')
  await context.setOffline(true)
  const asked = page.waitForRequest((request) => isStream(request.url()))
  await context.setOffline(false)
  expect(await (await asked).headerValue('last-event-id')).toMatch(/^\d+$/)
  await depositTen(product, member)
  await expect(wallet).toContainText('$20.00')
})
