import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator, Page, Route } from '@playwright/test'
import { z } from 'zod'
import { scratchDirectory } from '../../support/run-directory.ts'
import { isLong } from '../../support/scale.ts'
import { findViolations } from '../support/inspect/find-violations.ts'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { addMember, visitAs } from '../support/members.ts'
import { expect, LONG, test as base } from '../support/product-test.ts'
import { download, withSealedProduct, type Sealed } from '../support/sealed-product.ts'
import { settle } from '../support/settle.ts'

const test = base.extend<object, { sealed: Sealed }>({
  sealed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from it
    async ({}, use) => {
      await withSealedProduct(use)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ sealed }, use) => {
    await use(sealed.product.url)
  },
})

type Files = Record<string, Buffer>

/** A log gets ten seconds to prove what it signed before. */
const SETTLED = { timeout: 30_000 }

/** Every file of the day, as a member saves them. */
async function downloadAll({ product: { url }, member, day }: Sealed): Promise<Files> {
  const checkpoint = await require(`${url}/log/checkpoint`)
  const size = checkpoint.toString('utf8').split('\n')[1]
  return {
    'keys.txt': await require(`${url}/log/keys`),
    'checkpoint.txt': checkpoint,
    'consistency.txt': await require(`${url}/log/consistency/${size}`),
    'sheet.json': await require(`${url}/api/transparency/days/${day}/`),
    'seal.tlog-proof': await require(`${url}/api/transparency/seal/${day}/`),
    'income.json': await require(`${url}/api/transparency/income/?day=${day}`),
    'proof.json': await require(`${url}/api/accounts/proofs/${day}/`, member.access),
  }
}

async function require(url: string, access?: string): Promise<Buffer> {
  const found = await download(url, access)
  if (!found) throw new Error(`${url} has no answer`)
  return found
}

const choose = (page: Page, files: Files): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles(
      Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'text/plain', buffer })),
    )

/** Where its text begins, without its padding. */
const topOf = (text: Locator) =>
  text.evaluate((box) => {
    const range = document.createRange()
    range.selectNodeContents(box)
    return range.getBoundingClientRect().top
  })

test('checks in the browser what we owe a member, and saves the files', async ({
  page,
  sealed,
}) => {
  await visitAs(page, sealed.member, '/proofs')
  await expect(page.getByRole('heading', { name: /: \$10\.00$/ })).toBeVisible()
  await page.getByRole('button', { name: /^Check it yourself: / }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Checked: / })).toContainText('$10.00')
  await page.getByText('Proof', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'checkpoint.txt' })).toBeVisible()
  await settle(page)
  expect(await inspectPage(page, { isTranslated: true })).toEqual([])
  const proof = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download the proof of/ }).click()
  const saved = await readFile(await (await proof).path(), 'utf8')
  expect(saved).toBe((await downloadAll(sealed))['proof.json']?.toString('utf8'))

  await page.getByRole('link', { name: 'Statements' }).first().click()
  const button = page.getByRole('button', { name: /^Download the receipt of entry \d+$/ })
  const row = page.getByRole('row').filter({ has: button })
  const [label, amount] = [button.getByText('Receipt'), row.getByText('+$10.00')]
  expect(Math.abs((await topOf(label)) - (await topOf(amount)))).toBeLessThan(2)
  const receipt = page.waitForEvent('download')
  await button.click()
  expect((await receipt).suggestedFilename()).toMatch(/^twofold-receipt-\d+\.tlog-proof$/)
  // The file is valid, together with the keys.
  const text = await readFile(await (await receipt).path())
  const keys = await require(`${sealed.product.url}/log/keys`)
  await page.goto('/verify.html')
  await choose(page, { 'keys.txt': keys, 'receipt.tlog-proof': text })
  // Anyone could have made both keys and file, so the page asks to compare the key first.
  await expect(page.getByRole('status')).toHaveText(/^All 2 files agree with each other/)
  await expect(page.getByText(/^localhost:\d+\/log: ([0-9a-f]{4} ?){8}$/)).toBeVisible()
  await page.getByRole('checkbox', { name: /^I compared it/ }).check()
  await expect(page.getByRole('status')).toHaveText(/^All 2 files are valid/)
  await expect(page.getByText('$10.00, then $10.00')).toBeVisible()
})

test(
  'checks with the larger worker in a browser without Ed25519',
  LONG,
  async ({ page, sealed }) => {
    const loaded: string[] = []
    page.on('response', (response) => void loaded.push(new URL(response.url()).pathname))
    await visitAs(page, sealed.member, '/proofs')
    const check = page.getByRole('button', { name: /^Check it yourself: / })
    const checked = page.getByRole('status').filter({ hasText: /^Checked: / })
    await check.click()
    await expect(checked).toContainText('$10.00')
    expect(loaded).not.toContain('/verify-worker-full.js')
    await page.route('**/verify-worker.js', async (route) => {
      const answer = await route.fetch()
      const lacking = "crypto.subtle.importKey = () => Promise.reject(new Error('no Ed25519'));"
      await route.fulfill({ response: answer, body: lacking + (await answer.text()) })
    })
    await page.reload()
    await check.click()
    await expect(checked).toContainText('$10.00')
    expect(loaded).toContain('/verify-worker-full.js')
  },
)

