import { gzipped, kB, weigh } from '../support/weight/weigh.ts'
import { weighLateParts } from '../support/weight/late-weights.ts'
import type { Page } from '@playwright/test'
import { addMember, visitAs } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'

const pack = async (body: Promise<Buffer>) => gzipped(await body)

/** The scripts that a page requests from now on, in kB after gzip, each counted once. */
function watchScripts(page: Page): () => Promise<number> {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script'
    if (isScript) sizes.set(response.url(), pack(response.body()))
  })
  return async () => kB((await Promise.all(sizes.values())).reduce((sum, bytes) => sum + bytes, 0))
}

/**
 * Waits for the chunks that a member's page fetches last, and for everything they import. On a busy
 * machine, a page is quiet for a while before it requests them.
 */
async function waitForLateParts(page: Page): Promise<void> {
  const findLate = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((url) => /\/afterwards-[^/]*\.js$/.test(url)),
    )
  await expect.poll(async () => (await findLate()).length).toBe(1)
  const imports = (await findLate()).map((url) => `import(${JSON.stringify(url)})`)
  await page.evaluate(`Promise.all([${imports.join()}]).then(() => null)`)
}

/** An idle dashboard preloads its dialogs. On a busy machine, it could do so after the click. */
async function waitForDialogs(page: Page): Promise<void> {
  const countDialogs = () =>
    page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/(?:deposit|withdraw)-dialog-[^/]*\.js$/.test(name)).length,
    )
  await expect.poll(countDialogs).toBeGreaterThan(0)
  await settle(page)
}

test(
  'loads the dashboard and then the network within their budgets',
  LONG,
  async ({ page, product }) => {
    const member = await addMember(product, 'weighed')
    await visitAs(page, member, '/favicon.svg')
    const weightOf = weigh(page)
    await page.goto('/dashboard')
    await waitForLateParts(page)
    await settle(page)
    expect((await weightOf()).script).toBeLessThanOrEqual(181)
    await waitForDialogs(page)
    const added = watchScripts(page)
    await page.getByRole('link', { name: 'Family Tree' }).first().click()
    await expect(page.getByRole('tree', { name: /^Tree of weighed/ })).toBeAttached()
    await settle(page)
    const network = await added()
    process.stdout.write(`    from the dashboard to /familytree: script ${network} kB\n`)
    expect(network).toBeLessThanOrEqual(45)
  },
)

/**
 * In kB. The deposit dialog may show open deposits too; the palette finds members and deposits. The
 * withdrawal dialog brings what all dialogs share, which /account no longer loads with its first
 * screen.
 */
const LIMITS: Record<string, number> = {
  '/familytree': 45.5,
  'deposit-dialog': 42,
  palette: 42,
  'withdraw-dialog': 41,
}
const limitOf = (name: string) => LIMITS[name] ?? 40

test('adds no more than its budget with any route or dialog', () => {
  const weights = weighLateParts()
  const shown = weights.map(({ name, bytes }) => `    ${name}: adds ${kB(bytes)} kB\n`)
  process.stdout.write(shown.join(''))
  expect(weights.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['/account', '/familytree', 'deposit-dialog', 'forgot-dialog']),
  )
  expect(weights.filter(({ name, bytes }) => kB(bytes) > limitOf(name))).toEqual([])
})
