/** A catalog is sound up to the exact limits of its rules, and there are only so many of them. */
import { expect, test } from 'vitest'
import { apply, FOUNDING } from '../../src/domain/book.ts'
import { emptyState } from '../../src/domain/ledger/state.ts'
import {
  DEFAULT_CATALOG,
  findUnsound,
  toCatalog,
  totalReward,
  type Catalog,
  type PlanTerms,
} from '../../src/domain/money/catalog.ts'
import { micros } from '../../src/domain/money/money.ts'
import { MAX_CATALOGS } from '../../src/domain/network/seats.ts'
import { dollars } from './money-moves.ts'

const [bronze, silver, gold, platinum, diamond] = DEFAULT_CATALOG

const none = micros(0n)
const free = { level1Micros: none, level2Micros: none, sponsorBonusMicros: none, reentries: 0 }
const rich = { feeMicros: dollars(100), level1Micros: dollars(30), level2Micros: dollars(30) }

const withDiamond = (change: Partial<PlanTerms>): Catalog => [
  bronze,
  silver,
  gold,
  platinum,
  { ...diamond, ...change },
]

test('needs exactly five plans', () => {
  expect(toCatalog([...DEFAULT_CATALOG])).toEqual(DEFAULT_CATALOG)
  expect(toCatalog([...DEFAULT_CATALOG, diamond])).toBeUndefined()
  for (const plan of DEFAULT_CATALOG.keys()) {
    const holed = DEFAULT_CATALOG.map((terms, each) => (each === plan ? undefined : terms))
    expect(toCatalog(holed as PlanTerms[])).toBeUndefined()
  }
  for (let count = 0; count < DEFAULT_CATALOG.length; count++) {
    expect(toCatalog(DEFAULT_CATALOG.slice(0, count))).toBeUndefined()
  }
})

const LARGEST_FEE = dollars(1_000_000)
const ranges: [string, Partial<PlanTerms>, boolean][] = [
  ['the largest fee', { feeMicros: LARGEST_FEE }, true],
  ['a larger fee', { feeMicros: micros(LARGEST_FEE + 1n) }, false],
  ['no fee', { ...free, feeMicros: micros(0n) }, false],
  ['a fee below zero', { ...free, feeMicros: micros(-1n) }, false],
  ['no rewards', free, true],
  ['a reward below zero', { level1Micros: micros(-1n) }, false],
  ['a bonus below zero', { sponsorBonusMicros: micros(-1n) }, false],
  ['as many re-entries as there may be', { ...rich, reentries: 100 }, true],
  ['more re-entries', { ...rich, reentries: 101 }, false],
  ['re-entries below zero', { reentries: -1 }, false],
  ['half a re-entry', { reentries: 0.5 }, false],
]

test.each(ranges)('a Diamond plan with %s', (_name, change, isSound) => {
  expect(findUnsound(withDiamond(change))?.rule ?? null).toBe(isSound ? null : 'amount_range')
})

test('a plan’s total reward adds the sponsor bonus to its board', () => {
  expect(totalReward(diamond)).toBe(dollars(58))
})

test('re-entries may cost all that a board pays, and no more', () => {
  // A Diamond board pays $48, and each re-entry costs $1.
  expect(findUnsound(withDiamond({ reentries: 48 }))).toBeNull()
  expect(findUnsound(withDiamond({ reentries: 49 }))).toEqual({
    plan: 'Diamond',
    rule: 'reentries_exceed_board',
    left: dollars(49),
    right: dollars(48),
  })
})

test('rewards may cost all of a fee, and no more', () => {
  expect(findUnsound(withDiamond({ sponsorBonusMicros: dollars(10) }))).toBeNull()
  expect(findUnsound(withDiamond({ sponsorBonusMicros: dollars(10.01) }))).toMatchObject({
    plan: 'Diamond',
    rule: 'rewards_exceed_fee',
  })
})

test('holds a limited number of catalogs', () => {
  const state = emptyState()
  apply(state, FOUNDING, 1)
  const publish = { kind: 'publish_catalog', catalog: DEFAULT_CATALOG, operator: 'ada' } as const
  while (state.catalogs.length < MAX_CATALOGS - 1) state.catalogs.push(DEFAULT_CATALOG)
  expect(apply(state, publish, 1)).toHaveProperty('events')
  expect(apply(state, publish, 1)).toEqual({ refusal: { code: 'amount_out_of_range' } })
  expect(state.catalogs).toHaveLength(MAX_CATALOGS)
})
