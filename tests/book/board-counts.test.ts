/** Counts of open and complete boards follow from the seats, in steps of any length. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { boardsPart } from '../../src/server/transparency/boards/boards-part.ts'
import { advanceBoardCounts } from '../../src/server/transparency/boards/board-counts.ts'
import { countAges } from '../../src/server/transparency/boards/board-figures.ts'
import { freezeBoards } from '../../src/server/transparency/boards/freeze-boards.ts'
import { readBoardAges } from '../../src/server/transparency/boards/read-boards.ts'
import { randomFrom, type Random } from '../domain/random.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { times } from '../support/scale.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const START_MS = Date.UTC(2025, 10, 20, 22)
const TODAY = '2026-06-30'
const PLANS = [0, 1]

type Seat = { no: number; plan: number; member: number; parent: number | null; atMs: number }

/** Two trees that grow for half a year; the house has the root and some seats below. */
function grow(random: Random, count: number): Seat[] {
  const seats: Seat[] = []
  const free: Record<number, number[]> = {}
  let atMs = START_MS
  for (let no = 1; no <= count; no++) {
    const plan = no <= PLANS.length ? no - 1 : random.below(PLANS.length)
    const places = (free[plan] ??= [])
    const at = random.below(places.length || 1)
    const parent = places.length === 0 ? null : (places.splice(at, 1)[0] ?? null)
    places.push(no, no)
    const member = parent === null || random.chance(0.1) ? 1 : 2 + random.below(20)
    seats.push({ no, plan, member, parent, atMs })
    atMs += random.below((200 * DAY_MS) / count)
  }
  return seats
}

