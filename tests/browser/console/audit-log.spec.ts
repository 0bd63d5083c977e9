import { z } from 'zod'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { addMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { asOperator, openConsole } from './staff.ts'

test('folds entries on a phone without losing anything', LONG, async ({ page, product, staff }) => {
  const { username } = await addMember(product, 'logged-one')
  const ask = await asOperator(staff.chief)
  const members = z
    .object({ results: z.array(z.object({ id: z.string() })) })
    .parse(await ask('GET', `members/?search=${username}`))
  const id = members.results[0]?.id ?? ''
  const reason = 'The phone was lost.'
  await ask('POST', `members/${id}/suspend/`, { reason })
  await page.setViewportSize({ width: 1280, height: 860 })
  await openConsole(page, staff.chief, `/audit?object=member+${id}`)
  const row = page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1)
  await row.getByText('field').click()
  const cells = await row.getByRole('cell').allInnerTexts()
  expect(cells).toContain(reason)
  const texts = cells.flatMap((cell) => cell.split('\n')).filter((text) => !/^\d+ field/.test(text))
  expect(texts.length).toBeGreaterThan(6)

  await page.setViewportSize({ width: 320, height: 700 })
  const card = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').first()
  const summary = card.locator('summary')
  await expect(summary).toContainText('Suspended')
  await expect(summary).toContainText('chief')
  await expect(summary).toContainText(`member ${id}`)
  await expect(card.getByText(reason)).toBeHidden()
  const height = (await card.boundingBox())?.height ?? 0
  expect(height).toBeGreaterThanOrEqual(44)
  expect(height).toBeLessThan(72)
  await summary.press('Enter')
  for (const text of texts) await expect.soft(card).toContainText(text)
  await expect(card.getByText(reason)).toBeVisible()
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
})

test('keeps the focus on buttons that their own press disables', LONG, async ({ page, staff }) => {
  const ask = await asOperator(staff.chief)
  const note = { note: 'Called about a deposit.' }
  const { results } = z
    .object({ results: z.array(z.object({ id: z.string() })) })
    .parse(await ask('GET', 'members/'))
  const path = `members/${results[0]?.id}/notes/`
  // More than a page of entries.
  for (let no = 0; no < 26; no++) await ask('POST', path, note)
  await openConsole(page, staff.chief, '/audit?text=deposit')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const next = pages.getByRole('link', { name: 'Next' })
  await next.press('Enter')
  await expect(pages).toContainText('Page 2 of 2')
  await expect(next).toBeFocused()
  await expect(next).toBeDisabled()
  await next.press('Enter')
  await expect(pages).toContainText('Page 2 of 2')
  await pages.getByRole('link', { name: 'Previous' }).press('Enter')
  await expect(pages).toContainText('Page 1 of 2')
  const save = page.getByRole('button', { name: 'Save view' })
  await save.press('Enter')
  await page.keyboard.type('About deposits')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'About deposits', exact: true })).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(save).toBeFocused()
  const clear = page.getByRole('button', { name: 'Clear' })
  await clear.press('Enter')
  await expect(clear).toBeDisabled()
  await expect(clear).toBeFocused()
  // What does nothing is no stop on the way.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'About deposits', exact: true })).toBeFocused()
  expect(await inspectPage(page, { phoneWidth: 320 })).toEqual([])
})
