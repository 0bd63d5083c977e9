import { expect, test } from 'vitest'
import { BigInt64Table, Int32Table, MAX_CELLS } from '../../src/domain/ledger/table.ts'

test('grows by whole rows with all their fields', () => {
  for (const stride of [4, 6, 8]) {
    const table = new Int32Table(stride)
    const cut: number[] = []
    for (let row = 1; row < 50_000; row++) {
      table.set(row, 0, row)
      if (table.get(row, stride - 1) !== 0) cut.push(row)
    }
    expect(cut).toEqual([])
  }
})

test('restores the last commit on rollback, even across growth', () => {
  const table = new Int32Table(6)
  table.set(1, 2, 7)
  table.commit()
  for (let row = 1; row < 5_000; row++) table.set(row, 2, row * 3)
  table.rollback()
  expect([table.get(1, 2), table.get(2, 2), table.get(4_999, 2)]).toEqual([7, 0, 0])
})

test('refuses to grow beyond what the undo log can roll back', () => {
  const rows = MAX_CELLS / 8
  expect(() => new Int32Table(8).reserve(rows + 1)).toThrow(RangeError)
  expect(() => new BigInt64Table().reserve(MAX_CELLS + 1)).toThrow(RangeError)
})
