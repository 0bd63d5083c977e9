import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/sources.ts'
import { limits } from './spec-lines/limits.ts'
import { messages } from './spec-lines/messages.ts'
import { held } from './spec-lines/named-tests.ts'
import { readTest } from './spec-lines/read-tests.ts'
import { validation } from './spec-lines/validation.ts'

// Sections 5, 8 and 9 of the specification, line by line, with the tests that hold them.

const sections = { 'Validation rules': validation, 'Error catalogue': messages, Limits: limits }
const lines = Object.values(sections).flat()

test('every test that the lines name is there, in its file and with its title', () => {
  const missing = Object.values(held).filter(
    (name) => !existsSync(join(root, `tests/${name[0]}.ts`)) || readTest(name) === null,
  )
  expect(missing).toEqual([])
  const used = new Set(lines.flatMap(({ heldBy }) => heldBy))
  expect(Object.values(held).filter((name) => !used.has(name))).toEqual([])
})

test('every line of validation, errors, successes and limits has its tests', () => {
  for (const [section, list] of Object.entries(sections)) {
    process.stdout.write(`${section}: ${list.length} lines\n`)
    expect(new Set(list.map(({ line }) => line)).size).toBe(list.length)
  }
  expect(lines.filter(({ heldBy }) => heldBy.length === 0)).toEqual([])
})

test('what a line says in words stands in one of its tests', () => {
  const unsaid = lines.flatMap(({ line, says = [], heldBy }) => {
    const texts = heldBy.map((name) => readTest(name) ?? '')
    const silent = says.filter((word) => !texts.some((text) => text.includes(word)))
    return silent.map((word) => `${line}: ${word}`)
  })
  expect(unsaid).toEqual([])
})
