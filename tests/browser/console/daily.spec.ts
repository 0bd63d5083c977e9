import { z } from 'zod'
import { addMember } from '../support/members.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { asOperator, openBeside, openConsole } from './staff.ts'

// Staff's daily work apart from the queues: find, sort, save a view, add a note, suspend, and
// check.

test(
  'finds a list by key, filters and sorts it, and saves the view',
  LONG,
  async ({ browser, page, product, staff }) => {
    await addMember(product, 'daily-one')
    await addMember(product, 'daily-two')
    await openConsole(page, staff.support, '/members')
    const rows = page.getByRole('table', { name: 'Members' }).getByRole('row')

    await test.step('opens the search by key, and keeps it in the URL', async () => {
      await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
      await page.keyboard.press('/')
      await expect(page.getByRole('searchbox', { name: 'Search members' })).toBeFocused()
      await page.keyboard.type('daily-')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/operator/members?search=daily-')
      await expect(rows).toHaveCount(3)
    })

    await test.step('suggests members as one types, reached by the arrow keys', async () => {
      await page.getByRole('heading', { name: 'Members' }).click()
      await page.keyboard.press('/')
      await page.getByRole('searchbox', { name: 'Search members' }).fill('daily-tw')
      await expect(page.getByRole('list', { name: 'Members found' })).toContainText('daily-two')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'daily-two' })).toBeVisible()
      await page.goBack()
    })

    await test.step('lists the keys', async () => {
      await page.keyboard.press('?')
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await expect(dialog).toContainText('next and previous item')
      await dialog.getByLabel('Single-letter keys').uncheck()
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(dialog).toHaveCount(0)
      await page.evaluate(() => localStorage.removeItem('single_keys'))
      await page.reload()
    })

    await test.step('sorts by a pressed column', async () => {
      await page.getByRole('button', { name: 'Member' }).click()
      await expect(page.getByRole('columnheader', { name: 'Member' })).toHaveAttribute(
        'aria-sort',
        'ascending',
      )
      await expect(rows.nth(1)).toContainText('daily-one')
    })

    await test.step('saves and removes a named view', async () => {
      await page.getByRole('button', { name: 'Save view' }).click()
      const dialog = page.getByRole('dialog', { name: 'Save view' })
      await dialog.getByLabel('Name').fill('Our two')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toHaveCount(0)
      await page.getByRole('button', { name: 'Clear' }).click()
      await expect(page).toHaveURL('/operator/members')
      await page.reload()
      await page.getByRole('link', { name: 'Our two' }).click()
      await expect(page).toHaveURL(/search=daily-&sort=username$/)
      await expect(rows).toHaveCount(3)
      await page.getByRole('button', { name: 'Edit view Our two' }).click()
      const edit = page.getByRole('dialog', { name: 'Edit view' })
      await edit.getByLabel('Name').fill('Our pair')
      await edit.getByLabel('Open the list with this view').check()
      await edit.getByRole('button', { name: 'Save' }).click()
      await expect(edit).toHaveCount(0)
      // The same person in another browser.
      const other = await openBeside(browser, staff.support, '/members')
      await expect(other).toHaveURL(/search=daily-&sort=username$/)
      await expect(other.getByRole('link', { name: /Our pair/ })).toBeVisible()
      await other.context().close()
      await page.getByRole('button', { name: 'Edit view Our pair' }).click()
      await edit.getByRole('button', { name: 'Delete view' }).press('Enter')
      await expect(page.getByRole('link', { name: 'Our pair' })).toHaveCount(0)
      // It was the last one, so the dialog is gone with the views.
      await expect(page.getByRole('main')).toBeFocused()
      await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible()
    })

    await test.step('ignores letter keys when switched off', async () => {
      await page.goto('/operator/security')
      await page.getByLabel('Single-letter keys').uncheck()
      await page.keyboard.press('/')
      await expect(page.getByRole('searchbox', { name: 'Search members' })).not.toBeFocused()
      await page.getByLabel('Single-letter keys').check()
      await page.keyboard.press('/')
      await expect(page.getByRole('searchbox', { name: 'Search members' })).toBeFocused()
    })
  },
)

