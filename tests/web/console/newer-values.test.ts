// Console texts need a locale when they load, so this comes first.
import '../../../src/web/i18n/english.ts'
import { expect, test } from 'vitest'
import { changeText } from '../../../src/web/console/staff/access-approvals.tsx'
import { stopOf } from '../../../src/web/console/withdrawal/not-now.tsx'

// A page of this version may get values that only the next one knows. It shows them as they are, or
// takes the careful way. tests/browser/newer/ opens every page with such values.

const withdrawalWith = (flags: string[]) => ({ flags }) as Parameters<typeof stopOf>[0]
const changeOf = (kind: string) =>
  ({ kind, username: 'ada', role: null }) as Parameters<typeof changeText>[0]

test('says not to pay a withdrawal with a flag that it doesn’t know', () => {
  expect(stopOf(withdrawalWith(['velocity', 'new_address']))).toBeUndefined()
  expect(stopOf(withdrawalWith(['velocity', 'sanctioned']))).toBe('newer')
  expect(stopOf(withdrawalWith(['sanctioned', 'disputed']))).toBe('disputed')
})

test('names an access change of a kind that it doesn’t know', () => {
  expect(changeText(changeOf('disable'))).toBe('Disable ada')
  expect(changeText(changeOf('lend_rights'))).toBe('Lend rights: ada')
})
