import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../support/sources.ts'
import { readText } from '../sources.ts'

const rows = [...readText('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) +\|[^|]*\|([^|]*)\|$/gm)]

const isThere = (name: string, folders: string[], endings: string[]): boolean =>
  folders.some((folder) => endings.some((ending) => existsSync(join(root, folder, name + ending))))

type Named = { number: string; file: string; title: string }

/** The tests that a row cites: file and title. */
const testsOf = (number: string, where: string): Named[] =>
  [...where.matchAll(/tests\/([\w/.-]+): “([^”]+)”/g)].map(([, file = '', title = '']) => {
    return { number, file, title }
  })

test('each requirement names a test, or why it has none', () => {
  const silent = rows.filter(
    ([, number = '', where = '']) =>
      testsOf(number, where).length === 0 && !/_gap_: \S+ \S+/.test(where),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(silent.map(([, number]) => number)).toEqual([])
})

/** Whether a file has a test with exactly this title. */
function hasTest({ file, title }: Named): boolean {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const opened = new RegExp(`(?:\\btest(?:\\.\\w+)?\\(|\\)\\()\\s*['"\`]${literal}['"\`]`)
  return ['.test.ts', '.spec.ts'].some((ending) => {
    const path = join(root, 'tests', file + ending)
    return existsSync(path) && opened.test(readFileSync(path, 'utf8'))
  })
}

test('the named tests exist under their titles', () => {
  const named = rows.flatMap(([, number = '', where = '']) => testsOf(number, where))
  expect(named.filter((each) => !hasTest(each))).toEqual([])
  const other = { number: '', file: 'tidy/documents/asvs', title: 'no such title' }
  expect(hasTest(other)).toBe(false)
})

test('security.md names existing files and tests', () => {
  const named = [...readText('docs/security.md').matchAll(/`([a-z][\w-]*(?:\/[\w.-]+)+)`/g)]
  const folders = ['', 'src', 'src/server', 'tests']
  const endings = ['', '.ts', '.test.ts', '.spec.ts']
  expect(named.length).toBeGreaterThan(200)
  const gone = named.filter(([, name = '']) => !isThere(name, folders, endings))
  expect(gone.map(([, name]) => name)).toEqual([])
})

test('the named files exist', () => {
  const missing = rows.flatMap(([, number, where = '']) => {
    const named = [...where.matchAll(/[\w-]+(?:\/[\w-]+)*\/[\w.-]*[\w-]/g)].map(([name]) => name)
    const files = named.filter((name) => name.startsWith('tests/') || /\.(ts|txt|md)$/.test(name))
    return files
      .filter((name) => !isThere(name, ['', 'src', 'src/server'], ['', '.test.ts', '.spec.ts']))
      .map((name) => `${number} names ${name}`)
  })
  expect(missing).toEqual([])
})
