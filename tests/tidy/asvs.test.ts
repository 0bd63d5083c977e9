import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/sources.ts'
import { readText } from './sources.ts'

const rows = [...readText('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) +\|[^|]*\|([^|]*)\|$/gm)]

const isThere = (name: string, folders: string[], endings: string[]): boolean =>
  folders.some((folder) => endings.some((ending) => existsSync(join(root, folder, name + ending))))

test('each of the 197 requirements that apply has one line that says where it is met', () => {
  expect(new Set(rows.map(([, number]) => number)).size).toBe(197)
  expect(rows).toHaveLength(197)
  expect(rows.filter(([, , where = '']) => where.trim() === '')).toEqual([])
  const gaps = rows.filter(([, , where = '']) => where.includes('GAP'))
  process.stdout.write(`ASVS: ${rows.length} requirements, ${gaps.length} with a gap\n`)
})

test('the files and tests that it names are there', () => {
  const missing = rows.flatMap(([, number, where = '']) => {
    const named = [...where.matchAll(/[\w-]+(?:\/[\w-]+)*\/[\w.-]*[\w-]/g)].map(([name]) => name)
    const files = named.filter((name) => name.startsWith('tests/') || /\.(ts|txt|md)$/.test(name))
    return files
      .filter((name) => !isThere(name, ['', 'src', 'src/server'], ['', '.test.ts', '.spec.ts']))
      .map((name) => `${number} names ${name}`)
  })
  expect(missing).toEqual([])
})