test.describe('in a time zone far ahead', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('names the day of a proof as its file does', LONG, async ({ page, sealed }) => {
    const day = new Date(sealed.day).toLocaleDateString('en-US', {
      dateStyle: 'medium',
      timeZone: 'UTC',
    })
    await visitAs(page, sealed.member, '/proofs')
    await expect(page.getByRole('heading', { name: `${day}: $10.00` })).toBeVisible()
  })
})

test('names and reports a failed proof, unlike a network failure', async ({ page, sealed }) => {
  await visitAs(page, sealed.member, '/proofs')
  const check = page.getByRole('button', { name: /^Check it yourself: / })
  await expect(check).toBeVisible()
  await page.context().setOffline(true)
  await check.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report this to us' })).toHaveCount(0)
  await page.context().setOffline(false)
  // Between us and the member, someone makes our debt smaller.
  await page.route(`**/api/accounts/proofs/${sealed.day}/`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('"owed":"10.00"', '"owed":"1.00"')
    await route.fulfill({ response: answer, body })
  })
  await check.click()
  await expect(page.getByText(`Don’t trust this: proof-${sealed.day}.json.`)).toBeVisible()
  await page.getByRole('button', { name: 'Report this to us' }).click()
  await expect(page.getByText('Thanks. We have your report.')).toBeVisible()
  await page.goto('/status')
  await expect(page.getByText(/Proofs that failed .* as they reported them: 1\./)).toBeVisible()
})

test('refuses a valid proof of another member or another day', LONG, async ({ page, sealed }) => {
  const { product, member, day } = sealed
  const other = await addMember(product, 'olga')
  // We show a member without any proof what another one sees.
  const forward = async (route: Route, change: (body: string) => string = String) => {
    const headers = { authorization: `Bearer ${member.access}` }
    const answer = await fetch(route.request().url().replace('1999-01-01', day), { headers })
    await route.fulfill({ body: change(await answer.text()), contentType: 'application/json' })
  }
  await page.route(/\/api\/accounts\/proofs\//, (route) => forward(route))
  await visitAs(page, other, '/proofs')
  const check = page.getByRole('button', { name: /^Check it yourself: / })
  const report = page.getByRole('button', { name: 'Report this to us' })
  const fault = page.getByText('This proof is about another member or another day.')
  await check.click()
  await expect(fault).toBeVisible()
  await expect(report).toBeVisible()
  await page.unroute(/\/api\/accounts\/proofs\//)
  // And the member's own proof, as that of another day.
  await page.route(/\/api\/accounts\/proofs\//, (route) =>
    forward(route, (body) => (body.includes('"seal"') ? body : body.replace(day, '1999-01-01'))),
  )
  await visitAs(page, member, '/proofs')
  await check.click()
  await expect(fault).toBeVisible()
  await expect(report).toBeVisible()
})

test('shows and reports that the log lost what it signed', LONG, async ({ page, sealed }) => {
  const { product, member } = sealed
  const before = await require(`${product.url}/log/checkpoint`)
  await visitAs(page, member, '/proofs')
  const check = page.getByRole('button', { name: /^Check it yourself: / })
  const checked = page.getByRole('status').filter({ hasText: /^Checked: / })
  const keep = (note: string) =>
    page.evaluate((text) => localStorage.setItem('log_checkpoint', text), note)
  const kept = () => page.evaluate(() => localStorage.getItem('log_checkpoint'))
  await check.click()
  await expect(checked).toBeVisible()
  // As if the log had been longer when this browser last saw it.
  const longer = before.toString('utf8').replace(/\n\d+\n/, '\n1000000\n')
  await keep(longer)
  await check.click()
  await expect(page.getByText(/^(The log can’t prove|Don’t trust this: kept)/)).toBeVisible(SETTLED)
  expect(await kept()).toBe(longer)
  // A replica that is behind catches up.
  await keep(before.toString('utf8'))
  let isBehind = true
  await page.route('**/log/consistency/*', async (route) => {
    if (isBehind) await route.fulfill({ status: 404 })
    else await route.continue()
    isBehind = false
  })
  await check.click()
  await expect(checked).toBeVisible(SETTLED)
  await page.unroute('**/log/consistency/*')
  // A log that can't prove what an honest note says has lost it.
  await page.route('**/log/consistency/*', (route) => route.fulfill({ status: 404 }))
  await keep(before.toString('utf8'))
  await check.click()
  const fault = /^The log can’t prove that it still has the \d+ commands that it signed before\.$/
  await expect(page.getByText(fault)).toBeVisible(SETTLED)
  const sent = page.waitForRequest('**/api/accounts/proofs/reports/')
  await page.getByRole('button', { name: 'Report this to us' }).click()
  const report = z
    .object({ failure: z.string(), evidence: z.string() })
    .parse((await sent).postDataJSON())
  expect(report.failure).toMatch(/can’t prove that it still has/)
  expect(report.evidence).toContain(before.toString('utf8'))
})

test('keeps the checkpoint of a log with another name', LONG, async ({ page, sealed }) => {
  await visitAs(page, sealed.member, '/proofs')
  const note = `example.com/old\n7\n${Buffer.alloc(32).toString('base64')}\n\n`
  await page.evaluate((text) => localStorage.setItem('log_checkpoint', text), note)
  // It stays, however often the new log is checked.
  for (let no = 0; no < 2; no++) {
    await page.getByRole('button', { name: /^Check it yourself: / }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Checked: / })).toBeVisible()
    await expect(
      page.getByText(/your checkpoint of example\.com\/old \(7 commands\)/),
    ).toBeVisible()
    await page.reload()
  }
  const stored = await page.evaluate(() => Object.values<unknown>(localStorage))
  expect(stored).toContain(note)
  // A former log that is back must continue what this browser has seen of it.
  const { url } = sealed.product
  const longer = (await require(`${url}/log/checkpoint`)).toString('utf8')
  const [origin = ''] = longer.split('\n')
  const seen = longer.replace(/\n\d+\n/, '\n1000000\n')
  await page.evaluate(
    ([last, key, text]) => {
      localStorage.setItem('log_checkpoint', last)
      localStorage.setItem(key, text)
    },
    [note, `log_checkpoint ${origin}`, seen] as const,
  )
  await page.getByRole('button', { name: /^Check it yourself: / }).click()
  await expect(page.getByText(/^(The log can’t prove|Don’t trust this: kept)/)).toBeVisible(SETTLED)
  const after = await page.evaluate(() => Object.values<unknown>(localStorage))
  expect(after).toEqual(expect.arrayContaining([note, seen]))
})

