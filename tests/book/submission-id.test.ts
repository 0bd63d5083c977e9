import { expect, test } from 'vitest'
import { newSubmissionId } from '../../src/server/book/submission.ts'

test('generates unique, valid, ascending submission ids', () => {
  const ids = Array.from({ length: 20_000 }, newSubmissionId)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
  const odd = ids.filter(
    (id) => !/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id),
  )
  expect(odd).toEqual([])
})
