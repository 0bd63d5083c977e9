import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { countNow, countSlowly } from '../../../src/server/network/seats/count-seats.ts'
import { fileOf, openDownline } from '../../../src/server/network/list-downline.ts'
import { walkCells } from '../../../src/server/network/seats/map-cells.ts'
import {
  DEPTH,
  JUMP,
  LEFT,
  OWNER,
  MEMBERS,
  OPEN,
  RIGHT,
  SEATS,
} from '../../../src/server/network/seats/seat-fields.ts'
import type { SeatMap } from '../../../src/server/network/seats/seat-map.ts'
import { MAX_LISTED } from '../../../src/contract/fields/complete.ts'
import { SeatTable } from '../../../src/server/network/seats/seat-table.ts'
import {
  countLeg,
  downlineOf,
  firstFree,
  highestOf,
  isInDownline,
  pathUp,
  walkDown,
} from '../../../src/server/network/seats/walk-seats.ts'

import { isLong } from '../../support/scale.ts'

// Counts, free positions and outlines of large trees in memory.

type Of = (no: number) => number

/** A tree in memory: the owner and parent of each seat. Not counted yet. */
function plant(size: number, parentOf: Of, ownerOf: Of): SeatMap {
  const seats = new SeatTable()
  for (let no = 1; no <= size; no++) {
    const parent = no === 1 ? 0 : parentOf(no)
    const depthOf = (each: number): number => seats.get(each, DEPTH)
    const far = seats.get(parent, JUMP)
    const further = seats.get(far, JUMP)
    const isEven = depthOf(parent) - depthOf(far) === depthOf(far) - depthOf(further)
    seats.add({
      no,
      owner: ownerOf(no),
      parent,
      depth: parent === 0 ? 0 : depthOf(parent) + 1,
      side: seats.get(parent, LEFT) === 0 ? 0 : 1,
      jump: parent === 0 ? no : isEven ? further : parent,
    })
  }
  return { seats, settledAt: new Date(), isWhole: true }
}

function counted(size: number, parentOf: Of, ownerOf: Of): SeatMap {
  const map = plant(size, parentOf, ownerOf)
  countNow(map.seats)
  return map
}

/** A database that nothing asks. */
const noDatabase = openKysely(
  openPool({ connectionString: 'postgres://127.0.0.1:9/', name: 'none' }),
)

const half = (no: number): number => Math.floor(no / 2)
const many = (no: number): number => no % 5_000

// Every third seat is below a recent one, so that parts of the tree are deep and others bushy.
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
  const map = counted(size, parentOf, (no) => (no * 7919) % 40)
  for (let no = 1; no <= size; no++) {
    const below = walkDown(map, [no], size)
    expect(map.seats.get(no, SEATS)).toBe(below.length)
    const owners = new Set(below.map((each) => map.seats.get(each, OWNER)))
    expect(map.seats.get(no, MEMBERS)).toBe(owners.size)
  }
})

test('stops climbing at the edge of a map that is still loading', () => {
  const seats = new SeatTable('few')
  seats.add({ no: 3, owner: 1, parent: 0, jump: 3, side: 0, depth: 2 })
  for (let no = 6_000; no < 6_010; no++) {
    seats.add({ no, owner: 2, parent: no - 1, jump: 1, side: 0, depth: no })
  }
  const map: SeatMap = { seats, settledAt: new Date(), isWhole: false }
  expect([isInDownline(map, 6_009, 3), isInDownline(map, 6_009, 6_002)]).toEqual([false, true])
  expect(downlineOf(map, [3, 6_002])(6_009)).toBe(true)
  expect(downlineOf(map, [3])(6_009)).toBe(false)
})

test('compares a seat with all of a member’s at once', () => {
  const size = 4_000
  const map = counted(size, half, many)
  const own = Array.from({ length: 200 }, (_, i) => 7 + ((i * 6_007) % 3_000))
  const isInside = downlineOf(map, own)
  const naive = (no: number) => own.some((top) => isInDownline(map, no, top))
  for (let no = 1; no <= size; no++) expect(isInside(no)).toBe(naive(no))
  const highest = highestOf(map, own)
  expect(highest.length).toBeLessThan(own.length)
  expect(highest).toEqual(
    own.filter((no) => own.every((top) => top === no || !isInDownline(map, no, top))),
  )
})

