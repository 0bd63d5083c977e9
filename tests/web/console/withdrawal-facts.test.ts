// Console texts need a locale when they load, so this comes first.
import '../../../src/web/i18n/english.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { isClosed, WithdrawalFacts } from '../../../src/web/console/withdrawal/withdrawal-facts.tsx'

type Withdrawal = Parameters<typeof WithdrawalFacts>[0]['withdrawal']

// The rows need only these.
const pending = {
  id: '7',
  member_id: '3',
  username: 'ada',
  amount: '5.00',
  fee_amount: '0.50',
  net_amount: '4.50',
  payment_method: 'trx',
  wallet_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  revision: 1,
  stage: 'pending',
  status: 'pending',
  reason: null,
  request_date: '2026-11-27T06:00:00.000Z',
  processed_date: null,
  hold_until: null,
  transaction_hash: null,
  claim: null,
  flags: [],
  approvals: [],
  approvals_needed: 1,
  payouts: [],
}

function textFor(changes: Partial<Withdrawal>): string {
  const withdrawal = { ...pending, ...changes } as Withdrawal
  const facts = createElement(WithdrawalFacts, { withdrawal })
  const page = createElement(MemoryRouter, null, facts)
  const html = renderToString(createElement(I18nProvider, { i18n }, page))
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

test.each([
  ['pending', 'To be paid $4.50'],
  ['sent', 'To be paid $4.50'],
  ['confirmed', 'Paid $4.50'],
] as const)('says of a %s withdrawal %j', (stage, text) => {
  expect(textFor({ stage })).toContain(` ${text} `)
})

test.each(['rejected', 'cancelled'] as const)('shows no net amount if %s', (stage) => {
  expect(textFor({ stage })).not.toContain('$4.50')
})

test('leaves out a hold and a transaction that don’t exist', () => {
  expect(textFor({})).not.toMatch(/Held until|Transaction/)
  expect(textFor({ transaction_hash: 'ab'.repeat(32) })).toContain(` ${'ab'.repeat(32)} `)
})

test.each(['confirmed', 'rejected', 'cancelled'] as const)('is closed once it is %s', (stage) => {
  expect(isClosed({ stage })).toBe(true)
})

test.each(['pending', 'approved', 'sent', 'failed'] as const)('is open while %s', (stage) => {
  expect(isClosed({ stage })).toBe(false)
})
