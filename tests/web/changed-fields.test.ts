import { expect, test } from 'vitest'
import { changedFields } from '../../src/web/ui/form/changed-fields.ts'

test('finds the fields that differ from when the form was opened', () => {
  const opened = { first_name: 'Ana', wallet_address: '', auto_upgrade: true }
  expect(changedFields({ ...opened }, opened)).toEqual({})
  const changed = { first_name: '', wallet_address: 'T1', auto_upgrade: false }
  expect(changedFields(changed, opened)).toEqual(changed)
  expect(changedFields({ ...opened, auto_upgrade: false }, opened)).toEqual({ auto_upgrade: false })
})

test('ignores the order of a checkbox group’s values', () => {
  const opened = { events: ['b', 'a'] }
  expect(changedFields({ events: ['a', 'b'] }, opened)).toEqual({})
  expect(changedFields({ events: ['b'] }, opened)).toEqual({ events: ['b'] })
})
