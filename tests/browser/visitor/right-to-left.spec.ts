import type { Page } from '@playwright/test'
import { openConsole } from '../console/staff.ts'
import { FUNDING_REASON } from '../console/staff-actions.ts'
import { withDatabase } from '../support/database.ts'
import { findCramped } from '../support/inspect/find-cramped.ts'
import { visitAs } from '../support/members.ts'
import type { Product } from '../../support/product.ts'
import { isLong } from '../../support/scale.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { findUnmarked, speakPseudo } from '../support/pseudo-language.ts'
import { settle } from '../support/settle.ts'

// Both apps in a right-to-left language with longer texts: nothing is wider than its window,
// nothing is cut off, and every text is in a catalog.

// The policy allows inline scripts by their hashes, so we inject the language in transit.
test.use({ bypassCSP: true, serviceWorkers: 'block' })

const VISITORS = ['/', '/plan', '/payplan', '/contact', '/faq', '/terms', '/login', '/register']
const MEMBERS = [
  '/dashboard',
  '/mytree',
  '/familytree',
  '/account',
  '/referrals',
  '/earnings',
  '/statements',
  '/activity',
]
const CONSOLE = [
  '',
  '/members',
  '/queue/withdrawals',
  '/deposits',
  '/journals',
  '/catalogs',
  '/operators',
  '/webhooks',
  '/api-keys',
  '/readiness',
  '/system',
  '/audit',
  '/alerts',
  '/security',
]

/** Audit log actions, evidence, and alert names come in English from the server. */
const SERVER_ENGLISH = ['/operator', '/operator/audit', '/operator/readiness', '/operator/alerts']
/** The open withdrawal there, with its address, is left over from other tests. */
const HAS_DATA = ['/operator/queue/withdrawals']
const UNREAD = new Set([...SERVER_ENGLISH, ...HAS_DATA])

/** Pages share their parts, so every third page shows most of them. The long run visits each. */
const someOf = (paths: readonly string[]): readonly string[] =>
  paths.filter((_, no) => isLong || no % 3 === 0)

/** The page's faults as it is, at three widths. */
async function findFaults(page: Page, known: readonly string[]): Promise<string[]> {
  await settle(page)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  // The first page's texts arrive a moment after the direction.
  await expect(page.locator('body')).toContainText(/[א-ת]{3}/)
  const path = new URL(page.url()).pathname
  const texts = UNREAD.has(path) ? [] : await findUnmarked(page, known)
  const found = texts.map((text) => `${path}: not in a catalog: ${text}`)
  for (const width of [1280, 360, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const wide = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return document.documentElement.scrollWidth - window.innerWidth
    })
    if (wide > 0) found.push(`${path}: ${wide} px too wide at ${width} px`)
    if (width === 360) {
      const cramped = await findCramped(page, '')
      found.push(...cramped.map((text) => `${path}: ${text} at ${width} px`))
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  return found
}

test.beforeEach(async ({ context }) => await speakPseudo(context))

test('lays out visitor pages from right to left', LONG, async ({ page }) => {
  const found: string[] = []
  for (const path of someOf(VISITORS)) {
    await page.goto(path)
    found.push(...(await findFaults(page, [])))
  }
  expect(found).toEqual([])
})

/** Usernames of all members that other tests left behind. */
const usernames = (product: Product): Promise<string[]> =>
  withDatabase(product, async (db) => {
    const rows = await db.selectFrom('identities').select('username').execute()
    return rows.map(({ username }) => username)
  })

test('lays out member pages from right to left', LONG, async ({ page, product, team }) => {
  const found: string[] = []
  for (const path of someOf(MEMBERS)) {
    await (path === MEMBERS[0] ? visitAs(page, team[0], path) : page.goto(path))
    found.push(...(await findFaults(page, [...(await usernames(product)), FUNDING_REASON])))
  }
  expect(found).toEqual([])
})

test('lays out the console from right to left', LONG, async ({ page, product, staff }) => {
  const operators = Object.values(staff).map(({ username }) => username)
  const accounts = [...(await usernames(product)), ...operators]
  const names = ['operator', 'twofold', 'admin', ...accounts]
  await openConsole(page, staff.chief)
  const found: string[] = []
  for (const path of someOf(CONSOLE)) {
    await page.goto(`/operator${path}`)
    found.push(...(await findFaults(page, names)))
  }
  expect(found).toEqual([])
})
