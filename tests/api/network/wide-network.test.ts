import { Kysely, PostgresDialect, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/db/types.ts'
import { FEW_SEATS } from '../../../src/server/network/seats/count-seats.ts'
import { SEATS } from '../../../src/server/network/seats/seat-fields.ts'
import { openSeats, type Seats } from '../../../src/server/network/seats/seat-map.ts'
import { searchNetwork } from '../../../src/server/network/search.ts'
import { until } from '../../support/poll.ts'
import { openEdge, openEdgeOn, type Edge } from '../support/edge.ts'
import { addPlainMembers, type PlainMember } from '../support/many-members.ts'

// Thousands of seats, written as rows: members with hundreds of seats each, and more names with one
// prefix than a statement reads.

let edge: Edge
/** Has the seats 300 to 499 of the tree, in level 8. */
let wide: PlainMember
/** Has 200 seats in level 11, the last of them below seat 499. */
let below: PlainMember
/** Has 100 seats in level 11, none of them below those of `wide`. */
let beside: PlainMember
/** Has seat 511: 14 seats below it, whose names come after all others. */
let small: PlainMember
let seats: Seats

const SIZE = 4_095
/** Number of the profile of a tree's seat. Seats are numbered from 1, level by level. */
const profileOf = (seat: number): number => 1_000 + seat

const levelOf = (seat: number): number => 31 - Math.clz32(seat)

const isBelow = (seat: number, top: number): boolean =>
  seat > top && seat >> (levelOf(seat) - levelOf(top)) === top

function ownerOf(seat: number): number {
  if (seat >= 300 && seat < 500) return wide.no
  if (seat === 3_999 || (seat >= 2_048 && seat < 2_247)) return below.no
  if (seat >= 2_250 && seat < 2_350) return beside.no
  return seat === 511 ? small.no : 10_000 + seat
}

const nameOf = (seat: number): string => `Max${isBelow(seat, 511) ? 'z' : ''}${10_000 + seat}`

beforeAll(async () => {
  edge = await openEdge()
  const [first, second, third, fourth] = await addPlainMembers(edge, 4)
  if (!first || !second || !third || !fourth) throw new Error('members are missing')
  ;[wide, below, beside, small] = [first, second, third, fourth]
  await plantRows(1, SIZE)
  const { context } = edge
  seats = openSeats({ ...context, log: pino({ level: 'silent' }), patienceMs: 30_000 })
})
afterAll(() => edge.close())

/** Seats below the left side of the Bronze tree's first seat. */
async function plantRows(first: number, last: number): Promise<void> {
  const all = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const owners = all.map(ownerOf)
  const strangers = all.filter((seat) => seat <= SIZE && ownerOf(seat) > 10_000)
  await sql`insert into profiles
      (no, member_no, plan, catalog_version, origin, public_id, created_at)
    select no, member, 0, 1, 0, 'BR-W' || no, now()
    from unnest(${all.map(profileOf)}::int[], ${owners}::int[]) as given(no, member)`.execute(
    edge.db,
  )
  const root = sql`(select profile_no from seats where plan = 0 and parent_no is null)`
  await sql`insert into seats
      (profile_no, ordinal, plan, parent_no, side, depth, jump_no, taken_at)
    select no, (select max(ordinal) from seats) + seat - ${first - 1}, 0,
      coalesce(parent, ${root}), side, level, coalesce(parent, ${root}), now()
    from unnest(${all.map(profileOf)}::int[], ${all}::int[],
      ${all.map((seat) => (seat === 1 ? null : profileOf(seat >> 1)))}::int[],
      ${all.map((seat) => (seat === 1 ? 0 : seat & 1))}::int[],
      ${all.map((seat) => levelOf(seat) + 1)}::int[])
      as given(no, seat, parent, side, level)`.execute(edge.db)
  await sql`insert into identities (member_no, username, email, referral_code, verified_at)
    select member, name, name || '@example.org', 'W' || member, now()
    from unnest(${strangers.map(ownerOf)}::int[], ${strangers.map(nameOf)}::text[])
      as given(member, name)`.execute(edge.db)
}

test('compares members with hundreds of seats each without climbing in SQL', async () => {
  const statements: string[] = []
  const recorded = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: edge.context.pool }),
    log: ({ query }) => void statements.push(query.sql),
  })
  const context = { ...edge.context, db: recorded, read: recorded }
  const { call, close } = await openEdgeOn(context, edge.databaseUrl, 'no build')
  const look = (from: PlainMember, { no }: PlainMember) =>
    call('GET', `/api/tree/user/${no}/`, { token: from.access })
  await call('GET', '/api/tree/search/?q=max', { token: wide.access })
  statements.length = 0
  const seen = await look(wide, below)
  expect([seen.status, seen.body.id]).toEqual([200, String(below.no)])
  for (const [from, to] of [
    [wide, beside],
    [below, wide],
    [beside, below],
  ] as const) {
    expect((await look(from, to)).status).toBe(404)
  }
  expect((await look(wide, wide)).body.username).toMatch(/^plain\d+$/)
  expect(statements.filter((text) => text.includes('recursive'))).toEqual([])
  expect(statements.length).toBeGreaterThan(0)
  await close()
})

/** Profile numbers of the 14 seats below `small`, level by level. */
const namesake = Array.from({ length: SIZE }, (_, i) => i + 1)
  .filter((seat) => isBelow(seat, 511))
  .map(profileOf)

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b)

test('finds names in a small downline behind thousands of strangers’ names', async () => {
  const found = (await small.call('GET', 'tree/search/?q=mAX')).body
  expect(sorted(found.results.map(({ id }) => Number(id)))).toEqual(namesake)
  expect(found.more).toBe(false)
  const list = (side: string) =>
    small.call('GET', `tree/beneath/?profile_id=${profileOf(511)}&username=max${side}`)
  const both = (await list('')).body
  expect(both.count).toBe(14)
  const levels = both.results.map(({ level }) => level)
  expect(levels).toEqual(levels.toSorted((a, b) => a - b))
  const right = (await list('&side=right')).body
  expect(right.results.map(({ id }) => Number(id))).toEqual(
    namesake.filter((no) => isBelow(no - 1_000, 1_023) || no === profileOf(1_023)),
  )
})

test('continues by name in a large downline, and reports when it stops', async () => {
  const search = (text: string, names: number) =>
    searchNetwork(edge.context.read, seats, small.no, text, { seats: 5, names })
  const all = await search('max', 50_000)
  expect([sorted(all.numbers), all.more]).toEqual([namesake, false])
  expect(await search('max', 1_000)).toEqual({ numbers: [], more: true })
  const last = SIZE
  expect(await search(nameOf(last).toLowerCase(), 1_000)).toEqual({
    numbers: [profileOf(last)],
    more: false,
  })
  const company = await searchNetwork(edge.context.read, seats, 1, 'max', { seats: 5, names: 1 })
  expect([company.numbers.length, company.more]).toEqual([20, true])
})

test('answers right away while it counts a large network in slices', async () => {
  const top = profileOf(1)
  const settled = await seats.readSettled([])
  expect(settled.seats.get(top, SEATS)).toBe(SIZE)
  const most = SIZE + FEW_SEATS
  await plantRows(SIZE + 1, most)
  const map = await seats.readSettled([])
  // It has the new seats, and doesn't make anyone wait for their count.
  expect(map.seats.positionOf(profileOf(most))).toBeGreaterThan(FEW_SEATS)
  expect(map.seats.get(top, SEATS)).toBe(SIZE)
  await until('the new count', () => map.seats.get(top, SEATS) === most)
})
