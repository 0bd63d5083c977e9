import { expect, test } from 'vitest'
import { changedFields } from '../../src/web/ui/form/changed-fields.ts'

const start = { url: 'https://a.example', enabled: true, events: ['b', 'a'] }

test('leaves out fields that are as the form opened', () => {
  expect(changedFields(start, { ...start, events: ['a', 'b'] })).toEqual({})
  expect(changedFields(start, { ...start, enabled: false })).toEqual({ enabled: false })
  expect(changedFields(start, { ...start, events: ['b'] })).toEqual({ events: ['b'] })
})
