/** Reading, rounding, and showing amounts, at their limits. */
import { expect, test } from 'vitest'
import {
  divideHalfUp,
  formatCrypto,
  formatUnits,
  formatUsd,
  isTooManyUsd,
  MAX_AMOUNT,
  micros,
  parseUnits,
  parseUsd,
  rateE8,
  smallerOf,
  units,
} from '../../src/domain/money/money.ts'
import { approximateTrx, coinsFor, formatRate, parseRate } from '../../src/domain/money/rate.ts'

test.each<[string, bigint | null]>([
  ['0', 0n],
  ['0.01', 10_000n],
  ['12.5', 12_500_000n],
  ['12.50', 12_500_000n],
  ['1000000000', MAX_AMOUNT],
  ['1000000000.00', MAX_AMOUNT],
  ['1000000000.01', null],
  ['1000000001', null],
  ['12.505', null],
  ['12.500', null],
  ['012', null],
  ['-1', null],
  ['.5', null],
  ['5.', null],
  ['1e3', null],
  ['1,000', null],
  [' 1', null],
  ['', null],
])('reads "%s" dollars', (text, amount) => {
  expect(parseUsd(text)).toBe(amount)
})

test('reads coins with six decimals, up to the largest amount', () => {
  expect(parseUnits('0.000001')).toBe(1n)
  expect(parseUnits('1000000000')).toBe(MAX_AMOUNT)
  expect(parseUnits('1000000000.000001')).toBeNull()
  expect(parseUnits('0.0000001')).toBeNull()
})

test('knows an amount that is only too large from what is no amount', () => {
  expect(['1000000000.01', '1000000001'].map(isTooManyUsd)).toEqual([true, true])
  expect(['1000000000', '12.505', '0', 'much'].map(isTooManyUsd)).toEqual(Array(4).fill(false))
})

test('rounds halves away from zero', () => {
  const halves = [-3n, -2n, -1n, 0n, 1n, 2n, 3n].map((half) => divideHalfUp(half, 2n))
  expect(halves).toEqual([-2n, -1n, -1n, 0n, 1n, 1n, 2n])
  expect([-14n, -16n, 14n, 16n].map((each) => divideHalfUp(each, 10n))).toEqual([-1n, -2n, 1n, 2n])
})

test('the smaller of two amounts', () => {
  expect([smallerOf(1n, 2n), smallerOf(2n, 1n), smallerOf(-1n, -2n)]).toEqual([1n, 1n, -2n])
})

test('shows dollars with cents, and more decimals only where there are any', () => {
  const amounts = [0n, 5n, -5n, 10_000n, 12_500_000n, -12_505_000n, MAX_AMOUNT]
  expect(amounts.map(formatUsd)).toEqual([
    '0.00',
    '0.000005',
    '-0.000005',
    '0.01',
    '12.50',
    '-12.505',
    '1000000000.00',
  ])
})

test('shows coins: TRX with five decimals, USDT with two', () => {
  expect(formatCrypto('TRX', 12_500_000n)).toBe('12.50000')
  expect(formatCrypto('TRX', 1n)).toBe('0.000001')
  expect(formatCrypto('USDT', 12_500_000n)).toBe('12.50')
  expect(formatUnits(12_500_000n)).toBe('12.5')
  expect(formatUnits(12_000_000n)).toBe('12')
})

test('reads and shows rates', () => {
  expect(['0.25', '0.00000001', '0', '0.000000001', '-1'].map(parseRate)).toEqual([
    25_000_000n,
    1n,
    null,
    null,
    null,
  ])
  expect([25_000_000n, 25_123_456n, 1n].map(formatRate)).toEqual([
    '0.25',
    '0.25123456',
    '0.00000001',
  ])
})

test('asks for enough TRX in steps of ten sun, and shows the nearest step', () => {
  const rate = rateE8(30_000_000n)
  expect(coinsFor('TRX', micros(1_000_000n), rate)).toBe(3_333_340n)
  expect(coinsFor('TRX', micros(3_000_000n), rate)).toBe(10_000_000n)
  expect(coinsFor('USDT', micros(1_000_001n), rate)).toBe(1_000_001n)
  expect(approximateTrx(micros(1_000_000n), rate)).toBe(units(3_333_330n))
  // Exactly half a step.
  expect(approximateTrx(micros(5n), rateE8(100_000_000n))).toBe(10n)
})
