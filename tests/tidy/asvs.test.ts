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

const sizes = {
  RACE: 16,
  DEP: 19,
  WDR: 15,
  TOK: 9,
  ACC: 13,
  AZ: 5,
  MA: 3,
  INJ: 8,
  WEB: 7,
  NUM: 7,
  FUZ: 6,
  DOS: 6,
  OPS: 6,
}

test('every line of the attack list has a test that is there, or says why it has none', () => {
  const lines = readText('docs/security.md').matchAll(/^\| ([A-Z]+)-\w+ +\|[^|]*\|([^|]*)\|$/gm)
  const attacks = [...lines].map(([, group = '', where = '']) => ({ group, where }))
  const counted = Map.groupBy(attacks, ({ group }) => group)
  const found = [...counted].map(([group, { length }]) => [group, length])
  expect(Object.fromEntries(found)).toEqual(sizes)
  const named = attacks.flatMap(({ where }) =>
    [...where.matchAll(/`([a-z]+\/[\w.-]+)`/g)].map(([, name = '']) => name),
  )
  expect(attacks.filter(({ where }) => where.trim() === '')).toEqual([])
  const files = ['.test.ts', '.spec.ts', '']
  expect(named.filter((name) => !isThere(name, ['tests', 'src/server'], files))).toEqual([])
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