test(
  'adds a note, suspends and reinstates a member, reads figures, and checks the ledger',
  LONG,
  async ({ page, product, staff }) => {
    await addMember(product, 'daily-three')
    await openConsole(page, staff.chief, '/members')

    const search = page.getByRole('searchbox', { name: 'Search', exact: true })
    await test.step('filters a list while typing', async () => {
      await search.pressSequentially('daily-thre')
      await expect(page).toHaveURL('/operator/members?search=daily-thre')
      await page.keyboard.type('e')
      await expect(page).toHaveURL('/operator/members?search=daily-three')
      await expect(search).toHaveValue('daily-three')
      await expect(search).toBeFocused()
    })

    await test.step('clears the filters during the pause in typing', async () => {
      await search.pressSequentially('x')
      await page.getByRole('button', { name: 'Clear' }).click()
      await expect(search).toHaveValue('')
      await expect(page).toHaveURL('/operator/members')
    })
    await test.step('clears the filters as the pause ends', async () => {
      const clear = page.getByRole('button', { name: 'Clear' })
      for (let round = 0; round < 3; round++) {
        await search.fill('daily-three')
        await expect(page).toHaveURL('/operator/members?search=daily-three')
        await search.pressSequentially('x')
        // The page is busy from the press until after the pause.
        await clear.evaluate((button: HTMLButtonElement) => {
          button.click()
          const end = performance.now() + 400
          while (performance.now() < end);
        })
        await expect(page).toHaveURL('/operator/members')
        await expect(search).toHaveValue('')
      }
    })
    await page.getByRole('link', { name: 'daily-three' }).click()

    await test.step('shows a note with its author', async () => {
      await page.getByRole('link', { name: 'Notes' }).click()
      await page.getByLabel('New note').fill('Called about a lost phone.')
      await page.getByRole('button', { name: 'Add note' }).click()
      const note = page.getByRole('listitem').filter({ hasText: 'Called about a lost phone.' })
      await expect(note).toContainText('chief')
      await expect(page.getByLabel('New note')).toHaveValue('')
    })

    await test.step('suspends with a reason, and reinstates', async () => {
      for (const [act, other] of [
        ['Suspend', 'Reinstate'],
        ['Reinstate', 'Suspend'],
      ] as const) {
        await page.getByRole('button', { name: act }).click()
        const dialog = page.getByRole('dialog', { name: `${act} daily-three` })
        await dialog.getByLabel('Reason').fill('The phone was lost.')
        await dialog.getByRole('button', { name: act }).click()
        await expect(dialog).toHaveCount(0)
        await expect(page.getByRole('button', { name: other })).toBeVisible()
      }
    })

    await test.step('shows charts as tables for the chosen period', async () => {
      await page.goto('/operator')
      await page.getByRole('link', { name: '7 days' }).click()
      await expect(page).toHaveURL('/operator?days=7')
      const chart = page.getByRole('region', { name: 'Joins and activations' })
      await chart.getByRole('button', { name: /^As table/ }).click()
      const table = chart.getByRole('table', { name: 'Joins and activations' })
      await expect(table.getByRole('row')).toHaveCount(8)
      await expect(table.getByRole('row').last().getByRole('cell').first()).not.toHaveText('0')
    })

    await test.step('shows the first point of a line, before there is a line', async () => {
      await page.route('**/operator/trends/**', async (route) => {
        const response = await route.fetch()
        const trends = z
          .looseObject({ solvency: z.array(z.unknown()) })
          .parse(await response.json())
        await route.fulfill({ response, json: { ...trends, solvency: trends.solvency.slice(-1) } })
      })
      await page.reload()
      const chart = page.getByRole('region', { name: 'Owed and held' })
      await expect(chart.locator('svg circle').first()).toBeVisible()
      await page.unroute('**/operator/trends/**')
    })

    await test.step('changes an alert’s limit', async () => {
      await page.goto('/operator/alerts')
      const name = /^Change Emails that failed/
      const rows = page.getByRole('table', { name: 'Alerts' }).getByRole('row')
      const row = rows.filter({ has: page.getByRole('button', { name }) })
      await row.getByRole('button', { name }).click()
      await page
        .getByRole('dialog')
        .getByLabel(/^Limit/)
        .fill('77')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(row).toContainText('77')
    })

    await test.step('checks the whole ledger', async () => {
      await page.goto('/operator/system')
      await page.getByRole('button', { name: 'Check ledger' }).click()
      await expect(page.getByText('The ledger is consistent')).toBeVisible({ timeout: 60_000 })
    })
  },
)

const alerts = z.array(z.object({ name: z.string(), enabled: z.boolean(), limit: z.string() }))

test('keeps an alert off that a colleague turned off meanwhile', LONG, async ({ page, staff }) => {
  const ask = await asOperator(staff.second)
  const name = 'message_age'
  const [before] = alerts.parse(await ask('GET', 'alerts/')).filter((each) => each.name === name)
  await openConsole(page, staff.chief, '/alerts')
  await page.getByRole('button', { name: /^Change Age of the oldest unanswered/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Limit/).fill('78')
  await ask('POST', `alerts/${name}/`, { enabled: false, limit: before?.limit })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const after = alerts.parse(await ask('GET', 'alerts/'))
  expect(after).toContainEqual({ name, enabled: false, limit: '78' })
})
