import { expect, test } from 'vitest'
import { filesBelow, readText } from './sources.ts'

// Browser tests share a product, in which each username can be taken once.

const added = /\badd\w+\(\s*product,\s*'([\w-]+)'/g

test('no two browser tests add a member of the same name', () => {
  const paths = filesBelow('tests/browser').filter((path) => path.endsWith('.spec.ts'))
  const first = new Map<string, string>()
  const repeated: string[] = []
  for (const path of paths) {
    const names = [...readText(path).matchAll(added)].map(([, name = '']) => name)
    for (const name of new Set(names)) {
      const other = first.get(name)
      if (other === undefined) first.set(name, path)
      else repeated.push(`${path} and ${other} both add "${name}"`)
    }
  }
  expect(first.size).toBeGreaterThan(50)
  expect(repeated).toEqual([])
})
