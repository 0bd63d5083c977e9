import { expect, test } from 'vitest'
import { splitName } from '../../src/web/ui/seat/split-name.ts'

test('keeps a short name on one line', () => {
  expect(splitName('ana', 9)).toEqual(['ana'])
  expect(splitName('exactnine', 9)).toEqual(['exactnine'])
})

test('breaks a longer one after a mark, or in the middle', () => {
  expect(splitName('maria.rodriguez', 10)).toEqual(['maria.', 'rodriguez'])
  expect(splitName('maria-del-carmen', 10)).toEqual(['maria-', 'del-carmen'])
  expect(splitName('a-verylongname', 10)).toEqual(['a-veryl', 'ongname'])
})

test('cuts off what doesn’t fit on two lines', () => {
  expect(splitName('W'.repeat(30), 10)).toEqual(['W'.repeat(10), `${'W'.repeat(9)}…`])
})
