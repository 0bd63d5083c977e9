import { i18n } from '@lingui/core'
import { afterEach, expect, test } from 'vitest'
import { ApiError, messageOf, translateRefusals } from '../../src/web/api-error.ts'
import { refusals } from '../../src/web/i18n/refusals-es.ts'
import type { Problem } from '../../src/contract/problem.ts'

afterEach(() => translateRefusals({}))

function speakSpanish(): void {
  translateRefusals(refusals)
  i18n.loadAndActivate({ locale: 'es', messages: {} })
}

function refusal(code: string, detail: string, errors?: Problem['errors']): ApiError {
  const rest = { type: 'about:blank', title: 'Refused', status: 400, request_id: '1' }
  return new ApiError(400, { ...rest, code, detail, ...(errors && { errors }) }, detail)
}

test('a refusal is said in Spanish by its code, with the amount that it names', () => {
  const error = refusal('insufficient_balance', 'Insufficient balance. Your wallet holds $4.50.')
  expect(messageOf(error, '')).toBe('Insufficient balance. Your wallet holds $4.50.')
  speakSpanish()
  expect(messageOf(error, '')).toBe('Saldo insuficiente. Tu billetera tiene $4.50.')
})

test('what has no translation, and what is said of a field, stays as the server says it', () => {
  speakSpanish()
  expect(messageOf(refusal('later_code', 'Something new.'), '')).toBe('Something new.')
  const fields = { username: ['This name is taken.'] }
  expect(messageOf(refusal('invalid_request', 'Check.', fields), '')).toBe('This name is taken.')
})
