import { z } from 'zod'
import { addMember, emailedPath, PASSWORD, signInAs } from '../support/members.ts'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { inSpanish } from '../support/inspect/english-left.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle, watchRequests } from '../support/settle.ts'
import { asOperator, openBeside, openConsole, pressAndConfirm, signInAgain } from './staff.ts'

const csv = (...lines: readonly string[]) => ({
  name: 'members.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})

test(
  'checks a file, proposes the corrected one, and another admin approves it',
  LONG,
  async ({ browser, page, staff }) => {
    await openConsole(page, staff.chief, '/import')
    await expect(page.getByText('No imports yet.')).toBeVisible()
    const file = page.getByLabel('CSV file')
    await file.setInputFiles(csv('username,email,plans', 'x,nobody,BR'))
    await expect(page.getByText('1 of 1 rows have errors')).toBeVisible()
    await expect(page.getByText('Enter a valid email address.')).toBeVisible()
    await settle(page)
    expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    const cell = page.getByRole('list', { name: 'Cells with errors' }).getByRole('listitem')
    await expect(cell.first()).toContainText('Row 2')
    await page.setViewportSize({ width: 1280, height: 860 })
    await file.setInputFiles(csv('username,email,plans', 'moved1,moved1@example.org,BR SI'))
    await expect(page.getByText('The only row is valid. 2 seats will be taken.')).toBeVisible()
    await page.getByRole('button', { name: 'Simulate placement' }).press('Enter')
    // The button that had the focus is gone.
    await expect(page.getByText('1 would be imported.')).toBeFocused()
    const placements = page.getByRole('table', { name: 'Placements' })
    await expect(placements).toContainText(/BR: under twofold, (left|right)/)
    await page.getByRole('button', { name: 'Propose import' }).focus()
    await page.keyboard.press('Enter')
    const own = page.getByRole('region', { name: 'members.csv' })
    await expect(own.getByText('Another admin has to approve it.')).toBeVisible()
    await settle(page)
    expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
    const beside = await openBeside(browser, staff.second, '/import')
    const approve = beside.getByRole('button', { name: 'Approve members.csv' })
    const discard = beside.getByRole('button', { name: 'Discard members.csv' })
    await discard.press('Enter')
    const gone = beside.getByRole('dialog', { name: 'Discard members.csv' })
    await expect(gone).toContainText('Nobody is imported.')
    await beside.keyboard.press('Escape')
    await expect(discard).toBeFocused()
    await approve.press('Enter')
    const asks = beside.getByRole('dialog', { name: 'Approve members.csv' })
    await expect(asks).toContainText('You can’t undo this.')
    await expect(asks.getByText('Members', { exact: true })).toBeVisible()
    await expect(asks).toContainText('chief')
    await expect(asks.getByRole('button', { name: 'Approve' })).toBeFocused()
    expect(await inspectPage(beside, { phoneWidth: 320 })).toEqual([])
    await beside.keyboard.press('Enter')
    await expect(beside.getByRole('heading', { name: 'members.csv', exact: true })).toBeFocused()
    // The product raises the rules seconds after the start. The worker checks every few seconds.
    const done = beside.getByText('1 of 1 members imported, 0 failed, 1 invited')
    await expect(done).toBeVisible({ timeout: 60_000 })
    await expect(beside.getByText('Finished')).toBeVisible()
    await beside.context().close()
  },
)

test(
  'proposes the file that it shows, not one whose check took longer',
  LONG,
  async ({ page, staff }) => {
    await openConsole(page, staff.chief, '/import')
    const [asked, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      '**/member-imports/check/',
      async (route) => {
        asked.resolve()
        await slow.promise
        await route.continue()
      },
      { times: 1 },
    )
    const file = page.getByLabel('CSV file')
    const long = csv('username,email', 'slow1,slow1@example.org', 'slow2,slow2@example.org')
    await file.setInputFiles({ ...long, name: 'slow.csv' })
    await asked.promise
    await file.setInputFiles({
      ...csv('username,email', 'quick1,q@example.org'),
      name: 'quick.csv',
    })
    await expect(page.getByText('The only row is valid.', { exact: false })).toBeVisible()
    const answered = page.waitForResponse('**/member-imports/check/')
    slow.resolve()
    await (await answered).finished()
    await settle(page)
    await page.getByRole('button', { name: 'Propose import' }).click()
    const own = page.getByRole('region', { name: 'quick.csv' })
    await expect(own.getByText('Another admin has to approve it.')).toBeVisible()
    await pressAndConfirm(own.getByRole('button', { name: /^Discard/ }), 'Discard')
    await expect(own.getByText('Discarded')).toBeVisible()
  },
)

test(
  'corrects a failed row in Spanish; a colleague approves it, and the member signs in',
  LONG,
  async ({ browser, page, product, staff }) => {
    const es = { locale: 'es-MX' }
    const admin = await browser.newContext({ baseURL: product.url, ...es })
    const own = await admin.newPage()
    watchRequests(own)
    await openConsole(own, staff.chief, '/import')
    const rows = ['username,email,plans,language', 'moved2,brought2@example.org,BR,es']
    await own.getByLabel('Archivo CSV').setInputFiles({ ...csv(...rows), name: 'socios.csv' })
    await own.getByRole('button', { name: inSpanish('Propose import') }).click()
    const card = own.getByRole('region', { name: 'socios.csv' })
    await expect(card).toBeVisible()
    await addMember(product, 'moved2')
    const beside = await openBeside(browser, staff.second, '/queue/approvals')
    await beside
      .getByRole('listitem')
      .filter({ hasText: 'socios.csv' })
      .getByRole('link', { name: 'Review' })
      .click()
    await pressAndConfirm(beside.getByRole('button', { name: 'Approve socios.csv' }), 'Approve')
    await expect(beside.getByText('0 of 1 members imported, 1 failed')).toBeVisible({
      timeout: 60_000,
    })
    await own.reload()
    const failed = card.getByRole('table', { name: inSpanish('Rows that aren’t members') })
    await expect(failed).toContainText('moved2')
    await settle(own)
    expect(await inspectPage(own, { phoneWidth: 320 })).toEqual([])
    await failed.getByRole('button', { name: 'Corregir moved2' }).press('Enter')
    const dialog = own.getByRole('dialog')
    const username = dialog.getByLabel(inSpanish('Username'), { exact: true })
    await username.fill('moved2b')
    await admin.clearCookies()
    await dialog.getByRole('button', { name: inSpanish('Propose correction') }).click()
    await signInAgain(own, staff.chief)
    await failed.getByRole('button', { name: 'Corregir moved2' }).press('Enter')
    await expect(username).toHaveValue('moved2b')
    await dialog.getByRole('button', { name: inSpanish('Propose correction') }).click()
    await expect(failed).toContainText(inSpanish('Correction awaits approval'))
    await settle(own)
    await beside.goto('/operator/queue/approvals')
    const correction = beside.getByRole('listitem').filter({ hasText: 'Row 2 of socios.csv' })
    await expect(correction).toContainText('moved2b')
    await correction.getByRole('button', { name: 'Approve Row 2 of socios.csv' }).click()
    const values = beside.getByRole('dialog', { name: 'Approve Row 2 of socios.csv' })
    await expect(values).toContainText('moved2b')
    await values.getByRole('button', { name: 'Approve' }).click()
    // Locators don't find anything behind a dialog until it closes.
    await expect(values).toHaveCount(0)
    await expect(correction).toHaveCount(0)
    // Without a reload.
    await expect(card).toContainText('1 de 1', { timeout: 60_000 })
    await beside.context().close()
    await admin.close()

    // The invitation leads to the page that emails a link.
    await page.goto('/login?forgot')
    const forgot = page.getByRole('dialog', { name: 'Forgot password?' })
    await forgot.getByLabel('Email').fill('brought2@example.org')
    await forgot.getByRole('button', { name: 'Send recovery email' }).click()
    await page.goto(await emailedPath(product, 'brought2@example.org', 'reset-password'))
    await page.getByLabel('New Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page).toHaveURL(/\/login/)
    await signInAs(page, 'moved2b')
    await expect(page).toHaveURL(/\/dashboard/)
  },
)

const proposed = z.object({ id: z.string() })
const imports = z.object({ results: z.array(z.looseObject({})) })

test(
  'keeps the focus among failed rows after Retry and Skip',
  LONG,
  async ({ page, product, staff }) => {
    const names = ['taken1', 'taken2', 'taken3']
    const lines = names.map((name) => `${name},new-${name}@example.org,BR`)
    const content = csv('username,email,plans', ...lines).buffer.toString('base64')
    const ask = await asOperator(staff.chief)
    const body = { name: 'taken.csv', content }
    const { id } = proposed.parse(await ask('POST', 'member-imports/', body))
    for (const name of names) await addMember(product, name)
    const approve = await asOperator(staff.second)
    await approve('POST', `member-imports/${id}/approve/`, {})
    await openConsole(page, staff.chief, '/import')
    const card = page.getByRole('region', { name: 'taken.csv' })
    const failed = card.getByRole('table', { name: 'Rows that aren’t members' })
    await expect(failed.getByRole('row')).toHaveCount(4, { timeout: 60_000 })
    const button = (name: string) => failed.getByRole('button', { name })

    await button('Skip taken1').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Skip rows' })
    await dialog.getByLabel('Reason').fill('A test account.')
    await dialog.getByRole('button', { name: 'Skip' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(button('Skip taken2')).toBeFocused()

    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(button('Retry taken2')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(button('Retry taken3')).toBeFocused()
    await expect(failed.getByRole('row')).toHaveCount(4, { timeout: 60_000 })
    await expect(button('Retry taken3')).toBeFocused()

    await test.step('moves it to the card’s heading after the last row', async () => {
      // As if the worker imported all of them before the page reads the list again.
      await page.route('**/operator/member-imports/', async (route) => {
        const response = await route.fetch()
        const { results } = imports.parse(await response.json())
        const done = results.map((each) => ({ ...each, failed: 0, blocked: 0, skipped: 0 }))
        await route.fulfill({ response, json: { results: done } })
      })
      await card.getByRole('button', { name: 'Retry all that failed' }).press('Enter')
      await expect(card.getByRole('heading', { name: 'taken.csv' })).toBeFocused()
    })
  },
)
