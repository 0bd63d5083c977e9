import { addMember } from '../support/members.ts'
import { answerAsNewer } from '../support/newer-answers.ts'
import { expect, LONG, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'
import { furnishConsole } from '../console/furnish.ts'
import { openConsole } from '../console/staff.ts'

// While we upgrade, pages of this version get answers from the next one.

test('shows values that this version doesn’t know', LONG, async ({ page, product, staff }) => {
  test.setTimeout(300_000)
  const names = ['newer-a', 'newer-b', 'newer-c']
  const members = await Promise.all(names.map((name) => addMember(product, name)))
  const paths = await furnishConsole(staff, members)
  await openConsole(page, staff.chief)
  const changed = await answerAsNewer(page)
  for (const path of paths) {
    await page.goto(`/operator${path}`)
    await settle(page)
    const heading = page.getByRole('heading', { level: 1 })
    await expect.soft(heading, path).toHaveCount(1)
    await expect.soft(heading, path).not.toHaveText('Unexpected Application Error!')
  }
  for (const field of ['status', 'stage', 'flags', 'state', 'kind', 'role', 'asset', 'type']) {
    expect(
      [...changed].some((name) => name.endsWith(`.${field}`)),
      field,
    ).toBe(true)
  }
})
