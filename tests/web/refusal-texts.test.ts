import { fileURLToPath } from 'node:url'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { i18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { afterEach, expect, test } from 'vitest'
import type { Problem } from '../../src/contract/refusals/problem.ts'
import { english, text, type Text } from '../../src/contract/texts/texts.ts'
import { ApiError, fieldError, localize, messageOf } from '../../src/web/client/api-error.ts'
import { PLAN_NAMES } from '../../src/domain/money/catalog.ts'
import { judge } from '../../src/web/console/catalog/terms.ts'
import { rateTrouble } from '../../src/web/member/money/use-rate.ts'

const [catalog] = await getCatalogs(
  getConfig({ cwd: fileURLToPath(new URL('../..', import.meta.url)) }),
)
const messages = Object.fromEntries(
  Object.entries((await catalog?.read('es')) ?? {}).map(([id, { translation }]) => {
    return [id, compileMessageOrThrow(translation)]
  }),
)

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const speakSpanish = () => i18n.loadAndActivate({ locale: 'es', messages })

function refusal(code: string, said: Text, field?: string): ApiError {
  const detail = english(said)
  const problem: Problem = {
    type: 'about:blank',
    title: 'Refused',
    status: 400,
    request_id: '1',
    code,
    detail,
    text: said,
    ...(field && { errors: { [field]: [detail] }, issues: { [field]: [said] } }),
  }
  return new ApiError(400, problem, detail)
}

test('shows a refusal in the member’s language with its amount', () => {
  const said = text('insufficient_balance', { amount: '4.50' })
  const error = refusal('insufficient_balance', said)
  expect(messageOf(error, '')).toBe('Insufficient balance. Your wallet holds $4.50.')
  speakSpanish()
  expect(messageOf(error, '')).toBe('Saldo insuficiente. Tu billetera tiene $4.50.')
})

test('separates the thousands of a sum', () => {
  const limits = { payout: '1000.00', day: '25000.00', member: '100.00', total: '1234567.89' }
  const said = text('evidence_limits', limits)
  expect(localize(english(said), said)).toBe(
    'One operator: $1,000.00 a payout, $25,000.00 a day; ' +
      'adjusted $100.00 a member, $1,234,567.89 a day.',
  )
  speakSpanish()
  expect(localize(english(said), said)).toContain('$25,000.00')
})

test('shows a day in the reader’s format', () => {
  const said = text('evidence_sheet', { day: '2026-11-27' })
  expect(localize(english(said), said)).toBe('The newest sealed sheet is from Nov 27, 2026.')
  speakSpanish()
  expect(localize(english(said), said)).toContain('27 nov 2026')
})

test('changes no name, and no part of another sum', () => {
  const limits = { payout: '11000.00', day: '1000.00', member: '1', total: '2' }
  const said = text('evidence_limits', limits)
  expect(localize(english(said), said)).toContain('$11,000.00 a payout, $1,000.00 a day')
  const joined = text('referral_joined', { name: '1234.50' })
  expect(localize(english(joined), joined)).toBe('1234.50 joined with your referral code.')
  speakSpanish()
  expect(localize(english(joined), joined)).toContain('1234.50')
})

test.each([
  text('withdrawal_rejected_because', { reason: '1234.50' }),
  text('import_column_unknown', { column: '1234.50' }),
])('leaves text that people wrote as it is: $code', (said) => {
  expect(localize(english(said), said)).toBe(english(said))
  speakSpanish()
  expect(localize(english(said), said)).toContain('1234.50')
})

test('shows a time in the reader’s format', () => {
  const error = refusal('on_hold', text('on_hold', { time: '2026-11-28T12:18:22.799Z' }))
  expect(messageOf(error, '')).toMatch(/^This is on hold until Nov 28, 2026, \d\d:18\. Try/)
  speakSpanish()
  expect(messageOf(error, '')).toMatch(/^Esto está retenido hasta 28 nov 2026, \d\d:18\. Inténtalo/)
})

test('shows a text that is more specific than its refusal’s code', () => {
  const error = refusal('invalid_request', text('wallet_address_missing'))
  speakSpanish()
  expect(messageOf(error, '')).toBe('Indica una dirección TRX válida en tu perfil')
})

test('explains that a rate is held back, not missing', () => {
  const held = refusal('rate_held_back', text('rate_held_back'))
  const lost = 'Failed to load TRX conversion rate'
  expect(rateTrouble(held)).toBe(held.message)
  expect(rateTrouble(new ApiError(0, null, 'No answer.'))).toBe(lost)
  expect(rateTrouble(refusal('rate_unavailable', text('rate_unavailable')))).toBe(lost)
  speakSpanish()
  expect(rateTrouble(held)).toBe(
    'El precio de TRX acaba de moverse mucho. Los montos en TRX se pausan hasta confirmarlo.',
  )
})

test('shows a field’s error in Spanish with its figures', () => {
  const error = refusal('invalid_request', text('too_short', { min: 3 }), 'username')
  speakSpanish()
  expect(fieldError(error, 'username')).toBe('Usa al menos 3 caracteres.')
  expect(fieldError(error, 'email')).toBeUndefined()
  expect(messageOf(error, '')).toBe('Usa al menos 3 caracteres.')
})

test('shows an unknown code in English', () => {
  const later = { code: 'later_code', params: {} } as unknown as Text
  const problem = refusal('invalid_request', text('required')).problem as Problem
  speakSpanish()
  const error = new ApiError(400, { ...problem, detail: 'Something new.', text: later }, '')
  expect(messageOf(error, '')).toBe('Something new.')
})

test('explains in Spanish which rule a catalog breaks', () => {
  const amounts = { joining_fee: '1.00', level1: '0.75', level2: '0.50', sponsor_bonus: '0.00' }
  const plans = PLAN_NAMES.map((name) => ({ name, ...amounts, reentries: '0' }))
  expect(judge(plans).problem).toContain('exceed the joining fee')
  speakSpanish()
  expect(judge(plans).problem).toContain('superan la cuota de ingreso')
})
