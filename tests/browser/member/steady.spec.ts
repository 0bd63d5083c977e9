import type { Browser } from '@playwright/test'
import { z } from 'zod'
import { isLong } from '../../support/scale.ts'
import { until } from '../../support/poll.ts'
import { asOperator, openConsole } from '../console/staff.ts'
import type { Staff } from '../console/staff-actions.ts'
import { addMember, visitAs, type BrowserMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { watchRequests } from '../support/settle.ts'
import { loadSlowly, type SlowLoad } from '../support/slow-load.ts'
import { depositTen } from '../support/team.ts'

// On a slow phone and on a slow desktop, nothing shifts that a page has already shown. The long run
// loads every route of both apps, the short one those with the most parts.

const MAX_SHIFT = 0.02
const SIZES = { phone: { width: 412, height: 823 }, desktop: { width: 1280, height: 800 } }
type Size = keyof typeof SIZES
const ALL_SIZES: Size[] = ['phone', 'desktop']

const OF_MEMBERS = [
  '/dashboard',
  '/mytree',
  '/familytree',
  '/familytree?view=outline',
  '/familytree?view=table',
  '/familytree?view=overview',
  '/account',
  '/referrals',
  '/earnings',
  '/statements',
  '/activity',
  // Signed-in members are redirected to the dashboard.
  '/login',
]
const OF_VISITORS = [
  '/',
  '/plan',
  '/payplan',
  '/contact',
  '/terms',
  '/login',
  '/register?ref=TWOFOLD',
  '/welcome',
  '/verify-email',
  '/reset-password/x',
  '/no/such/page',
]
const OF_CONSOLE = [
  '',
  '/queue/withdrawals',
  '/queue/deposits',
  '/queue/messages',
  '/queue/approvals',
  '/members',
  '/deposits',
  '/withdrawals',
  '/payouts',
  '/profiles',
  '/journals',
  '/adjustments',
  '/catalogs',
  '/system',
  '/alerts',
  '/audit',
  '/readiness',
  '/operators',
  '/security',
]

type Visit = { path: string; size: Size; baseURL: string; member?: BrowserMember }

/** A first visit: nothing is cached. */
async function visit(browser: Browser, { path, size, baseURL, member }: Visit): Promise<SlowLoad> {
  const context = await browser.newContext({
    baseURL,
    viewport: SIZES[size],
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  watchRequests(page)
  if (member) await visitAs(page, member, '/favicon.svg')
  const load = await loadSlowly(page, path)
  await context.close()
  const { shift, largestPaintMs, requests } = load
  const figures = `shift ${shift.toFixed(3)}, largest paint ${Math.round(largestPaintMs)} ms`
  process.stdout.write(`    ${size} ${path}: ${figures}, ${requests.length} requests\n`)
  return load
}

const tooMuch = (path: string, { shift, moved }: SlowLoad): string[] =>
  shift > MAX_SHIFT ? [`${path} moves by ${shift.toFixed(3)}: ${moved[0]}`] : []

test('doesn’t shift member pages while they load', LONG, async ({ browser, product, team }) => {
  test.setTimeout(600_000)
  const rounds: [string, Size][] = isLong
    ? OF_MEMBERS.flatMap((path) => ALL_SIZES.map((size): [string, Size] => [path, size]))
    : [['/dashboard', 'phone']]
  for (const [path, size] of rounds) {
    const load = await visit(browser, { path, size, baseURL: product.url, member: team[0] })
    expect.soft(tooMuch(path, load), `${path} on a ${size}`).toEqual([])
    // A desktop shows the earnings right away.
    const most = size === 'phone' ? 15 : 16
    if (path === '/dashboard')
      expect.soft(load.requests.length, load.requests.join('\n')).toBeLessThanOrEqual(most)
  }
})

test('doesn’t shift visitor pages while they load', LONG, async ({ browser, product }) => {
  test.setTimeout(600_000)
  for (const path of isLong ? OF_VISITORS : ['/login']) {
    for (const size of isLong ? ALL_SIZES : (['phone'] as const)) {
      const load = await visit(browser, { path, size, baseURL: product.url })
      expect.soft(tooMuch(path, load), `${path} on a ${size}`).toEqual([])
    }
  }
})

test(
  'reserves the place of a new member’s first steps from the second visit',
  LONG,
  async ({ page, product }) => {
    await page.setViewportSize(SIZES.phone)
    await visitAs(page, await addMember(product, 'steady'), '/dashboard')
    await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
    expect(tooMuch('/dashboard', await loadSlowly(page, '/dashboard'))).toEqual([])
  },
)

test('reserves the place of deposits from the second visit', LONG, async ({ page, product }) => {
  await page.setViewportSize(SIZES.desktop)
  const member = await addMember(product, 'depositing')
  for (let count = 0; count < 3; count++) await depositTen(product, member)
  await visitAs(page, member, '/account')
  const history = page.getByRole('region', { name: 'Transaction history' })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  expect(tooMuch('/account', await loadSlowly(page, '/account'))).toEqual([])
})

/** After an import, the overview has a table with more columns than fit beside the others. */
async function importMember({ chief, second }: Staff): Promise<void> {
  const [propose, approve] = await Promise.all([asOperator(chief), asOperator(second)])
  const content = 'username,email,plans\nsteadily,steadily@example.org,BR\n'
  const body = { name: 'steady.csv', content: Buffer.from(content).toString('base64') }
  const { id } = z.object({ id: z.string() }).parse(await propose('POST', 'member-imports/', body))
  await approve('POST', `member-imports/${id}/approve/`)
  const found = z.object({ state: z.string() })
  await until('the import to end', async () => {
    return found.parse(await propose('GET', `member-imports/${id}/`)).state === 'finished'
  })
}

test('doesn’t shift the console while it loads', LONG, async ({ browser, product, staff }) => {
  test.setTimeout(600_000)
  await importMember(staff)
  for (const size of isLong ? ALL_SIZES : (['desktop'] as const)) {
    for (const path of isLong ? OF_CONSOLE : ['']) {
      const context = await browser.newContext({ baseURL: product.url, viewport: SIZES[size] })
      const page = await context.newPage()
      watchRequests(page)
      await openConsole(page, staff.chief, '/security')
      const load = await loadSlowly(page, `/operator${path}`)
      await context.close()
      process.stdout.write(`    ${size} /operator${path}: shift ${load.shift.toFixed(3)}\n`)
      expect.soft(tooMuch(path, load), `/operator${path} on a ${size}`).toEqual([])
    }
  }
})
