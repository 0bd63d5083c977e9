import { expect, test } from 'vitest'
import { ApiError, isFinalRefusal, isStoredRefusal } from '../../src/web/client/api-error.ts'

const refused = (status: number, code: string): ApiError => {
  const problem = { type: 'about:blank', title: '', status, detail: '', code, request_id: '' }
  return new ApiError(status, problem, '')
}

test('keeps a key until the server refuses for good', () => {
  expect(isFinalRefusal(refused(409, 'insufficient_balance'))).toBe(true)
  expect(isFinalRefusal(refused(400, 'invalid_request'))).toBe(true)
  expect(isFinalRefusal(refused(409, 'idempotency_in_progress'))).toBe(false)
  expect(isFinalRefusal(refused(503, 'outcome_unknown'))).toBe(false)
  expect(isFinalRefusal(new ApiError(0, null, 'no answer'))).toBe(false)
  expect(isFinalRefusal(new Error('a bug'))).toBe(false)
})

test('keeps the key of an unknown outcome until the server answers for that key', () => {
  expect(isStoredRefusal(refused(409, 'insufficient_balance'))).toBe(true)
  expect(isStoredRefusal(refused(409, 'idempotency_key_reused'))).toBe(true)
  expect(isStoredRefusal(refused(429, 'rate_limited'))).toBe(false)
  expect(isStoredRefusal(refused(401, 'token_expired'))).toBe(false)
  expect(isStoredRefusal(refused(403, 'step_up_required'))).toBe(false)
  expect(isStoredRefusal(refused(400, 'figures_differ'))).toBe(false)
  expect(isStoredRefusal(refused(503, 'outcome_unknown'))).toBe(false)
})
