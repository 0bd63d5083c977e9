import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../src/web/client/api-error.ts'
import { verdictOf } from '../../src/web/member/deposit/verify/verdict.ts'

const refused = (status: number, code: string, said?: string): ApiError => {
  const problem = { type: 'about:blank', title: '', status, detail: '', code, request_id: '' }
  const text = said === undefined ? {} : { text: { code: said, params: {} } }
  return new ApiError(status, { ...problem, ...text }, '')
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('claims that nothing changed only if the server said so', () => {
  expect(verdictOf(refused(429, 'rate_limited')).next).toContain('Nothing changed')
  expect(verdictOf(refused(503, 'overloaded')).next).toContain('Nothing changed')
  const unknown = [
    new ApiError(0, null, 'no answer'),
    refused(500, 'internal'),
    refused(503, 'outcome_unknown'),
    refused(409, 'idempotency_in_progress'),
    new Error('a bug'),
  ]
  for (const error of unknown) {
    expect(verdictOf(error).next).toMatch(/^We may have credited it/)
  }
})

test('reassures members about the other coin, but not about a token that we never credit', () => {
  expect(verdictOf(refused(409, 'wrong_token', 'wrong_token')).next).toContain('isn’t lost')
  expect(verdictOf(refused(409, 'wrong_token')).next).toContain('isn’t lost')
  const never = verdictOf(refused(409, 'wrong_token', 'token_not_credited'))
  expect(never.next).toBe('We can’t credit it. Contact support.')
})
