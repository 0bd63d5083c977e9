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
