import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { furnishConsole, HOSTILE } from './console-pages.ts'
import { expect, test } from './console-test.ts'
import { inspectConsole } from './inspect-console.ts'
import { addMember } from './members.ts'
import { settle } from './settle.ts'
import { openConsole } from './staff.ts'

const QUIET_MS = 120

test('every page: no violation in either theme, room on a phone, hostile text stays text', async ({
  page,
  product,
  desk,
}) => {
  // Some thirty pages: twenty seconds where nothing else runs.
  test.setTimeout(300_000)
  const names = ['every-a', 'every-b', 'every-c']
  const members = await Promise.all(names.map((name) => addMember(product, name)))
  const paths = await furnishConsole(desk, members)
  await openConsole(page, desk.chief)
  const complaints: string[] = []
  for (const path of paths) {
    await page.goto(`/operator${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await settle(page, QUIET_MS)
    const found = await inspectConsole(page)
    if (!(await page.title()).endsWith('Twofold console')) found.push('something ran')
    complaints.push(...found.map((text) => `${path}: ${text}`))
  }
  expect(complaints).toEqual([])
  const member = paths.find((path) => /^\/members\/\d+$/.test(path)) ?? ''
  await page.goto(`/operator${member}`)
  await expect(page.getByText(HOSTILE.name).first()).toBeVisible()
  await page.goto(`/operator${member}?tab=notes`)
  await expect(page.getByText('<script>document.title="run"</script>')).toBeVisible()
})

const build = fileURLToPath(new URL('../../build/', import.meta.url))
const scriptsIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(join(build, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(build, folder, name), 'utf8')]),
  )

test('members load no line of the console', () => {
  const ours = scriptsIn('console')
  const theirs = scriptsIn('client')
  expect(ours.size).toBeGreaterThan(10)
  expect([...ours.values()].some((text) => text.includes('/api/operator/'))).toBe(true)
  const shared = [...theirs].filter(([name, text]) => {
    return (
      ours.has(name) || text.includes('Operator console') || text.includes('Withdrawals to decide')
    )
  })
  expect(shared.map(([name]) => name)).toEqual([])
})
