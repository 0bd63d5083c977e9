import { mkdir, readdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { readOptions } from '../../src/terminal/tool.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { startProduct, type Product } from '../support/product.ts'
import { furnishConsole } from './console/furnish.ts'
import { addConsoleStaff, type Staff } from './console/staff-actions.ts'
import { findChromium } from './support/find-chromium.ts'
import { visitAs, type BrowserMember } from './support/members.ts'
import { settle, watchRequests } from './support/settle.ts'
import { openConsole } from './console/staff.ts'
import { requireFirstProfile, growTeam } from './support/team.ts'

// Pictures of every route and every console page at three widths in both themes, from the running
// product:
//
//   node tests/browser/take-screens.ts            small JPEGs into test-results/screens
//   node tests/browser/take-screens.ts <folder>   exact PNGs, to look at while working
//
// With `--console`, leaves out the members' pages and keeps their pictures. With `--members`, the
// same for the console.
//
// They are for readers. No test compares them.

const { values, positionals } = readOptions({
  usage: 'Usage: npm run screens [-- FOLDER] [--console | --members]',
  words: 1,
  options: {
    console: { type: 'boolean', default: false },
    members: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
const { console: consoleOnly, members: membersOnly } = values
const docs = fileURLToPath(new URL('../../test-results/screens/', import.meta.url))
const target = folder === undefined ? docs : `${folder}/`
const QUALITY = 50
const WIDTHS = [360, 768, 1280]
const THEMES = ['dark', 'light'] as const

const FORMS = ['/login', '/register', '/reset-password/x', '/not-me/x']
const ENTRY = [...FORMS, '/welcome', '/verify-email']
const VISITOR = [
  '/',
  '/plan',
  '/payplan',
  '/contact',
  '/faq',
  ...ENTRY,
  '/terms',
  '/privacy',
  '/404',
]
const ROOMS = ['/earnings', '/activity', '/statements', '/proofs']
const MEMBER = ['/dashboard', '/mytree', '/account', '/referrals', ...ROOMS]
const TREES = ['', '&view=outline', '&view=table', '&view=overview']
const DIALOGS = ['/dashboard?deposit=new']

const CONSOLE_WIDTHS = [360, 768, 1280]
const CONSOLE_LOOKS = CONSOLE_WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))

/** A picture's name, from its page's path. Console pictures have their own folder. */
function nameOf(path: string): string {
  const [, console, rest = path] = /^(\/operator)(.*)$/.exec(path) ?? []
  const lasting = rest.replace(/\?profile=[^&]*/, '')
  const name = lasting.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')
  return console ? `operator/${name || 'overview'}` : name || 'home'
}

function unstick(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('nav.fixed')) {
    bar.style.position = 'static'
  }
}

/** Some parts load when they come into view. */
async function showAll(page: Page): Promise<void> {
  const { screens, height } = await page.evaluate(() => ({
    screens: Math.ceil(document.body.scrollHeight / window.innerHeight),
    height: window.innerHeight,
  }))
  for (let screen = 1; screen < screens; screen++) {
    await page.evaluate((top) => window.scrollTo(0, top), screen * height)
    await settle(page)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
}

async function keep(page: Page, path: string, label: string, fullPage: boolean): Promise<void> {
  await settle(page)
  if (fullPage) await showAll(page)
  await page.evaluate(() => document.fonts.ready)
  // A full-page picture has no lower screen edge: the bar appears at the end.
  if (fullPage) await page.evaluate(unstick)
  const file = `${target}${nameOf(path)}-${label}`
  // A dialog that is still appearing lets the page shine through.
  const shared = { fullPage, animations: 'disabled' } as const
  if (folder !== undefined) await page.screenshot({ ...shared, path: `${file}.png` })
  else await page.screenshot({ ...shared, path: `${file}.jpeg`, type: 'jpeg', quality: QUALITY })
}

async function shoot(page: Page, path: string, label: string, fullPage: boolean): Promise<void> {
  await page.goto(path)
  await keep(page, path, label, fullPage)
}

async function shootAll(browser: Browser, product: Product, member: BrowserMember): Promise<void> {
  const { url: baseURL } = product
  // The profile with a downline, because one after an upgrade has none yet.
  const tree = `/familytree?profile=${await requireFirstProfile(product, member)}`
  const paths = [...MEMBER, ...TREES.map((view) => tree + view)]
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      const viewport = { width, height: width < 700 ? 760 : 860 }
      const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce' })
      const page = await context.newPage()
      watchRequests(page)
      await page.addInitScript((choice) => localStorage.setItem('theme', choice), theme)
      for (const path of VISITOR) await shoot(page, path, `${width}-${theme}`, true)
      await visitAs(page, member, '/dashboard')
      for (const path of paths) await shoot(page, path, `${width}-${theme}`, true)
      for (const path of DIALOGS) await shoot(page, path, `${width}-${theme}`, false)
      await context.close()
    }
  }
}

/** Each page of the console. The docs have it in one theme per width, which is enough there. */
async function shootConsole(browser: Browser, staff: Staff, paths: string[]): Promise<void> {
  for (const { width, theme } of CONSOLE_LOOKS) {
    const isForDocs = width !== 768 && width < 700 === (theme === 'dark')
    if (folder === undefined && !isForDocs) continue
    const label = `${width}-${theme}`
    const viewport = { width, height: width < 700 ? 844 : 860 }
    const { url: baseURL } = staff.chief.product
    const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce' })
    const page = await context.newPage()
    watchRequests(page)
    await page.addInitScript((choice) => localStorage.setItem('theme', choice), theme)
    await page.goto('/operator')
    await keep(page, '/operator/sign-in', label, true)
    await openConsole(page, staff.chief)
    for (const path of paths) await shoot(page, `/operator${path}`, label, true)
    await page.goto('/operator/queue/withdrawals')
    await page.getByRole('button', { name: 'cleo' }).first().click()
    await page.getByRole('button', { name: 'Reject' }).click()
    await keep(page, '/operator/queue-reject', label, false)
    await context.close()
  }
}

/** The one picture that the README shows. */
async function shootCover(browser: Browser, baseURL: string, member: BrowserMember): Promise<void> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  watchRequests(page)
  await visitAs(page, member, '/dashboard')
  await settle(page)
  await page.screenshot({ path: `${target}dashboard.png` })
  await context.close()
}

await buildWeb()
await mkdir(target, { recursive: true })
for (const name of await readdir(target)) {
  const isConsole = name === 'operator'
  if (isConsole ? membersOnly : consoleOnly) continue
  await rm(`${target}${name}`, { recursive: true, force: true })
}
const product = await startProduct({ env: { DEVNET_BLOCK_MS: '150' } })
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
})
try {
  const staff = await addConsoleStaff(product)
  const team = await growTeam(staff, ['ana', 'ben', 'cleo', 'dora', 'emil', 'fay', 'gus'])
  const [ana] = team
  if (ana && !consoleOnly) {
    await shootAll(browser, product, ana)
    await shootCover(browser, product.url, ana)
  }
  // Last, so that its queue items appear on no member's picture.
  if (!membersOnly) {
    await shootConsole(browser, staff, await furnishConsole(staff, team.slice(1, 5)))
  }
} finally {
  await browser.close()
  await product.remove()
}
