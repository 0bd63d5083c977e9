import { chromium } from '@playwright/test'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { readOptions, refuseUsage } from '../src/terminal/tool.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { findChromium } from '../tests/browser/support/find-chromium.ts'
import { freePort } from '../tests/support/ports.ts'
import { addConsoleStaff } from '../tests/browser/console/staff-actions.ts'
import { visitAs } from '../tests/browser/support/members.ts'
import { growTeam } from '../tests/browser/support/team.ts'
import { startProduct } from '../tests/support/product.ts'
import { median } from './report.ts'

// `npm run lighthouse`: runs Lighthouse on the visitor pages and the most used member pages, as a
// phone with a quarter of the processor. Prints the median of three runs (`-- 5` for five), and
// what cost points. `-- 3 /plan /account` checks only some pages. Exits with an error if a target
// is missed.
//
// The scores are of Lighthouse's simulation of a slow network, which estimates that all scripts
// delay a text that was painted without them. So the largest paint is also measured on networks
// that really are slow.

const VISITORS = ['/', '/plan', '/payplan', '/contact']
/** Documents without scripts, whose main text has to be there within a second. */
const PUBLIC = ['/transparency', '/transparency/boards', '/transparency/solvency', '/status']
const MEMBERS = ['/dashboard', '/familytree', '/account']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MIN_SCORES: Record<(typeof CATEGORIES)[number], number> = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
const LARGEST = 'largest-contentful-paint'
const FIGURES = {
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
}

/** Search engines can't see members' pages. */
const MIN_MEMBER_SCORES = { ...MIN_SCORES, performance: 95, seo: 0 }

/** As the browser's own tools slow a network down: for each request, and in kbit/s. */
const NETWORKS = {
  'slow 4G': { requestLatencyMs: 562.5, downloadThroughputKbps: 1_474.56 },
  '9 Mbit/s': { requestLatencyMs: 375, downloadThroughputKbps: 8_294.4 },
} as const
type Network = keyof typeof NETWORKS
const networks = Object.keys(NETWORKS) as Network[]

const usage = 'Usage: npm run lighthouse [-- RUNS [PATH…]]'
const [count = '3', ...wanted] = readOptions({ usage, options: {}, words: Infinity }).positionals
const runs = Number(count)
if (!(Number.isInteger(runs) && runs > 0)) refuseUsage(`'${count}' is no number of runs.`, usage)
const isWanted = (path: string) => wanted.length === 0 || wanted.includes(path)

async function look(url: string, flags: Flags): Promise<Result> {
  const outcome = await lighthouse(url, {
    ...flags,
    port,
    logLevel: 'error',
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

const medianOf = (results: readonly Result[], id: string) =>
  median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))

async function lookOften(url: string, flags: Flags): Promise<Result[]> {
  const results: Result[] = []
  for (let run = 0; run < runs; run++) results.push(await look(url, flags))
  return results
}

/** Milliseconds until the largest paint on each network. */
async function paintOf(url: string) {
  const paints: Record<Network, number> = { 'slow 4G': 0, '9 Mbit/s': 0 }
  for (const network of networks) {
    const results = await lookOften(url, {
      onlyCategories: ['performance'],
      throttlingMethod: 'devtools',
      throttling: { ...NETWORKS[network], uploadThroughputKbps: 675, cpuSlowdownMultiplier: 4 },
    })
    paints[network] = medianOf(results, LARGEST)
  }
  return paints
}

type Targets = {
  readonly least: typeof MIN_SCORES
  /** For the largest paint, as Lighthouse estimates it and as measured. */
  readonly mostMs: Partial<Record<'estimated' | Network, number>>
}

/** Prints the scores and what costs points. Returns whether all scores are high enough. */
function report(path: string, results: Result[], least: Targets['least']): boolean {
  const scores = CATEGORIES.map((category) =>
    median(results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
  )
  const figures = Object.entries(FIGURES).map(([id, name]) => {
    const value = medianOf(results, id)
    return `${name} ${name === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`}`
  })
  process.stdout.write(`${path.padEnd(11)} ${scores.join(' / ')}   ${figures.join(', ')}\n`)
  for (const fault of faultsOf(results)) process.stdout.write(`            ${fault}\n`)
  return CATEGORIES.every((category, index) => (scores[index] ?? 0) >= least[category])
}

await buildWeb()
const product = await startProduct()
const port = await freePort()
const context = await chromium.launchPersistentContext('', {
  baseURL: product.url,
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
})

async function lookAt(paths: string[], { least, mostMs }: Targets): Promise<void> {
  for (const path of paths.filter(isWanted)) {
    const url = product.url + path
    const results = await lookOften(url, { onlyCategories: [...CATEGORIES] })
    if (!report(path, results, least)) process.exitCode = 1
    const paints = { estimated: medianOf(results, LARGEST), ...(await paintOf(url)) }
    for (const [network, limitMs] of Object.entries(mostMs)) {
      if (paints[network as keyof typeof paints] > limitMs) process.exitCode = 1
    }
    const texts = Object.entries(paints).map(([network, ms]) => `${network} ${Math.round(ms)} ms`)
    process.stdout.write(`            largest paint: ${texts.join(', ')}\n`)
  }
}

try {
  process.stdout.write(`${CATEGORIES.join(' / ')}, median of ${runs}\n`)
  await lookAt(VISITORS, { least: MIN_SCORES, mostMs: { 'slow 4G': 1_800, '9 Mbit/s': 1_800 } })
  await lookAt(PUBLIC, { least: MIN_SCORES, mostMs: { estimated: 1_000 } })
  if (MEMBERS.some(isWanted)) {
    const names = ['ana', 'ben', 'cleo', 'dora', 'emil']
    const [ana] = await growTeam(await addConsoleStaff(product), names)
    await visitAs(await context.newPage(), ana, '/favicon.svg')
    const mostMs = { 'slow 4G': 1_800, '9 Mbit/s': 2_500 }
    await lookAt(MEMBERS, { least: MIN_MEMBER_SCORES, mostMs })
  }
} finally {
  await context.close()
  await product.remove()
}
