import { expectSpanish, findEnglish, inSpanish } from '../support/inspect/english-left.ts'
import {
  findCutChoices,
  findCutPlaceholders,
  findCutTables,
} from '../support/inspect/inspect-page.ts'
import { addMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'
import { approveWithdrawal, credit, payoutConfirmed, requestPayout } from './staff-actions.ts'
import { openConsole } from './staff.ts'

// The console's main job in Spanish, by keyboard: find a member, approve a withdrawal.

test.use({ locale: 'es-MX' })

test(
  'finds a member and approves a withdrawal in Spanish, by keyboard',
  LONG,
  async ({ page, product, staff }) => {
    const member = await addMember(product, 'espera-uno')
    await credit(staff, [member], '10')
    await requestPayout(staff, member, '3.50')
    await openConsole(page, staff.finance, '/members')
    await expect(page.getByRole('heading', { name: inSpanish('Members') })).toBeVisible()
    await settle(page)
    await page.keyboard.press('/')
    await expect(page.locator('input:focus')).toBeVisible()
    await page.keyboard.type('espera-uno')
    await page.keyboard.press('Enter')
    const table = page.getByRole('table', { name: inSpanish('Members') })
    // Not its rows: where the columns don't fit, a member has two.
    await expect(table.getByRole('link')).toHaveCount(1)
    await expectSpanish(page)
    await table.getByRole('link', { name: 'espera-uno' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectSpanish(page)

    await page.goto('/operator/queue/withdrawals')
    const open = page.getByRole('article', { name: /Retiro \d+ de espera-uno/ })
    const name = page.getByRole('button', { name: 'espera-uno' })
    // The name has one line, however long the flags next to it are.
    expect((await name.boundingBox())?.height).toBeLessThan(30)
    await name.press('Enter')
    await expect(open).toContainText('$3.50')
    // Another operator's page may have it open for a moment.
    await expect(open.getByRole('button', { name: inSpanish('Approve') })).toBeEnabled()
    await expectSpanish(page)
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Aprobar $3.50' })
    await expect(dialog.getByRole('button', { name: inSpanish('Approve') })).toBeFocused()
    await expectSpanish(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText(inSpanish('Approved. The payout is queued.'))).toBeVisible()
    await expectSpanish(page)
  },
)

test(
  'shows in Spanish what the product found for the readiness list',
  LONG,
  async ({ page, staff }) => {
    await openConsole(page, staff.chief, '/readiness')
    await expect(page.getByText('No es dueño de ninguna tabla.')).toBeVisible()
    await settle(page)
    expect(await findEnglish(page)).toEqual([])
  },
)

test('changes the language in the header, and remembers it', LONG, async ({ page, staff }) => {
  await openConsole(page, staff.support)
  await expect(page.getByRole('heading', { name: inSpanish('Overview') })).toBeVisible()
  await expect(page.getByRole('table', { name: inSpanish('Queues') })).toBeVisible()
  expect(await findCutTables(page)).toEqual([])
  await page.getByRole('combobox', { name: inSpanish('Language') }).selectOption('en')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
})

test('names both parts of the message queue', LONG, async ({ page, staff }) => {
  await openConsole(page, staff.support, '/queue/messages')
  const parts = page.getByRole('navigation', { name: inSpanish('Filter') }).getByRole('link')
  await expect(parts).toHaveText(['Abiertos', 'Respondidos'])
})

test('cuts off no role on a phone', LONG, async ({ page, staff }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const forms = { '/operators': 'Add operator', '/api-keys': 'Add key' } as const
  for (const [path, button] of Object.entries(forms)) {
    await openConsole(page, staff.chief, path)
    await page.getByRole('button', { name: inSpanish(button) }).click()
    await expect(page.getByLabel(inSpanish('Role'))).toBeVisible()
    expect(await findCutChoices(page), path).toEqual([])
    await expectSpanish(page)
  }
})

test('writes counts like all other numbers', async ({ page, staff }) => {
  await openConsole(page, staff.chief, '/import')
  const rows = Array.from({ length: 1200 }, (_, no) => `many${no},many${no}@example.org,`)
  const good = Buffer.from(`username,email,plans\n${rows.join('\n')}\n`)
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'good.csv', mimeType: 'text/csv', buffer: good })
  await expect(page.getByText('Las 1,200 filas son correctas.', { exact: false })).toBeVisible()
  const bad = Buffer.from(good.toString().replaceAll('@', ''))
  await file.setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer: bad })
  await expect(page.getByText('1,200 de 1,200 filas', { exact: false })).toBeVisible()
  await expect(page.getByText('1,100 filas más con errores', { exact: false })).toBeVisible()
})

test('cuts off no choice of a filter on a phone', LONG, async ({ browser, product, staff }) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  const paths = [
    'audit',
    'members',
    'profiles',
    'deposits',
    'withdrawals',
    'payouts',
    'adjustments',
  ]
  for (const locale of ['en-US', 'es-MX']) {
    const context = await browser.newContext({ baseURL: product.url, locale, ...phone })
    const page = await context.newPage()
    for (const path of paths) {
      await openConsole(page, staff.chief, `/${path}`)
      await expect(page.locator('main select').first()).toBeVisible()
      expect.soft(await findCutChoices(page), `${path}, ${locale}`).toEqual([])
    }
    await context.close()
  }
})

test('cuts off no hint in a search field', LONG, async ({ page, staff }) => {
  await openConsole(page, staff.chief)
  for (const path of ['members', 'profiles', 'deposits', 'withdrawals', 'payouts', 'journals']) {
    await page.goto(`/operator/${path}`)
    await expect(page.locator('main input[type=search]').first()).toBeVisible()
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 860 })
      expect.soft(await findCutPlaceholders(page), `${path}, ${width} px`).toEqual([])
    }
  }
})

test('says in Spanish how a node answered to a payout', LONG, async ({ page, product, staff }) => {
  const member = await addMember(product, 'cobro')
  await credit(staff, [member], '10')
  await requestPayout(staff, member, '3.50')
  await approveWithdrawal(staff, 'cobro')
  await payoutConfirmed(staff, 'cobro')
  await openConsole(page, staff.finance, '/payouts?search=cobro')
  await page.getByRole('link', { name: /^Pago \d+$/ }).click()
  await expect(page.getByText('El nodo aceptó la transacción.')).toBeVisible()
  await expectSpanish(page)
})

test('names audited objects and accounts in Spanish, and finds them', async ({
  page,
  product,
  staff,
}) => {
  const member = await addMember(product, 'nombrado')
  await credit(staff, [member], '10')
  await openConsole(page, staff.chief, '/audit')
  const entry = page.getByRole('row').filter({ hasText: 'Aprobó un ajuste' }).first()
  const object = /ajuste \d+/.exec((await entry.textContent()) ?? '')?.[0] ?? ''
  await page.getByLabel(inSpanish('Object'), { exact: true }).fill(object.toUpperCase())
  await expect(page).toHaveURL(/object=AJUSTE/)
  await settle(page)
  await expect(page.getByRole('cell', { name: object, exact: true })).toHaveCount(2)
  await page.goto('/operator/journals')
  await page.getByLabel(inSpanish('Account'), { exact: true }).fill('empresa:ajustes')
  await expect(page).toHaveURL(/account=empresa/)
  await settle(page)
  await expect(page.getByText(/^miembro:billetera \d+$/).first()).toBeVisible()
  await expect(page.getByText('house:adjustments')).toHaveCount(0)
})
