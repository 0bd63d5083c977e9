import { isLong } from '../../support/scale.ts'
import { addMember } from '../support/members.ts'
import { inspectPage } from '../support/inspect/inspect-page.ts'
import { expect, test } from '../support/product-test.ts'
import { settle } from '../support/settle.ts'
import { furnishConsole, HOSTILE } from './furnish.ts'
import { openConsole } from './staff.ts'

test('shows hostile text on every page, is accessible in both themes, and fits 320 px', async ({
  page,
  product,
  staff,
}) => {
  test.setTimeout(300_000)
  const names = ['every-a', 'every-b', 'every-c']
  const members = await Promise.all(names.map((name) => addMember(product, name)))
  const paths = await furnishConsole(staff, members)
  const member = paths.find((path) => /^\/members\/\d+$/.test(path)) ?? ''
  await openConsole(page, staff.chief)
  const hostile: Record<string, string> = {
    [member]: HOSTILE.name,
    [`${member}?tab=notes`]: '<script>document.title="run"</script>',
  }
  // Pages share their parts, so some pages show most of them. The long run visits each page.
  const visited = paths.filter((path, no) => isLong || no % 32 === 0 || hostile[path])
  for (const path of visited) {
    await page.goto(`/operator${path}`)
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await settle(page)
    expect.soft(await inspectPage(page, { phoneWidth: 320 }), path).toEqual([])
    await expect.soft(page, path).toHaveTitle(/Twofold console$/)
    const text = hostile[path]
    if (text) await expect.soft(page.getByText(text).first()).toBeVisible()
  }
})
