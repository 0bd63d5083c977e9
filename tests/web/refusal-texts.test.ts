import { i18n } from '@lingui/core'
import { afterEach, expect, test } from 'vitest'
import { ApiError, fieldError, messageOf, translateServer } from '../../src/web/client/api-error.ts'
import { translateToSpanish } from '../../src/web/i18n/translate-to-spanish.ts'
import { rateTrouble } from '../../src/web/member/money/use-rate.ts'
import type { Problem } from '../../src/contract/problem.ts'

afterEach(() => {
  translateServer(null)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

function speakSpanish(): void {
  translateServer(translateToSpanish)
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

test('a rate that is held back is explained, one that is lost is said to be', () => {
  const held = refusal(
    'rate_held_back',
    'The TRX price just moved sharply. TRX is paused until the new price is confirmed.',
  )
  const lost = 'Failed to load TRX conversion rate'
  expect(rateTrouble(held)).toBe(held.message)
  expect(rateTrouble(new ApiError(0, null, 'No answer.'))).toBe(lost)
  expect(rateTrouble(refusal('rate_unavailable', 'There is no current TRX rate.'))).toBe(lost)
  speakSpanish()
  expect(rateTrouble(held)).toBe(
    'El precio de TRX acaba de moverse mucho. Los importes en TRX se pausan hasta confirmarlo.',
  )
})

test('what is said of a field is said in Spanish, with the figures that it names', () => {
  const fields = { username: ['Use at least 3 characters.', 'This field is required.'] }
  const error = refusal('invalid_request', 'Use at least 3 characters.', fields)
  speakSpanish()
  expect(fieldError(error, 'username')).toBe('Usa al menos 3 caracteres.')
  expect(messageOf(error, '')).toBe('Usa al menos 3 caracteres.')
  const most = 'Insufficient balance. Maximum withdrawal is $12.50'
  const short = refusal('insufficient_balance', most, { amount: [most] })
  expect(messageOf(short, '')).toBe('Saldo insuficiente. El retiro máximo es $12.50')
})

test('what has no translation stays as the server says it', () => {
  speakSpanish()
  expect(messageOf(refusal('later_code', 'Something new.'), '')).toBe('Something new.')
  const fields = { username: ['This name is odd.'] }
  expect(messageOf(refusal('invalid_request', 'Check.', fields), '')).toBe('This name is odd.')
})