test('maps only the wide cells of a large network, and counts the rest', () => {
  const size = 100_000
  const bushy = counted(
    size,
    (no) => Math.floor(no / 2),
    (no) => no,
  )
  const cells = walkCells(bushy, 1)
  expect(cells.numbers.length + cells.leftOut).toBe(size)
  expect(cells.numbers.length).toBeGreaterThan(4_000)
  expect(Math.min(...cells.sizes) * 4096).toBeGreaterThanOrEqual(size)
  const chain = counted(
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
  const map = counted(
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

/** Turns of the event loop in which a server could answer requests. */
async function countTurns(over: AbortSignal): Promise<number> {
  let turns = 0
  for (; !over.aborted; turns++) await nextTurn()
  return turns
}

test('counts in slices, and shows the last count until the next one is done', async () => {
  const size = 100_000
  const map = counted(size, half, many)
  const before = map.seats.get(1, SEATS)
  const other = plant(size, half, many)
  const over = new AbortController()
  const turning = countTurns(over.signal)
  // A seat taken in the meantime isn't counted yet, and changes no other count.
  const counting = countSlowly(other.seats, 1)
  const late = { no: size + 1, owner: 1, parent: size, jump: size, side: 0, depth: 99 } as const
  other.seats.add(late)
  expect(other.seats.get(1, SEATS)).toBe(0)
  await counting
  over.abort()
  expect(await turning).toBeGreaterThan(5)
  for (const no of [1, 2, 3, 77, 5_000, size]) {
    for (const field of [SEATS, MEMBERS, OPEN]) {
      expect(other.seats.get(no, field)).toBe(map.seats.get(no, field))
    }
  }
  expect(other.seats.get(size + 1, SEATS)).toBe(0)
  expect(before).toBe(size)
})

test('writes every seat to a file although the last count is older', async () => {
  const map = plant(1_000, half, (no) => no)
  const old = counted(1, half, (no) => no)
  for (const field of [SEATS, MEMBERS]) map.seats.setColumn(field, old.seats.column(field))
  const few = fileOf(await openDownline(noDatabase, map, 1, { profile_id: '1' }))
  expect([few.found.length, few.isWhole]).toEqual([999, true])
  const large = plant(MAX_LISTED + 2, half, (no) => no)
  countNow(large.seats)
  const counts = counted(1_000, half, (no) => no)
  for (const field of [SEATS, MEMBERS]) large.seats.setColumn(field, counts.seats.column(field))
  const cut = fileOf(await openDownline(noDatabase, large, 1, { profile_id: '1' }))
  expect([cut.found.length, cut.isWhole]).toEqual([MAX_LISTED, false])
})

test('makes room without blocking the process', async () => {
  const { seats } = plant(
    2_000,
    (no) => Math.floor(no / 2),
    (no) => no,
  )
  await seats.reserve(1_000_000, 3_000_000)
  seats.add({ no: 2_999_999, owner: 7, parent: 1_500, jump: 1, side: 1, depth: 12 })
  expect(seats.get(2_999_999, OWNER)).toBe(7)
  expect(seats.get(1_500, RIGHT)).toBe(2_999_999)
  expect(seats.get(2_999_998, OWNER)).toBe(0)
})

test.runIf(isLong)('counts more members than a Map can hold', async () => {
  const size = 2 ** 24 + 1_000
  const seats = new SeatTable()
  await seats.reserve(size, size)
  for (let no = 1; no <= size; no++) {
    const parent = Math.floor(no / 2)
    seats.add({ no, owner: no, parent, jump: parent || no, side: no % 2 === 0 ? 0 : 1, depth: 1 })
  }
  await countSlowly(seats, 1)
  expect([seats.get(1, SEATS), seats.get(1, MEMBERS)]).toEqual([size, size])
})
