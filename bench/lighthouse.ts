import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { readOptions, refuseUsage } from '../src/terminal/tool.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { findChromium } from '../tests/browser/support/find-chromium.ts'
import { freePort } from '../tests/support/ports.ts'
import { addConsoleStaff } from '../tests/browser/console/staff-actions.ts'
import { visitAs } from '../tests/browser/support/members.ts'
import { growTeam } from '../tests/browser/support/team.ts'
import { startProduct } from '../tests/support/product.ts'
import { median } from './report.ts'

// `npm run lighthouse`: runs Lighthouse on the visitor pages and the most used member pages, on a
// simulated slow phone and network. Prints the median of three runs (`-- 5` for five), and what
// cost points. `-- 3 /plan /account` checks only some pages. Exits with an error if a target is
// missed.

const VISITORS = ['/', '/plan', '/payplan', '/contact']
/** Documents without scripts, whose main text has to be there within a second. */
const PUBLIC = ['/transparency', '/transparency/boards', '/transparency/solvency', '/status']
const MAX_LCP_MS = 1_000
const MEMBERS = ['/dashboard', '/familytree', '/account']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MIN_SCORES: Record<(typeof CATEGORIES)[number], number> = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
const FIGURES = {
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
}

/** Search engines can't see members' pages. */
const MIN_MEMBER_SCORES = { ...MIN_SCORES, performance: 95, seo: 0 }

const usage = 'Usage: npm run lighthouse [-- RUNS [PATH…]]'
const [count = '3', ...wanted] = readOptions({ usage, options: {}, words: Infinity }).positionals
const runs = Number(count)
if (!(Number.isInteger(runs) && runs > 0)) refuseUsage(`'${count}' is no number of runs.`, usage)
const isWanted = (path: string) => wanted.length === 0 || wanted.includes(path)

async function look(url: string, port: number): Promise<Result> {
  const outcome = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    // Members' pages keep an event stream open, so the network is never idle.
    maxWaitForLoad: 15_000,
    // A first visit except for the session, which is in local storage.
    clearStorageTypes: ['cookies', 'indexeddb', 'service_workers', 'cache_storage'],
  })
  const result = outcome?.lhr
  if (!result || result.runtimeError) {
    throw new Error(`${url} was not measured: ${result?.runtimeError?.message ?? 'no answer'}`)
  }
  return result
}

/** The audits without a full score, with the worst of their runs. */
function faultsOf(results: Result[]): string[] {
  const faults = results.flatMap((result) =>
    CATEGORIES.flatMap((category) =>
      (result.categories[category]?.auditRefs ?? [])
        .filter(({ weight }) => weight > 0)
        .map(({ id }) => result.audits[id])
        .filter((audit) => audit?.score !== null && (audit?.score ?? 1) < 0.9)
        .map((audit) => `${category}: ${audit?.title} (${audit?.displayValue ?? audit?.score})`),
    ),
  )
  return [...new Set(faults)]
}

type Targets = { readonly least: typeof MIN_SCORES; readonly lcpMs?: number }

function report(path: string, results: Result[], { least, lcpMs = Infinity }: Targets): boolean {
  const scores = CATEGORIES.map((category) =>
    median(results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
  )
  const valueOf = (id: string) =>
    median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
  const figures = Object.entries(FIGURES).map(([id, name]) => {
    const value = valueOf(id)
    return `${name} ${name === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`}`
  })
  process.stdout.write(`${path.padEnd(11)} ${scores.join(' / ')}   ${figures.join(', ')}\n`)
  for (const fault of faultsOf(results)) process.stdout.write(`            ${fault}\n`)
  const isFast = valueOf('largest-contentful-paint') <= lcpMs
  return isFast && CATEGORIES.every((category, index) => (scores[index] ?? 0) >= least[category])
}

await buildWeb()
const product = await startProduct()
const port = await freePort()
const context = await chromium.launchPersistentContext('', {
  baseURL: product.url,
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
})

async function lookAt(paths: string[], targets: Targets): Promise<void> {
  for (const path of paths.filter(isWanted)) {
    const results: Result[] = []
    for (let run = 0; run < runs; run++) results.push(await look(product.url + path, port))
    if (!report(path, results, targets)) process.exitCode = 1
  }
}

try {
  process.stdout.write(`${CATEGORIES.join(' / ')}, median of ${runs}\n`)
  await lookAt(VISITORS, { least: MIN_SCORES })
  await lookAt(PUBLIC, { least: MIN_SCORES, lcpMs: MAX_LCP_MS })
  if (MEMBERS.some(isWanted)) {
    const names = ['ana', 'ben', 'cleo', 'dora', 'emil']
    const [ana] = await growTeam(await addConsoleStaff(product), names)
    await visitAs(await context.newPage(), ana, '/favicon.svg')
    await lookAt(MEMBERS, { least: MIN_MEMBER_SCORES })
  }
} finally {
  await context.close()
  await product.remove()
}
