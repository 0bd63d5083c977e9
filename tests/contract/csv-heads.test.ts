/** Exported lists have Spanish column names that are as many and as distinct as the fields. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '../../src/contract/calls.ts'
import type { CallContract } from '../../src/contract/endpoint.ts'
import { csvHeadOf } from '../../src/server/lists/csv-heads.ts'

/** The columns of each list that the console exports. */
const lists = Object.entries<CallContract>(calls).flatMap(([name, { query, answer }]) => {
  if (!query || !('format' in query.shape) || !('language' in query.shape)) return []
  const results: unknown = answer instanceof z.ZodObject ? answer.shape['results'] : undefined
  const row = results instanceof z.ZodArray ? results.element : undefined
  return row instanceof z.ZodObject ? [[name, Object.keys(row.shape)] as const] : []
})

// What both languages call the same.
const SAME = ['hash', 'id', 'plan']

test.each(lists)('%s has a Spanish name for every column', (_name, columns) => {
  const heads = columns.map((column) => csvHeadOf(column, 'es'))
  expect(heads.filter((head, at) => head === columns[at] && !SAME.includes(head))).toEqual([])
  expect(new Set(heads).size).toBe(columns.length)
})

test('uses field names without a language', () => {
  expect(csvHeadOf('wallet_address', undefined)).toBe('wallet_address')
  expect(csvHeadOf('wallet_address', 'en')).toBe('wallet_address')
  expect(lists.length).toBeGreaterThan(15)
})
