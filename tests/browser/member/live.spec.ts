import type { Page } from '@playwright/test'
import { addMember, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { depositTen } from '../support/team.ts'

const isStream = (url: string) => new URL(url).pathname.startsWith('/api/events')

/** The streams of events that a page opens, as they are asked for. */
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

test('reopens a broken stream at its last position', LONG, async ({ context, page, product }) => {
  const member = await addMember(product, 'breaker')
  const streams = watchStreams(page)
  await visitAs(page, member, '/dashboard')
  const wallet = page.getByRole('region', { name: 'Wallet' })
  await expect(wallet).toContainText('$0.00')
  await expect.poll(() => streams.length).toBe(1)
  // What it says of the money carries a place: so there is one to come back to.
  await depositTen(product, member)
  await expect(wallet).toContainText('$10.00')
  await context.setOffline(true)
  const asked = page.waitForRequest((request) => isStream(request.url()))
  await context.setOffline(false)
  expect(await (await asked).headerValue('last-event-id')).toMatch(/^\d+$/)
  await depositTen(product, member)
  await expect(wallet).toContainText('$20.00')
})
