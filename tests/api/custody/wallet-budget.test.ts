import { expect, test } from 'vitest'
import {
  deductFrom,
  WORST_TRX_SUN,
  worstOfOrder,
  type PayoutBudget,
} from '../../../src/server/custody/wallet-budget.ts'

const final = { number: 1, id: '', parentId: '', timeMs: 0 }
const budgetOf = (trx: bigint, usdt: bigint): PayoutBudget => {
  return { TRX: trx, USDT: usdt, final, finalReadAt: 0 }
}

test('spends each coin once, down to the last unit', () => {
  const budget = budgetOf(20n, 10n)
  expect(deductFrom(budget, 'USDT', 11n, 5n)).toBe('USDT')
  expect(deductFrom(budget, 'USDT', 6n, 5n)).toBeNull()
  expect(deductFrom(budget, 'USDT', 5n, 5n)).toBe('USDT')
  expect(deductFrom(budget, 'USDT', 4n, 5n)).toBeNull()
  expect(deductFrom(budget, 'TRX', 6n, 5n)).toBe('TRX')
  expect(deductFrom(budget, 'TRX', 5n, 5n)).toBeNull()
  expect(budget).toMatchObject({ TRX: 0n, USDT: 0n })
})

test('pays no USDT without TRX for its fee, and takes nothing then', () => {
  const budget = budgetOf(4n, 10n)
  expect(deductFrom(budget, 'USDT', 1n, 5n)).toBe('TRX')
  expect(budget).toMatchObject({ TRX: 4n, USDT: 10n })
})

test('reserves the activation for TRX, and the bytes beyond the limit of a USDT call', () => {
  expect(worstOfOrder(0n)).toBe(WORST_TRX_SUN)
  expect(worstOfOrder(30_000_000n)).toBe(30_345_000n)
})
