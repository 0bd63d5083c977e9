import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { furnishConsole, HOSTILE } from './console-pages.ts'
import { expect, test } from './console-test.ts'
import { findViolations } from './find-violations.ts'
import { addMember } from './members.ts'
import { settle } from './settle.ts'
import { openConsole } from './staff.ts'

test('every page: no violation in either theme, room on a phone, hostile text stays text', async ({
  page,
  product,
  desk,
}) => {
  // Some thirty pages: half a minute where nothing else runs.
  test.setTimeout(300_000)
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  const names = ['every-a', 'every-b', 'every-c']
  const members = await Promise.all(names.map((name) => addMember(product, name)))
  const paths = await furnishConsole(desk, members)
  await openConsole(page, desk.chief)
  const complaints: string[] = []
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.goto(`/operator${path}`)
    await settle(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const found = await findViolations(page)
    // Only colours differ between the themes.
    await page.evaluate(() => document.documentElement.classList.remove('dark'))
    const light = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze()
    found.push(...light.violations.flatMap(({ nodes }) => nodes.map(({ html }) => `pale: ${html}`)))
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > 390) found.push(`${wide} px wide on a phone`)
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
