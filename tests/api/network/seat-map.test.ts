import { expect, test } from 'vitest'
import { Int32Table } from '../../../src/domain/ledger/table.ts'
import { walkCells } from '../../../src/server/network/map-cells.ts'
import {
  DEPTH,
  JUMP,
  LEFT,
  OWNER,
  PARENT,
  MEMBERS,
  RIGHT,
  SEATS,
  STRIDE,
} from '../../../src/server/network/seat-fields.ts'
import { countDownlines } from '../../../src/server/network/seat-map.ts'
import {
  countLeg,
  firstFree,
  isInDownline,
  pathUp,
  walkDown,
} from '../../../src/server/network/walk-seats.ts'

// Counts, free places and outlines of large trees in memory.

/** A tree in memory: whose seat each is, and under which. */
function plant(size: number, parentOf: (no: number) => number, ownerOf: (no: number) => number) {
  const seats = new Int32Table(STRIDE)
  for (let no = 1; no <= size; no++) {
    const parent = no === 1 ? 0 : parentOf(no)
    seats.set(no, OWNER, ownerOf(no))
    seats.set(no, PARENT, parent)
    seats.set(no, DEPTH, parent === 0 ? 0 : seats.get(parent, DEPTH) + 1)
    if (parent !== 0) seats.set(parent, seats.get(parent, LEFT) === 0 ? LEFT : RIGHT, no)
    const [near, far] = [parent, seats.get(parent, JUMP)]
    const further = seats.get(far, JUMP)
    const even =
      seats.get(near, DEPTH) - seats.get(far, DEPTH) ===
      seats.get(far, DEPTH) - seats.get(further, DEPTH)
    seats.set(no, JUMP, parent === 0 ? no : even ? further : parent)
  }
  seats.commit()
  const map = { seats, order: Array.from({ length: size }, (_, i) => i + 1), settledAt: new Date() }
  countDownlines(map)
  return map
}

// Every third seat hangs from a young one, so that the tree is deep and bushy by turns.
const free = (no: number): number => (no % 3 === 0 ? no - 1 : Math.floor(no / 2))

test('counts a member with several seats once, wherever the seats are', () => {
  const size = 600
  const kids = new Map<number, number>()
  const parentOf = (no: number): number => {
    let at = free(no)
    while ((kids.get(at) ?? 0) >= 2) at++
    kids.set(at, (kids.get(at) ?? 0) + 1)
    return at
  }
  const map = plant(size, parentOf, (no) => (no * 7919) % 40)
  for (const no of map.order) {
    const below = walkDown(map, [no], size)
    expect(map.seats.get(no, SEATS)).toBe(below.length)
    const owners = new Set(below.map((each) => map.seats.get(each, OWNER)))
    expect(map.seats.get(no, MEMBERS)).toBe(owners.size)
  }
})

test('maps only the wide cells of a large network, and counts the rest', () => {
  const size = 100_000
  const bushy = plant(
    size,
    (no) => Math.floor(no / 2),
    (no) => no,
  )
  const cells = walkCells(bushy, 1)
  expect(cells.numbers.length + cells.leftOut).toBe(size)
  expect(cells.numbers.length).toBeGreaterThan(4_000)
  expect(Math.min(...cells.sizes) * 4096).toBeGreaterThanOrEqual(size)
  const chain = plant(
    size,
    (no) => no - 1,
    (no) => no,
  )
  expect(walkCells(chain, 1).numbers).toHaveLength(65)
  expect(firstFree(chain, 1)).toEqual({ parent: 1, side: RIGHT })
  expect(firstFree(bushy, 1)).toEqual({ parent: 50_000, side: RIGHT })
})

test('counts and climbs a one-sided tree of 100,000 as fast as any', () => {
  const size = 100_000
  const started = process.cpuUsage()
  const map = plant(
    size,
    (no) => no - 1,
    (no) => no % 7,
  )
  expect(countLeg(map, 1, LEFT)).toEqual({ seats: size - 1, members: 7 })
  expect(map.seats.get(size - 2, MEMBERS)).toBe(3)
  expect(pathUp(map, 1, size)).toHaveLength(size)
  for (let no = 2; no <= size; no += 7) expect(isInDownline(map, size, no)).toBe(true)
  const ms = Math.round(process.cpuUsage(started).user / 1_000)
  expect(ms).toBeLessThan(5_000)
})
