import { expect, test } from 'vitest'
import { amountText, coinText } from '../../src/web/ui/format/coin-text.ts'

test('shows USDT with cents and TRX without trailing zeros, and keeps every digit', () => {
  expect(coinText('51.00000', 'USDT')).toBe('51.00 USDT')
  expect(coinText('30.6', 'USDT')).toBe('30.60 USDT')
  expect(coinText('0.123456', 'USDT')).toBe('0.123456 USDT')
  expect(coinText('113.68000', 'TRX')).toBe('113.68 TRX')
  expect(coinText('1250.00000', 'TRX')).toBe('1,250 TRX')
})

test('shows a sign only for a negative amount', () => {
  expect(amountText('4.00', null)).toBe('$4.00')
  expect(amountText('-4.00', 'USD')).toBe('−$4.00')
  expect(amountText('7.77', 'USDT')).toBe('7.77 USDT')
  expect(amountText('-7.77', 'USDT')).toBe('−7.77 USDT')
})
