import { WhatIf } from '../../../src/contract/subjects/catalog.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { openBeside, openConsole, pressAndConfirm } from './staff.ts'
import { growTeam } from '../support/team.ts'

test(
  'checks a new catalog while typing, replays it, and needs two admins to publish it',
  LONG,
  async ({ page, browser, staff }) => {
    await growTeam(staff, ['ladder-a', 'ladder-b', 'ladder-c'])
    await openConsole(page, staff.chief, '/catalogs')
    // Without a draft to edit, the editor redirects to the list.
    await page.goto('/operator/catalogs/edit')
    await expect(page).toHaveURL('/operator/catalogs')
    const start = page.getByRole('button', { name: 'New draft' })
    // A key press doesn't wait for the terms that it starts from.
    await expect(start).toBeEnabled()
    await start.press('Enter')
    await expect(page.getByRole('heading', { name: /^Draft / })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    const level1 = page.getByRole('textbox', { name: 'Bronze, level 1' })

    await test.step('shows at once why a draft is unsound and can’t be saved', async () => {
      await level1.fill('0.75')
      await expect(page.getByText(/Bronze: the rewards .* exceed the joining fee/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled()
      await level1.fill('0.40')
      await expect(page.getByText('Sound: no plan pays out more', { exact: false })).toBeVisible()
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
    })

    await test.step('keeps unsaved figures when another admin saves theirs', async () => {
      const { search } = new URL(page.url())
      const beside = await openBeside(browser, staff.second, `/catalogs/edit${search}`)
      await beside.getByLabel('Note').fill('Seen by second.')
      await beside.getByRole('button', { name: 'Save draft' }).click()
      await expect(beside.getByText('Saved.', { exact: true })).toBeVisible()
      await beside.context().close()
      await page.getByLabel('Note').fill('Lower level 1.')
      await page.reload()
      await expect(page.getByText('second has changed this draft since you began.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled()
      await page.getByRole('button', { name: 'Keep mine' }).click()
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByText('Last changed by chief')).toBeVisible()
      await expect(page.getByLabel('Note')).toHaveValue('Lower level 1.')
    })

    await test.step('replays past activations under the draft', async () => {
      // Read it in transit, because the browser may have dropped the answer later.
      const answers: unknown[] = []
      await page.route('**/what-if/', async (route) => {
        const response = await route.fetch()
        answers.push(await response.json())
        await route.fulfill({ response })
      })
      await page.getByRole('button', { name: 'Replay' }).click()
      const result = page.getByRole('table', { name: 'Actual and draft results' })
      await expect(result.getByRole('row', { name: /Paid in rewards/ })).toBeVisible({
        timeout: 30_000,
      })
      const differing = page.getByRole('table', { name: 'Who would differ most' })
      await expect(differing.getByRole('row', { name: /ladder-a/ })).toContainText('−$0.20')
      // The payments of this worker's other tests decide which of the two it is.
      const { answer } = WhatIf.parse(answers.at(-1))
      const verdict = answer?.solvent.draft === true ? 'stays solvent' : 'would be insolvent'
      await expect(page.getByText(`The company ${verdict}`)).toBeVisible()
      await page.unroute('**/what-if/')
    })

    await test.step('proposes it for a chosen time, and not to its author', async () => {
      await page.getByRole('button', { name: 'Propose' }).click()
      const dialog = page.getByRole('dialog')
      const starts = dialog.getByLabel('In force from')
      await starts.fill('2040-01-01T09:00')
      await dialog.getByRole('button', { name: 'Propose' }).click()
      await expect(dialog.getByText('Choose a time within a year.')).toBeVisible()
      await starts.fill('2025-01-01T09:00')
      await dialog.getByRole('button', { name: 'Propose' }).click()
      await expect(dialog.getByText('Choose a time in the future.')).toBeVisible()
      await starts.fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16))
      await dialog.getByRole('button', { name: 'Propose' }).click()
      await expect(page.getByText('You proposed it. Needs another admin’s approval.')).toBeVisible()
      // Locators don't find anything behind a dialog until it closes.
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'Takes effect' })).toBeFocused()
      await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
      await expect(page.getByText('That time has passed.', { exact: false })).toHaveCount(0)
    })

    const beside = await openBeside(browser, staff.second, '/queue/approvals')
    const proposed = beside.getByRole('listitem').filter({ hasText: 'proposed by chief' })
    await proposed.getByRole('link', { name: 'Review' }).click()
    await beside.getByRole('button', { name: 'Approve' }).click()
    const asks = beside.getByRole('dialog', { name: 'Approve this catalog' })
    await expect(asks).toContainText('In force from')
    await expect(asks.getByRole('button', { name: 'Approve' })).toBeFocused()
    await beside.keyboard.press('Enter')
    await expect(beside.getByText('Approved. It is in force from', { exact: false })).toBeVisible()
    // The button that had the focus is gone.
    await expect(beside.getByRole('heading', { name: 'Takes effect' })).toBeFocused()
    await expect(beside.getByText('Approved by second')).toBeVisible()
    await beside.context().close()

    await test.step('returns it to draft after its approval', async () => {
      await page.reload()
      await page.getByRole('button', { name: 'Return to draft' }).press('Enter')
      await page.getByRole('dialog').getByLabel('Reason').fill('A wrong figure.')
      await page.getByRole('dialog').getByRole('button', { name: 'Return' }).press('Enter')
      await expect(page.getByText('Returned to draft.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Propose' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Takes effect' })).toBeFocused()
    })

    await test.step('asks before it discards the draft', async () => {
      const discard = page.getByRole('button', { name: 'Discard' })
      await discard.press('Enter')
      const sure = page.getByRole('dialog', { name: 'Discard this draft' })
      await expect(sure).toContainText('You can’t undo this.')
      await page.keyboard.press('Escape')
      await expect(sure).toHaveCount(0)
      await expect(discard).toBeFocused()
      await pressAndConfirm(discard, 'Discard')
      await expect(page.getByText('This draft was discarded.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Takes effect' })).toBeFocused()
    })
  },
)