async function insert(database: TestDatabase, seats: readonly Seat[]): Promise<void> {
  await sql`delete from seats`.execute(database.db).catch(() => undefined)
  const taken = new Set<string>()
  const rows = seats.map((seat) => {
    const side = seat.parent === null ? null : taken.has(`${seat.parent}/0`) ? 1 : 0
    taken.add(`${seat.parent}/${side}`)
    return { ...seat, side, at: new Date(seat.atMs).toISOString() }
  })
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g(no int, plan int, member int, parent int, side int, at timestamptz)),
    made as (
      insert into profiles (no, member_no, plan, catalog_version, origin, public_id, created_at)
        select no, member, plan, 1, 0, 'x' || no, at from given)
    insert into seats (profile_no, ordinal, plan, parent_no, side, depth, jump_no, taken_at)
      select no, no, plan, parent, side, 0, no, at from given`.execute(database.db)
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

function quarterOf(ms: number): string {
  const at = new Date(ms)
  return `${at.getUTCFullYear()}-Q${Math.floor(at.getUTCMonth() / 3) + 1}`
}

/** One board after the other, straight from the rule's text. */
function countPlainly(seats: readonly Seat[]): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const board of seats.filter(({ member }) => member !== 1)) {
    const children = seats.filter(({ parent }) => parent === board.no).map(({ no }) => no)
    const positions = seats.filter(
      ({ parent }) => parent === board.no || (parent !== null && children.includes(parent)),
    )
    const reached = [board, ...positions].map(({ atMs }) => dayOf(atMs))
    const complete = reached[6]
    for (const [level, day] of reached.slice(0, 6).entries()) {
      const of = `${board.plan} ${quarterOf(board.atMs)} ${level}`
      if (complete === undefined) add(`${of} open ${dayOf(Date.parse(TODAY)) - day}`)
      else add(`${of} completed ${complete - day}`)
    }
  }
  return counts
}

async function countsOf({ db }: TestDatabase): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { plan, quarter, level, days, completed, open } of await readBoardAges(db, TODAY)) {
    const of = `${plan} ${quarter} ${level}`
    if (completed > 0) counts.set(`${of} completed ${days}`, completed)
    if (open > 0) counts.set(`${of} open ${days}`, open)
  }
  return counts
}

test('counts boards in agreement with the seats, in steps of any length', async () => {
  for (let seed = 1; seed <= times(10); seed++) {
    const random = randomFrom(seed)
    await using database = await openDatabase()
    const seats = grow(random, 20 + random.below(200))
    await insert(database, seats)
    while ((await advanceBoardCounts(database.db, 1 + random.below(40))) > 0);
    expect(await countsOf(database), `seed ${seed}`).toEqual(countPlainly(seats))
  }
})

test('counts ages up to the sheet’s own day, even without activity', async () => {
  await using database = await openDatabase()
  const { db } = database
  await insert(database, grow(randomFrom(5), 150))
  const cut = { seq: 1, journal: 0, at: new Date(START_MS), day: TODAY }
  const body = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => boardsPart.read(tx, cut, db))
  const plans = await db.transaction().execute((tx) => freezeBoards(tx, TODAY))
  expect(body).toEqual({ v: 1, plans })
  expect(plans[0]?.curve[2]?.at_risk).toBeGreaterThan(30)
})

test('counts boards at the level that they have reached', async () => {
  await using database = await openDatabase()
  const seats = grow(randomFrom(3), 150)
  await insert(database, seats)
  // Two processes take turns without counting a seat twice.
  const { db } = database
  await Promise.all([advanceBoardCounts(db, 90), advanceBoardCounts(db, 90)])
  expect(await advanceBoardCounts(db)).toBe(0)
  for (const plan of PLANS) {
    const of = (await readBoardAges(db, TODAY)).filter((each) => each.plan === plan)
    const { boards, complete, byLevel, morePlaces } = countAges(of)
    const own = seats.filter((seat) => seat.plan === plan && seat.member !== 1)
    expect(boards).toBe(own.length)
    expect(byLevel.reduce((sum, count) => sum + count)).toBe(boards)
    expect(byLevel[6]).toBe(complete)
    const taken = byLevel.reduce((sum, count, level) => sum + count * level, 0)
    expect(morePlaces).toBe(Math.ceil((6 * boards - taken) / 2))
    // Each seat fills two positions, so at most a third of the boards can be complete.
    const places = seats.filter((seat) => seat.plan === plan).length
    expect(complete).toBeLessThanOrEqual(places / 3)
  }
})

test('freezes the shares of each plan and quarter, with new seats', async () => {
  await using database = await openDatabase()
  const seats = grow(randomFrom(5), 400)
  await insert(database, seats)
  const plans = await database.db.transaction().execute((tx) => freezeBoards(tx, TODAY))
  expect(plans.map(({ plan }) => plan)).toEqual(['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond'])
  for (const [number, frozen] of plans.entries()) {
    const own = seats.filter(({ plan, member }) => plan === number && member !== 1)
    expect(frozen.boards).toBe(own.length)
    expect(frozen.quarters.map(({ quarter }) => quarter)).toEqual(
      [...new Set(own.map(({ atMs }) => quarterOf(atMs)))].toSorted(),
    )
    const sum = frozen.quarters.reduce((total, { complete }) => total + complete, 0)
    expect(sum).toBe(frozen.complete)
    const places = seats.filter(({ plan }) => plan === number).length
    expect(frozen.most_complete).toBe(Math.floor(places / 3))
    expect(frozen.complete).toBeLessThanOrEqual(frozen.most_complete)
    for (const share of frozen.curve.flatMap((each) => each ?? [])) {
      expect(share.low).toBeLessThanOrEqual(share.share)
      expect(share.share).toBeLessThanOrEqual(share.high)
      expect(share.at_risk).toBeGreaterThanOrEqual(30)
    }
  }
  expect(plans[0]?.curve.some((each) => each !== null)).toBe(true)
  expect(plans[4]).toMatchObject({ boards: 0, median_days: null, more_places: 0, quarters: [] })
})

async function openDatabase() {
  const database = await createTestDatabase()
  return { ...database, [Symbol.asyncDispose]: () => database.close() }
}
