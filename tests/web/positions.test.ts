import '../../src/web/i18n/english.ts'
import { expect, test } from 'vitest'
import {
  layOutIcicle,
  findCell,
  countLevels,
} from '../../src/web/member/network/overview/icicle.ts'
import { layOut, sizesFor } from '../../src/web/member/network/picture/layout.ts'
import {
  buttonName,
  hiddenBelow,
  listPositions,
  positionsOf,
  spokenName,
} from '../../src/web/member/network/positions.ts'
import type { Seat } from '../../src/web/member/network/queries.ts'

/** A full window: seat 1 on top, 2n and 2n + 1 below n, with 5 more below each of the last. */
function fullWindow(levels: number): Seat[] {
  const count = 2 ** (levels + 1) - 1
  return Array.from({ length: count }, (_, i) => {
    const no = i + 1
    const level = Math.floor(Math.log2(no))
    const under = 2 ** (levels - level) - 1 + 5 * 2 ** (levels - level - 1)
    return {
      id: String(no),
      profile_id: `BR-${no}`,
      active: true,
      plan: { name: 'Bronze' },
      user: { id: String(no), username: `m${no}` },
      parent_id: no === 1 ? null : String(no >> 1),
      side: no === 1 ? null : no % 2 === 0 ? 'left' : 'right',
      level,
      left: level === levels ? 5 : Math.floor(under),
      right: level === levels ? 0 : Math.floor(under),
      activated_at: null,
    }
  })
}

const alone = (): Seat[] => fullWindow(0).map((seat) => ({ ...seat, left: 0, right: 0 }))

test('shows a lone seat with six empty, named positions', () => {
  const top = positionsOf(alone(), 3)
  const names = top ? listPositions(top).map(buttonName) : []
  expect(names).toEqual([
    'Root m1 Bronze Active',
    ...['L', 'R', 'LL', 'LR', 'RL', 'RR'].map((position) => `${position} Empty`),
  ])
})

test('speaks position, plan, and the count below', () => {
  const top = positionsOf(fullWindow(1), 1)
  expect(top && spokenName(top)).toMatch(/^m1, at the top, Bronze, active, \d+ left, \d+ right$/)
  expect(top?.left && spokenName(top.left)).toBe('m2, left of m1, Bronze, active, 5 left, 0 right')
  const board = positionsOf(alone(), 2)
  expect(board?.right && spokenName(board.right)).toBe('Empty position, right of m1')
})

test('shows at most 300 positions, and no cut-off child as empty', () => {
  const seats = fullWindow(8).slice(0, 300)
  const top = positionsOf(seats, 8)
  const positions = top ? listPositions(top) : []
  expect(positions).toHaveLength(300)
  expect(positions.filter(({ seat }) => seat === null)).toEqual([])
  const last = positions.filter(({ left, right }) => !left && !right)
  expect(last.every((position) => hiddenBelow(position) > 0)).toBe(true)
})

test('never overlaps positions, and centers parents over their children', () => {
  const top = positionsOf(fullWindow(4), 4)
  if (!top) throw new Error('no window')
  for (const [width, isCoarse] of [
    [326, true],
    [880, false],
  ] as const) {
    const { nodes, sizes } = layOut(top, sizesFor(width, isCoarse))
    const xOf = (way: string) => nodes.find(({ position }) => position.way === way)?.x ?? NaN
    for (const a of nodes) {
      const next = nodes.filter((b) => b.y === a.y && b.x > a.x).map(({ x }) => x)
      expect(Math.min(Infinity, ...next) - a.x).toBeGreaterThanOrEqual(sizes.width)
      const { way, left } = a.position
      const middle = left ? (xOf(`${way}L`) + xOf(`${way}R`)) / 2 : a.x
      expect(xOf(way)).toBeCloseTo(middle)
    }
  }
  expect(4 * sizesFor(326, true).width).toBeLessThanOrEqual(326)
})

test('sizes cells by team within their parent, and finds them again', () => {
  const map = { parents: [-1, 0, 0, 1], sizes: [5, 3, 1, 2], sides: [0, 0, 1, 1] as (0 | 1)[] }
  const icicle = layOutIcicle(map)
  expect([...icicle.widths]).toEqual([1, 0.75, 0.25, 0.75])
  expect([...icicle.starts]).toEqual([0, 0, 0.75, 0])
  expect([findCell(icicle, 0.8, 1), findCell(icicle, 0.1, 2), findCell(icicle, 0.9, 2)]).toEqual([
    2, 3, -1,
  ])
  expect(countLevels(icicle)).toEqual([2, 1])
  // The last one is on the right of the left leg.
  expect([...icicle.legs]).toEqual([0, 0, 1, 0])
})
