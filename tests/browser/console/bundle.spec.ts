import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expectSpanish, inSpanish } from '../support/inspect/english-left.ts'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { addMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { openConsole } from './staff.ts'

const build = fileURLToPath(new URL('../../../build/', import.meta.url))
/** A library that both apps load on demand, from one file. */
const PASSKEY_LIBRARY = 'WebAuthnError'
const scriptsIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(join(build, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(build, folder, name), 'utf8')]),
  )

test('serves members no code of the console', () => {
  const ours = scriptsIn('console')
  const theirs = scriptsIn('client')
  expect(ours.size).toBeGreaterThan(10)
  expect([...ours.values()].some((text) => text.includes('/api/operator/'))).toBe(true)
  const shared = [...theirs].filter(([name, text]) => {
    return (
      (ours.has(name) && !text.includes(PASSKEY_LIBRARY)) ||
      text.includes('Operator console') ||
      text.includes('Pending withdrawals')
    )
  })
  expect(shared.map(([name]) => name)).toEqual([])
})

const ALERTS = '**/alerts-*.js'

test('shows that a page is loading while its code arrives', LONG, async ({ page, staff }) => {
  await openConsole(page, staff.chief)
  const held = Promise.withResolvers<void>()
  await page.route(ALERTS, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  await expect(page.locator('[data-loading]')).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible()
  await expect(page.locator('[data-loading]')).toHaveCount(0)
})

test(
  'keeps the frame when a page’s code doesn’t load, and loads it again',
  LONG,
  async ({ page, staff }) => {
    await openConsole(page, staff.chief)
    await page.route(ALERTS, (route) => route.abort())
    const link = page.getByRole('link', { name: 'Alerts', exact: true })
    await link.click()
    const missing = page.getByRole('alert').filter({ hasText: 'This page didn’t load.' })
    await expect(missing).toBeVisible()
    await expect(page.getByText('Either there is no connection, or Twofold was')).toBeVisible()
    await expect(link).toBeVisible()
    await expect(page).toHaveTitle('Not loaded · Twofold console')
    expect(await inspectPage(page, { phoneWidth: 360 })).toEqual([])
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(page.getByText(/Check your connection and try again/).first()).toBeVisible()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('es')
    await expect(page.getByText('Language not changed')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
    await page.context().setOffline(false)
    await page.unroute(ALERTS)
    // As without a network, but with a server on this machine.
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(page.getByRole('table', { name: 'Alerts' })).toBeVisible()
  },
)

test(
  'says that there is no connection, and loads what is missing later',
  LONG,
  async ({ page, staff }) => {
    await openConsole(page, staff.chief, '/members')
    const firstLink = page.getByRole('table').getByRole('link').first()
    const username = await firstLink.innerText()
    await firstLink.click()
    await expect(page.getByRole('heading', { name: username, level: 1 })).toBeVisible()
    await page.goto('/operator/members/99999')
    await expect(page.getByText('Member 99999 not found')).toBeVisible()
    await expect(page).toHaveTitle('Not found · Twofold console')
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await expect(firstLink).toBeVisible()
    await page.context().setOffline(true)
    await firstLink.click()
    await expect(page.getByText('We can’t reach Twofold', { exact: false })).toBeVisible()
    await expect(page.getByText(/^Member \d+ didn’t load$/)).toBeVisible()
    expect(await inspectPage(page, { phoneWidth: 360 })).toEqual([])
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: username, level: 1 })).toBeVisible()
    await expect(page.getByText('We can’t reach Twofold', { exact: false })).toHaveCount(0)
  },
)

test('loads again when its first script did not arrive', async ({ page, complaints }) => {
  let left = 2
  await page.route('**/operator/assets/index-*.js', (route) =>
    left-- > 0 ? route.abort('connectionreset') : route.continue(),
  )
  await page.goto('/operator')
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(left).toBeLessThan(0)
  complaints.length = 0
})

test('loads a lost stylesheet again', LONG, async ({ page, complaints }) => {
  let left = 2
  await page.route('**/operator/assets/index-*.css', (route) =>
    left-- > 0 ? route.abort('connectionreset') : route.continue(),
  )
  await page.goto('/operator')
  await page.getByLabel('Username').fill('typed')
  await expect(page.locator('body')).toHaveCSS('margin', '0px')
  expect(left).toBeLessThan(0)
  await expect(page.getByLabel('Username')).toHaveValue('typed')
  complaints.length = 0
})

test('reports a dialog whose code did not arrive', LONG, async ({ page, staff }) => {
  await openConsole(page, staff.chief, '/security')
  await page.route('**/passkey-dialogs-*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Part of this page didn’t load.')).toBeVisible()
  await page.unroute('**/passkey-dialogs-*.js')
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible()
})

test('unfolds a table once its rows are short', LONG, async ({ page, product, staff }) => {
  const [short, long] = ['fitting', `${'W'.repeat(29)}2`]
  for (const name of [short, long]) await addMember(product, name)
  const table = page.getByRole('table', { name: 'Members' })
  const heads = table.getByRole('columnheader')
  const countFor = async (search: string) => {
    const field = page.getByRole('searchbox').or(page.getByLabel('Search')).first()
    await field.fill(search)
    await field.press('Enter')
    await expect(table.getByRole('link', { name: search })).toBeVisible()
    await expect(table.getByRole('link')).toHaveCount(1)
    return await heads.count()
  }
  await openConsole(page, staff.chief, '/members')
  const all = await countFor(short)
  // From a window in which only the short name leaves room for all columns.
  for (let width = 1280; width >= 768; width -= 32) {
    await page.setViewportSize({ width, height: 860 })
    if ((await countFor(long)) < all) break
  }
  expect(await countFor(long)).toBeLessThan(all)
  expect(await countFor(short)).toBe(all)
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-MX' })

  test('says in Spanish that a page didn’t load', LONG, async ({ page, staff }) => {
    await openConsole(page, staff.chief)
    await page.route(ALERTS, (route) => route.abort())
    await page.getByRole('link', { name: inSpanish('Alerts'), exact: true }).click()
    await expect(page.getByText(inSpanish('This page didn’t load.'))).toBeVisible()
    await expectSpanish(page)
    await page.unroute(ALERTS)
    await page.getByRole('button', { name: inSpanish('Load again') }).click()
    await expect(page.getByRole('table', { name: inSpanish('Alerts') })).toBeVisible()
  })
})
