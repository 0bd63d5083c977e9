import { framePage } from '../../../src/server/transparency/pages/page-frame.ts'
import { statusPage } from '../../../src/server/transparency/pages/status-page.ts'
import { table } from '../../../src/server/transparency/pages/table.ts'
import { findViolations } from '../support/inspect/find-violations.ts'
import { sample } from '../../support/scale.ts'
import { expect, LONG, test } from '../support/product-test.ts'

// The public figures: plain documents, without scripts and without the app.

const PATHS = ['', '/boards', '/solvency', '/check'].map((each) => `/transparency${each}`)
PATHS.push('/status')
const THEMES = ['dark', 'light'] as const

test('public figures need no script, fit 320 px, and are accessible', async ({ page }) => {
  for (const path of sample(PATHS, 4)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('script')).toHaveCount(0)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await findViolations(page), `${path}, ${colorScheme}`).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 700 })
    for (const url of [path, `${path}?lang=es`]) {
      await page.goto(url)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(wide, url).toBeLessThanOrEqual(320)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

test('fits the waiting times on a phone, and shows 24 hours', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const url of ['/status', '/status?lang=es']) {
    await page.goto(url)
    const table = page.locator('.wide').first()
    const hidden = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect.soft(hidden, url).toBeLessThanOrEqual(0)
    // Incidents of other tests have times as well.
    await expect(page.getByText(/^JSON · .+ \d\d:\d\d:\d\d UTC$/)).toBeVisible()
  }
})

test('fits an incident with an address that has no spaces', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const at = new Date().toISOString()
  const text = `https://tronscan.org/#/transaction/${'0123456789abcdef'.repeat(4)}`
  const texts = { text_en: text, text_es: text, title_en: 'Late', title_es: 'Retraso' }
  const update = { ...texts, id: '7', state: 'investigating', posted_at: at } as const
  const incident = { ...texts, id: '3', impact: 'partial', state: 'investigating' } as const
  const open = { ...incident, opened_at: at, resolved_at: null, updates: [update] }
  const wait = { count: 0, p50_seconds: null, p95_seconds: null }
  const html = statusPage(
    {
      at,
      up: true,
      uptime: { minutes: 2, up: 2 },
      withdrawals: { ...wait, waiting: 0, oldest_seconds: null },
      deposits: wait,
      chain_lag_seconds: 3,
      newest_sheet: null,
      failed_proofs: 0,
    },
    [open],
    'en',
  )
  const frame = { language: 'en', path: '/status', title: 'Status', font: null } as const
  await page.setContent(framePage({ ...frame, html }))
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(320)
  // After an incident, "it" would seem to be what failed.
  const service = page.getByText('The service is up.').locator('xpath=following-sibling::p[1]')
  await expect(service).toContainText('it accepted requests')
})

test(
  'every page links to the figures, which are navigable by keyboard in both languages',
  LONG,
  async ({ page }) => {
    await page.goto('/payplan')
    await page.getByRole('contentinfo').locator('a[href^="/transparency"]').first().press('Enter')
    await expect(page).toHaveURL(/\/transparency/)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('link', { name: 'Español' }).press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await page.getByRole('link', { name: 'Cómo les va a los tableros' }).press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page).toHaveURL(/boards/)
  },
)

test('keeps a minus sign on the line of its amount', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const rows = [['1 of 10', '−$1,234.50', '$1,000.00', '$1,000.00', '$1,000.00']]
  const html = table('Results', ['Share', 'Result', 'Paid', 'Got', 'Kept'], rows)
  const frame = { language: 'en', path: '/transparency', title: 'Results', font: null } as const
  await page.setContent(framePage({ ...frame, html }))
  const lines = await page.getByText('−$1,234.50').evaluate((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})

test(
  'shows a wide table as cards on a phone, with every figure in view',
  LONG,
  async ({ page }) => {
    const head = ['Plan', 'Puestos', 'Cuotas de ingreso', 'Pagado a miembros', 'Tableros completos']
    const rows = [
      ['Bronze', '255', '$255.00', '$251.00', '49'],
      ['Silver', '49', '$147.00', '$90.00', '8'],
    ]
    const narrow = table('Parte', ['Resultado', 'Miembros'], [['Ganó $1 o menos', '31']])
    const html = table('Cuotas', head, rows) + narrow
    const frame = { language: 'es', path: '/transparency', title: 'Cuotas', font: null } as const
    await page.setContent(framePage({ ...frame, html }))
    const wide = page.getByRole('table', { name: 'Cuotas' })
    const silver = wide.getByRole('row', { name: /^Silver/ })
    await expect(wide.getByRole('columnheader', { name: 'Puestos' })).toBeVisible()
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 700 })
      for (const region of await page.getByRole('region').all()) {
        const hidden = await region.evaluate((box) => box.scrollWidth - box.clientWidth)
        expect.soft(hidden, `${width}`).toBeLessThanOrEqual(0)
      }
      // Screen readers still find a table.
      await expect(wide.getByRole('columnheader')).toHaveCount(5)
      await expect(silver.getByRole('rowheader')).toHaveText('Silver')
      const fees = silver.getByRole('cell', { name: '$147.00' })
      const label = await fees.evaluate((cell) => getComputedStyle(cell, '::before').content)
      expect.soft(label).toContain('Cuotas de ingreso')
      expect.soft((await fees.boundingBox())?.height).toBeLessThan(40)
    }
    const plain = page.getByRole('table', { name: 'Parte' }).getByRole('cell')
    expect(await plain.evaluate((cell) => getComputedStyle(cell).display)).toBe('table-cell')
  },
)
