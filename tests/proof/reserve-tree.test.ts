/** A company that claims nonexistent coins is exposed by the coins that a block draws. */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkSample,
  drawCoins,
  isOwn,
  reserveLeafBytes,
  reserveSalt,
  type Amounts,
  type Opening,
  type ReserveLeaf,
} from '../../src/proof/reserve-tree.ts'
import { base64 } from '@scure/base'
import { readSample } from '../../src/proof/check/reserves.ts'
import { naivePath, naiveRoot, sha256 } from './naive-tree.ts'

const SECRET = new Uint8Array(32).fill(7)
const DAY = '2026-11-23'
const blockId = (no: number): string => createHash('sha256').update(`${no}`).digest('hex')

const sumOf = (held: readonly Amounts[]): Amounts => ({
  trx: held.reduce((sum, { trx }) => sum + trx, 0n),
  usdt: held.reduce((sum, { usdt }) => sum + usdt, 0n),
})

/** A tree over addresses, with the sums that its owner claims. */
function commit(held: readonly (Amounts & { address?: string })[], sums = sumOf(held)) {
  const leaves = held.map(({ address, trx, usdt }, at): ReserveLeaf => ({
    address: address ?? `address ${at}`,
    holds: { trx, usdt },
    before: sumOf(held.slice(0, at)),
  }))
  const salts = leaves.map((_, at) => reserveSalt(sha256, SECRET, at))
  const hashes = leaves.map((leaf, at) => reserveLeafBytes(DAY, leaf, salts[at] ?? ''))
  const committed = { day: DAY, root: naiveRoot(hashes), size: leaves.length, sums }
  const open = (block: string): Opening[] =>
    drawCoins(sha256, committed.root, block, sums).flatMap((draw) => {
      const index = leaves.findIndex((leaf) => isOwn(draw, leaf))
      const leaf = leaves[index]
      if (!leaf) return []
      const path = naivePath(index, hashes).map((hash) => base64.encode(hash))
      return [{ draw: draw.no, index, salt: salts[index] ?? '', path, ...leaf }]
    })
  return { committed, open }
}

const more = (holds: Amounts): Amounts => ({ ...holds, trx: holds.trx + 1n })

const someHeld = fc.array(
  fc.record({ trx: fc.bigInt(0n, 10n ** 12n), usdt: fc.bigInt(0n, 10n ** 12n) }),
  { minLength: 1, maxLength: 40 },
)

test('shows every drawn coin of both kinds in an honest sample', () => {
  fc.assert(
    fc.property(someHeld, fc.nat(), (held, no) => {
      const { committed, open } = commit(held)
      const openings = open(blockId(no))
      expect(checkSample(sha256, committed, blockId(no), openings)).toBeNull()
      const { trx, usdt } = committed.sums
      expect(openings).toHaveLength(trx + usdt === 0n ? 0 : 64)
    }),
    { numRuns: 60 },
  )
})

test('refuses to show coins that no leaf holds', () => {
  const held = Array.from({ length: 20 }, () => ({ trx: 1_000_000n, usdt: 0n }))
  const { committed, open } = commit(held, { trx: 25_000_000n, usdt: 0n })
  // Each draw has a one in five chance to hit a missing coin.
  const found = checkSample(sha256, committed, blockId(1), open(blockId(1)))
  expect(found).toMatch(/^draw \d+ is not shown$/)
})

test('detects an address in two leaves, a changed amount, and another position', () => {
  const held = [
    { trx: 5_000_000n, usdt: 1n },
    { trx: 7_000_000n, usdt: 2n },
    { trx: 9_000_000n, usdt: 3n },
  ]
  const twice = commit(held.map((each) => ({ ...each, address: 'the same' })))
  const { committed, open } = commit(held)
  const block = blockId(2)
  expect(checkSample(sha256, twice.committed, block, twice.open(block))).toMatch(/counted twice/)
  const openings = open(block)
  const changed = (change: (opening: Opening) => Opening) =>
    checkSample(
      sha256,
      committed,
      block,
      openings.map((each) => change(each)),
    )
  expect(changed((each) => ({ ...each, holds: more(each.holds) }))).toMatch(/root/)
  expect(changed((each) => ({ ...each, address: 'another' }))).toMatch(/root|twice/)
  expect(changed((each) => ({ ...each, index: (each.index + 1) % 3 }))).toMatch(/root/)
  expect(changed((each) => ({ ...each, path: each.path.slice(1) }))).toMatch(/root/)
  expect(checkSample(sha256, { ...committed, day: '2026-11-24' }, block, openings)).toMatch(/root/)
  // Another block draws other coins, so no one can choose the sample.
  expect(checkSample(sha256, committed, blockId(3), openings)).not.toBeNull()
})

test('finds each coin in one leaf only', () => {
  const leaf = { address: 'a', holds: { trx: 3n, usdt: 0n }, before: { trx: 2n, usdt: 0n } }
  const own = [1n, 2n, 4n, 5n].filter((at) => isOwn({ no: 0, coin: 'trx', at }, leaf))
  expect(own).toEqual([2n, 4n])
})

test('refuses to show more than what the block drew', () => {
  const { committed, open } = commit([{ trx: 5n, usdt: 0n }])
  const block = blockId(4)
  const openings = open(block)
  for (const draw of [0, 64]) {
    const more = openings.slice(0, 1).map((each) => ({ ...each, draw }))
    expect(checkSample(sha256, committed, block, [...openings, ...more])).toBe('openings')
  }
  // Nothing is drawn from nothing.
  const nothing = { ...committed, sums: { trx: 0n, usdt: 0n } }
  expect(checkSample(sha256, nothing, block, openings)).toBe('openings')
})

const sampleAt = (number: number) => {
  const id = `${'5'.padStart(16, '0')}${'ab'.repeat(24)}`
  return readSample({ v: 1, day: DAY, block: { number, id }, openings: [] })
}

test('reads a sample only with the number that its block’s id begins with', () => {
  expect(sampleAt(5)).toMatchObject({ block: { number: 5 } })
  expect(sampleAt(6)).toMatchObject({ code: 'sample_form', field: 'block.id' })
})
