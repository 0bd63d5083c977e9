import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WithdrawalStages } from '../../src/web/member/withdrawal/withdrawal-stages.tsx'
import '../../src/web/i18n/english.ts'

type Withdrawal = Parameters<typeof WithdrawalStages>[0]['withdrawal']

const rejected: Withdrawal = {
  id: '7',
  amount: '5.00',
  fee_amount: '0.50',
  net_amount: '4.50',
  wallet_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  payment_method: 'trx',
  payment_details: '',
  revision: 1,
  status: 'rejected',
  stage: 'rejected',
  reason: null,
  request_date: '2026-11-27T06:00:00.000Z',
  processed_date: '2026-11-27T06:10:00.000Z',
  hold_until: null,
  transaction_hash: null,
  sent_amount: null,
  sent_rate: null,
}

function textFor(reason: string | null): string {
  const stages = createElement(WithdrawalStages, { withdrawal: { ...rejected, reason } })
  const html = renderToString(createElement(I18nProvider, { i18n }, stages))
  return html.replaceAll(/<[^>]*>/g, '')
}

test.each([
  [null, 'Rejected. The whole'],
  ['We can’t pay an exchange', 'Rejected: We can’t pay an exchange. The whole'],
  ['We can’t pay an exchange.', 'Rejected: We can’t pay an exchange. The whole'],
  ['Is this your address?', 'Rejected: Is this your address? The whole'],
])('ends the reason %j with one mark', (reason, text) => {
  expect(textFor(reason)).toContain(text)
})