test('keeps two files with one name, and checks them together', LONG, async ({ page, sealed }) => {
  const { url } = sealed.product
  const keys = await require(`${url}/log/keys`)
  const checkpoint = await require(`${url}/log/checkpoint`)
  await page.goto('/verify.html')
  await choose(page, { 'keys.txt': keys, 'checkpoint.txt': checkpoint })
  await expect(page.getByRole('article')).toHaveCount(3)
  await choose(page, { 'checkpoint.txt': checkpoint })
  await choose(page, { 'checkpoint.txt': Buffer.from(`${checkpoint.toString('utf8')}x`) })
  await expect(page.getByRole('heading', { name: 'checkpoint.txt (2)' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^checkpoint\.txt/ })).toHaveCount(2)
})

/** Which bits to change: a few spread over each file, or a sixteenth of all of them. */
const placesIn = (bytes: Buffer): number[] => {
  const count = isLong ? Math.ceil(bytes.length / 2) : 2
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * bytes.length) / count))
}

function flip(files: Files, name: string, at: number): Files {
  const changed = Buffer.from(files[name] ?? [])
  changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
  return { ...files, [name]: changed }
}

test(
  'checks a day offline from the saved page, and names each changed bit',
  LONG,
  async ({ page, sealed }) => {
    if (isLong) test.setTimeout(900_000)
    const files = await downloadAll(sealed)
    const folder = await mkdtemp(join(await scratchDirectory(), 'saved-'))
    await mkdir(folder, { recursive: true })
    const path = join(folder, 'verify.html')
    await writeFile(path, await require(`${sealed.product.url}/verify.html`))
    await page.context().setOffline(true)
    await page.goto(pathToFileURL(path).href)
    await page.getByLabel('Choose the files').focus({ timeout: 15_000 })
    await choose(page, files)
    await expect(page.getByRole('status')).toHaveText(/^All 7 files agree with each other/)
    await expect(page.getByRole('article').filter({ hasText: 'proof.json' })).toContainText(
      '$10.00',
    )
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await findViolations(page), colorScheme).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 700 })
    for (const details of await page.locator('summary').all()) await details.press('Enter')
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await wide()).toBeLessThanOrEqual(320)
    await page.getByLabel('Language').selectOption('es')
    await expect(page.getByRole('status')).toHaveText(/^Los 7 archivos concuerdan entre sí/)
    expect(await wide()).toBeLessThanOrEqual(320)
    await expect(page.getByText('Elegir archivos')).toBeVisible()
    await page.getByLabel('Idioma').selectOption('en')
    await page.getByRole('checkbox', { name: /^I compared it/ }).press('Space')
    await expect(page.getByRole('status')).toHaveText(/^All 7 files are valid/)
    expect(await wide()).toBeLessThanOrEqual(320)
    for (const [name, bytes] of Object.entries(files)) {
      for (const at of placesIn(bytes)) {
        await page.getByRole('button', { name: 'Start over' }).click()
        await choose(page, flip(files, name, at))
        const own = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
        await expect(own.locator('strong'), `${name}, byte ${at}`).toHaveText(
          /^(Wrong|Not checked)$/,
        )
      }
    }
  },
)
