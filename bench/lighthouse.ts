import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { buildWeb } from '../scripts/build-web.ts'
import { findChromium } from '../tests/browser/support/find-chromium.ts'
import { freePort } from '../tests/support/ports.ts'
import { startProduct } from '../tests/support/product.ts'

// `npm run lighthouse`: the visitor pages as Lighthouse sees them on a phone, on its simulated slow
// network and processor: the median of three runs (`-- 5` for five), and what cost points. Ends
// with an error where a target is missed.

const PATHS = ['/', '/plan', '/payplan', '/contact']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const LEAST: Record<(typeof CATEGORIES)[number], number> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
const FIGURES = {
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
}

const runs = Number(process.argv[2] ?? 3)

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function look(url: string, port: number): Promise<Result> {
  const outcome = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  })
  const result = outcome?.lhr
  if (!result || result.runtimeError) {
    throw new Error(`${url} was not measured: ${result?.runtimeError?.message ?? 'no answer'}`)
  }
  return result
}

/** What is not whole, by name: with the worst of its runs. */
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

function report(path: string, results: Result[]): boolean {
  const scores = CATEGORIES.map((category) =>
    median(results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
  )
  const figures = Object.entries(FIGURES).map(([id, name]) => {
    const value = median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
    return `${name} ${name === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`}`
  })
  process.stdout.write(`${path.padEnd(9)} ${scores.join(' / ')}   ${figures.join(', ')}\n`)
  for (const fault of faultsOf(results)) process.stdout.write(`          ${fault}\n`)
  return CATEGORIES.every((category, index) => (scores[index] ?? 0) >= LEAST[category])
}

await buildWeb()
const product = await startProduct()
const port = await freePort()
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
})
try {
  process.stdout.write(`${CATEGORIES.join(' / ')}, median of ${runs}\n`)
  for (const path of PATHS) {
    const results: Result[] = []
    for (let run = 0; run < runs; run++) results.push(await look(product.url + path, port))
    if (!report(path, results)) process.exitCode = 1
  }
} finally {
  await browser.close()
  await product.remove()
}
