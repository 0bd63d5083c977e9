import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { weighLateParts } from './late-weights.ts'
import { addMember, visitAs } from './members.ts'
import { expect, test } from './product-test.ts'
import { settle } from './settle.ts'

// What a first visit may weigh, in kB after gzip (fonts as they are). The figures are printed.

type Weight = { script: number; style: number; font: number; total: number }

const kB = (bytes: number) => Math.round(bytes / 100) / 10

async function weigh(
  page: Page,
  path: string,
  waitForMore?: (page: Page) => Promise<void>,
): Promise<Weight> {
  const weight: Weight = { script: 0, style: 0, font: 0, total: 0 }
  const pending: Promise<void>[] = []
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (!response.ok() || response.url().includes('/api/')) return
    const add = async () => {
      const body = await response.body()
      const bytes = type === 'font' ? body.length : gzipSync(body, { level: 9 }).length
      weight.total += bytes
      if (type === 'script' || type === 'font') weight[type] += bytes
      if (type === 'stylesheet') weight.style += bytes
    }
    pending.push(add())
  })
  await page.goto(path)
  // Parts that are fetched one after the other may leave a quiet moment between them.
  await expect(
    page.getByRole('heading', { level: 2 }).or(page.locator('form')).first(),
  ).toBeVisible()
  await waitForMore?.(page)
  await settle(page)
  await Promise.all(pending)
  const shown = Object.entries(weight).map(([part, bytes]) => `${part} ${kB(bytes)} kB`)
  process.stdout.write(`    ${path}: ${shown.join(', ')}\n`)
  expect(kB(weight.style)).toBeLessThanOrEqual(20)
  expect(kB(weight.font)).toBeLessThanOrEqual(50)
  expect(kB(weight.total)).toBeLessThanOrEqual(300)
  return weight
}

for (const path of ['/', '/plan', '/payplan', '/contact']) {
  test(`${path} stays within the visitor's budget, all from our own origin`, async ({ page }) => {
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    const weight = await weigh(page, path)
    expect(kB(weight.script)).toBeLessThanOrEqual(125)
    expect([...origins]).toEqual([new URL(page.url()).origin])
  })
}

for (const path of ['/login', '/register']) {
  test(`${path} stays within the budget of forms`, async ({ page }) => {
    expect(kB((await weigh(page, path)).script)).toBeLessThanOrEqual(170)
  })
}

const pack = async (body: Promise<Buffer>) => gzipSync(await body, { level: 9 }).length

/** The scripts that a page asks for from now on, in kB after gzip; none of them twice. */
function watchScripts(page: Page): () => Promise<number> {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script'
    if (isScript) sizes.set(response.url(), pack(response.body()))
  })
  return async () => kB((await Promise.all(sizes.values())).reduce((sum, bytes) => sum + bytes, 0))
}

/**
 * Waits for the parts that a member's page fetches after all else, and for all that these import:
 * on a busy machine a page is quiet for a while before it asks for them.
 */
async function waitForLateParts(page: Page): Promise<void> {
  const findLate = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((url) => /\/(?:toaster|member-extras)-[^/]*\.js$/.test(url)),
    )
  await expect.poll(async () => (await findLate()).length).toBe(2)
  const imports = (await findLate()).map((url) => `import(${JSON.stringify(url)})`)
  await page.evaluate(`Promise.all([${imports.join()}]).then(() => null)`)
}

test('the dashboard and what the network adds to it stay within their budget', async ({
  page,
  product,
}) => {
  const member = await addMember(product, 'weighed')
  await visitAs(page, member, '/favicon.svg')
  expect(kB((await weigh(page, '/dashboard', waitForLateParts)).script)).toBeLessThanOrEqual(180)
  const added = watchScripts(page)
  await page.getByRole('link', { name: 'Family Tree' }).first().click()
  await expect(page.getByRole('tree', { name: /^Tree of weighed/ })).toBeAttached()
  await settle(page)
  const network = await added()
  process.stdout.write(`    from the dashboard to /familytree: script ${network} kB\n`)
  expect(network).toBeLessThanOrEqual(45)
})

/** In kB; the network screen has a figure of its own. */
const limitOf = (name: string) => (name === '/familytree' ? 45 : 40)

test('no route and no dialog adds more than its part to what is there before it', () => {
  const weights = weighLateParts()
  const shown = weights.map(({ name, bytes }) => `    ${name}: adds ${kB(bytes)} kB\n`)
  process.stdout.write(shown.join(''))
  expect(weights.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['/account', '/familytree', 'deposit-dialog', 'forgot-dialog']),
  )
  expect(weights.filter(({ name, bytes }) => kB(bytes) > limitOf(name))).toEqual([])
})
