import { z } from 'zod'
import { asVisitor } from '../../support/api.ts'
import { expect, LONG, test } from '../../support/product-test.ts'
import { addStaff, openBeside, openConsole } from '../staff.ts'

// What has the focus once the button that had it is gone.

const list = z.looseObject({ results: z.array(z.looseObject({ subject: z.string() })) })

test(
  'moves to the next message after an answer, then to the page',
  LONG,
  async ({ page, product, staff }) => {
    const subjects = ['Focus one', 'Focus two', 'Focus three']
    for (const subject of subjects) {
      const body = { name: 'Ana', email: 'ana@example.org', subject, message: 'Hello' }
      await asVisitor(product, 'POST', '/api/accounts/contact/', body)
    }
    // Other tests share the product, and leave messages.
    await page.route('**/api/operator/messages/?*', async (route) => {
      const response = await route.fetch()
      const all = list.parse(await response.json())
      const results = all.results.filter(({ subject }) => subjects.includes(subject))
      await route.fulfill({ response, json: { ...all, results, count: results.length } })
    })
    await openConsole(page, staff.support, '/queue/messages')
    const row = (subject: string) => page.getByRole('button', { name: subject })
    const answerOpen = async (subject: string) => {
      await page
        .getByRole('article')
        .filter({ hasText: subject })
        .getByLabel('Answer')
        .fill('Done.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(row(subject)).toHaveCount(0)
    }
    await row('Focus one').press('Enter')
    await answerOpen('Focus one')
    await expect(row('Focus two')).toBeFocused()
    await page.keyboard.press('j')
    await answerOpen('Focus three')
    await expect(row('Focus two')).toBeFocused()
    await answerOpen('Focus two')
    await expect(page.getByText('No messages are waiting.')).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  },
)

test(
  'moves to the heading after the end of an own session',
  LONG,
  async ({ browser, page, product }) => {
    // Other tests use the sessions of the other operators.
    const { mover } = await addStaff(product, { mover: 'support' })
    const other = await openBeside(browser, mover)
    await openConsole(page, mover, '/security')
    const sessions = page.getByRole('region', { name: 'Active sessions' })
    const ends = sessions.getByRole('button', { name: 'End' })
    await expect(ends.first()).toBeVisible()
    const count = await ends.count()
    await ends.first().press('Enter')
    await expect(ends).toHaveCount(count - 1)
    await expect(sessions.getByRole('heading')).toBeFocused()
    await other.context().close()
  },
)
