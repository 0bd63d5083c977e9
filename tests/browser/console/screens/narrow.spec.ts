import { sql } from 'kysely'
import { z } from 'zod'
import { withDatabase } from '../../support/database.ts'
import { findCutTables } from '../../support/inspect/inspect-page.ts'
import { findCramped } from '../../support/inspect/find-cramped.ts'
import { inSpanish } from '../../support/inspect/english-left.ts'
import { addMember } from '../../support/members.ts'
import { expect, LONG, test } from '../../support/product-test.ts'
import { settle } from '../../support/settle.ts'
import { asOperator, openConsole } from '../staff.ts'
import { credit, requestPayout } from '../staff-actions.ts'

// Spanish has longer words than English, and other forms for each noun.

test.use({ locale: 'es-MX' })

test(
  'shows each alert in one row on a tablet, and folded on a phone',
  LONG,
  async ({ page, staff, product }) => {
    // Its times make two columns wider.
    await withDatabase(product, (db) =>
      sql`update alerts set crossed_since = now(), emailed_at = now()
      where name = 'chain_lag'`.execute(db),
    )
    await page.setViewportSize({ width: 768, height: 860 })
    await openConsole(page, staff.chief, '/alerts')
    const changes = page.getByRole('main').getByRole('button', { name: /^Cambiar / })
    await expect(changes.first()).toBeVisible()
    await settle(page)
    const alerts = await changes.count()
    const table = page.getByRole('table', { name: inSpanish('Alerts') })
    await expect(table.locator('tbody > tr')).toHaveCount(alerts)
    await page.setViewportSize({ width: 360, height: 740 })
    const cards = page.getByRole('list', { name: inSpanish('Alerts') }).getByRole('listitem')
    await expect(cards).toHaveCount(alerts)
    await expect(changes.first()).toBeHidden()
    await cards.first().locator('summary').click()
    await expect(changes.first()).toBeVisible()
  },
)

test('gives long texts their room on a phone', LONG, async ({ page, staff }) => {
  const ask = await asOperator(staff.chief)
  const texts = { title_en: 'Late', title_es: 'Tarde', text_en: 'Late.', text_es: 'Tarde.' }
  await ask('POST', 'incidents/', { impact: 'partial', state: 'investigating', ...texts })
  await page.setViewportSize({ width: 360, height: 740 })
  await openConsole(page, staff.chief, '/incidents')
  await expect(page.getByText('En investigación').first()).toBeVisible()
  await settle(page)
  expect.soft(await findCramped(page)).toEqual([])
  await page.route('**/api/operator/overview/', async (route) => {
    const response = await route.fetch()
    const overview = z.looseObject({}).parse(await response.json())
    const since = new Date().toISOString()
    const alerts = [{ name: 'withdrawal_age', text: 'Age of the oldest withdrawal', since }]
    await route.fulfill({ response, json: { ...overview, alerts } })
  })
  await page.goto('/operator')
  const alert = page.getByText('Antigüedad del retiro más antiguo por aprobar')
  await expect(alert).toBeVisible()
  expect((await alert.boundingBox())?.width).toBeGreaterThan(200)
})

test('shows charts as tables that fit their cards', LONG, async ({ page, staff }) => {
  await openConsole(page, staff.support)
  const asTable = page.getByRole('button', { name: /^Como tabla/ })
  await expect(asTable).toHaveCount(4)
  for (const button of await asTable.all()) await button.click()
  for (const width of [1280, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 860 })
    await expect.poll(() => findCutTables(page), `${width} px`).toEqual([])
  }
})

test('agrees states with their nouns', LONG, async ({ page, product, staff }) => {
  const ask = await asOperator(staff.chief)
  const hook = { url: 'http://127.0.0.1:9/', description: 'agree', events: ['reward.paid'] }
  await ask('POST', 'webhooks/', hook)
  const { username } = await addMember(product, 'agree-a')
  await openConsole(page, staff.chief, '/webhooks')
  await page.getByRole('link', { name: 'agree' }).click()
  const parts = page.getByRole('navigation', { name: inSpanish('Filter') }).getByRole('link')
  await expect(parts).toHaveText(['Todas', 'Pendientes', 'Entregadas', 'Fallidas'])
  await page.goto('/operator/members')
  await page.getByRole('link', { name: username }).click()
  const details = page.getByRole('region', { name: inSpanish('Details') })
  await expect(details).toContainText(/Mejora automáticaActivada/)
  await expect(details).toContainText(/Segundo factorDesactivado/)
})

test('breaks no name and no account on a tablet', async ({ page, product, staff }) => {
  const member = await addMember(product, 'timber-brook-meadow')
  await credit(staff, [member], '10')
  await requestPayout(staff, member, '3.50')
  await page.setViewportSize({ width: 768, height: 860 })
  await openConsole(page, staff.chief, '/withdrawals')
  const lines = async (text: RegExp) =>
    await page
      .getByRole('main')
      .getByText(text)
      .first()
      .evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      })
  expect(await lines(/^timber-brook-meadow$/)).toBe(1)
  await page.goto('/operator/journals')
  expect(await lines(/^miembro:en retiro \d+$/)).toBe(1)
  expect(await findCutTables(page)).toEqual([])
  await page.goto('/operator')
  await page.getByRole('button', { name: inSpanish('Menu') }).click()
  const last = page.getByRole('dialog').getByRole('link', { name: inSpanish('Readiness') })
  await expect(last).toBeInViewport({ ratio: 1 })
})
