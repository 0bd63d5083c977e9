import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemAt, bodyOf } from '../../support/answer.ts'
import { until } from '../../support/poll.ts'
import { openEdge, openEdgeOn, type Answer, type Edge } from '../support/edge.ts'
import type { Database } from '../../../src/db/types.ts'
import { growMember } from '../support/grow-member.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'
import { DEPTH, MEMBERS, OPEN, SEATS } from '../../../src/server/network/seats/seat-fields.ts'
import { readNearSeats } from '../../../src/server/network/seats/near-seats.ts'
import { openSeats } from '../../../src/server/network/seats/seat-map.ts'
import { isInDownline, pathUp, walkDown } from '../../../src/server/network/seats/walk-seats.ts'

// A member's downline, compared with the table's rows by independently written walks.

let edge: Edge
let ada: TestMember
let stranger: TestMember

const get = <const U extends string>(path: U, member = ada) =>
  edge.call('GET', `/api/tree/${path}`, { token: member.access })

async function own(member = ada) {
  const { body } = await edge.call('GET', '/api/accounts/me/', { token: member.access })
  return itemAt(body.profiles, -1)
}

beforeAll(async () => {
  edge = await openEdge()
  ada = await addMember(edge, 'ada')
  stranger = await addMember(edge, 'stranger')
  for (const member of [ada, stranger]) {
    await fundMember(edge, member.no, 1)
    const { id } = await own(member)
    const token = member.access
    await edge.call('POST', `/api/accounts/profiles/${id}/wallet-activate/`, { token })
  }
  let last = ada.no
  for (let i = 0; i < 150; i++) last = await growMember(edge, i % 3 === 0 ? last : ada.no)
})
afterAll(() => edge.close())

type Seat = { no: number; parent: number | null; side: number; plan: number; member: number }

async function readSeats(): Promise<Seat[]> {
  const { rows } = await sql<Seat>`
    select s.profile_no as no, s.parent_no as parent, s.side, s.plan, p.member_no as member
    from seats s join profiles p on p.no = s.profile_no order by s.ordinal`.execute(edge.db)
  return rows
}

/** How many seats are above a seat. */
function naiveUp(seats: readonly Seat[], no: number): number {
  const parent = seats.find((seat) => seat.no === no)?.parent ?? null
  return parent === null ? 0 : 1 + naiveUp(seats, parent)
}

/** Everything at and below a seat, found by following each row's parent. */
function naiveBelow(seats: readonly Seat[], top: number): Seat[] {
  const inside = new Set([top])
  return seats.filter(({ no, parent }) => {
    if (parent !== null && inside.has(parent)) inside.add(no)
    return inside.has(no)
  })
}

test('counts seats and members per leg as in the rows', async () => {
  const seats = await readSeats()
  const { id } = await own()
  const { body } = await get(`counts/?profile_id=${id}`)
  for (const [name, side] of [
    ['left', 0],
    ['right', 1],
  ] as const) {
    const child = seats.find((seat) => seat.parent === Number(id) && seat.side === side)
    const below = child ? naiveBelow(seats, child.no) : []
    const owners = new Set(below.map(({ member }) => member))
    expect(body[name]).toMatchObject({ seats: below.length, members: owners.size })
  }
  expect(body.left.seats + body.right.seats).toBeGreaterThan(140)
  await growMember(edge, ada.no)
  // On a busy machine settling takes its time, and rests after it.
  await until('the new seat to be counted', async () => {
    const { body: after } = await get(`counts?profile_id=${id}`)
    return after.left.seats + after.right.seats === body.left.seats + body.right.seats + 1
  })
})

/** A starting process's seat map. It loads once the given promise resolves. */
function openMap(mayLoad: Promise<unknown> = Promise.resolve(), patienceMs = 30_000) {
  const { pool } = edge.context
  const replicas = { poolFor: () => mayLoad.then(() => pool) }
  return openSeats({ ...edge.context, replicas, patienceMs, rowsAtOnce: 64 })
}

test('gives the same answers right away while the map is loading', async () => {
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>()
  const seats = openMap(mayLoad, 5)
  const rows = await readSeats()
  const shown = async ({ no }: Seat) => {
    const map = await seats.readSettled([no])
    const below = walkDown(map, [no], 1_000)
    const counts = [SEATS, MEMBERS, OPEN].map((field) => map.seats.get(no, field))
    return { below, counts, up: pathUp(map, 1, no), isWhole: map.isWhole }
  }
  const some = rows.filter((_, i) => i % 10 === 0)
  const early = await Promise.all(some.map(shown))
  load()
  await until('the whole map', async () => (await seats.read([])).seats.length === rows.length)
  expect(await Promise.all(some.map(shown))).toEqual(early)
})

test('shows that it hasn’t loaded all seats of a large network yet', async () => {
  const top = Number((await own()).id)
  const { seats, isWhole } = await readNearSeats(edge.db, [top], 20)
  expect([seats.length, isWhole]).toEqual([21 + naiveUp(await readSeats(), top), false])
  expect((await readNearSeats(edge.db, [top], 1_000)).isWhole).toBe(true)
})

test('matches every count, path, and ancestor of the map with the rows', async () => {
  const rows = await readSeats()
  const map = await openMap().readSettled([])
  const parents = new Map(rows.map(({ no, parent }) => [no, parent]))
  for (const { no } of rows) {
    const below = naiveBelow(rows, no)
    expect(map.seats.get(no, SEATS)).toBe(below.length)
    expect(map.seats.get(no, MEMBERS)).toBe(new Set(below.map(({ member }) => member)).size)
    const walked = walkDown(map, [no], 1_000)
    expect(walked.toSorted((a, b) => a - b)).toEqual(
      below.map((seat) => seat.no).toSorted((a, b) => a - b),
    )
    const levels = walked.map((each) => map.seats.get(each, DEPTH))
    expect(levels).toEqual(levels.toSorted((a, b) => a - b))
    const up: number[] = []
    for (let at: number | null = no; at !== null; at = parents.get(at) ?? null) up.push(at)
    expect(pathUp(map, 1, no)).toEqual(up)
    const inside = new Set(below.map((seat) => seat.no))
    const samePlan = rows.filter(({ plan }) => plan === rows.find((row) => row.no === no)?.plan)
    expect(
      samePlan.filter((seat) => isInDownline(map, seat.no, no) !== inside.has(seat.no)),
    ).toEqual([])
  }
})

test('lists the downline level by level in pages, by leg on request', async () => {
  const { id } = await own()
  const names: string[] = []
  let url: string | null = `beneath/?profile_id=${id}&side=left&page_size=20`
  let count = 0
  let last = 0
  while (url) {
    const answer: Answer = await get(url)
    expect(answer.status).toBe(200)
    const body = bodyOf('listDownline', answer.body)
    count = body.count
    for (const seat of body.results) {
      expect([seat.side, seat.level >= last]).toEqual(['left', true])
      last = seat.level
      names.push(seat.profile_id)
    }
    url = body.next === null ? null : body.next.replace('/api/tree/', '')
  }
  expect([names.length, new Set(names).size]).toEqual([count, count])
  const { body: both } = await get(`beneath/?profile_id=${id}&page_size=2`)
  expect(both.results.map(({ level, side }) => [level, side])).toEqual([
    [1, 'left'],
    [1, 'right'],
  ])
  for (const { profile_id: seat, team, activated_at: at } of both.results) {
    const { body: below } = await get(`beneath/?profile_id=${seat}&page_size=1`)
    expect([team, at === null]).toEqual([below.count, false])
  }
  expect((await get(`beneath/?profile_id=${id}&page=99999`)).problem.code).toBe('page_not_found')
  const wrong = await get(`beneath/?profile_id=${id}&side=top`)
  expect([wrong.status, wrong.problem.errors]).toEqual([400, { side: ['Choose left or right.'] }])
})

test('sorts the list by age, team, and username, within a leg, and as CSV', async () => {
  const { id } = await own()
  const sorted = async (sort: string, more = '') =>
    (await get(`beneath/?profile_id=${id}&page_size=100&sort=${sort}${more}`)).body.results
  const newest = (await sorted('newest')).map(({ id: no }) => Number(no))
  const placed = (await readSeats()).map(({ no }) => no)
  const expected = placed.toReversed().filter((no) => newest.includes(no))
  expect(newest).toEqual(expected)
  expect(newest.length).toBeGreaterThan(90)
  const teams = (await sorted('team')).map(({ team }) => team)
  expect(teams).toEqual(teams.toSorted((a, b) => b - a))
  expect(itemAt(teams, 0)).toBeGreaterThan(itemAt(teams, -1))
  const left = await sorted('username', '&side=left')
  const names = left.map(({ user }) => user.username)
  expect(names).toEqual(names.toSorted())
  expect(new Set(left.map(({ side }) => side))).toEqual(new Set(['left']))
  const { text } = await get(`beneath/?profile_id=${id}&format=csv&side=left&sort=username`)
  const lines = text.split('\r\n').slice(1, 1 + names.length)
  expect(lines.map((line) => line.split(',')[1])).toEqual(names)
})

test('shows the path up to one’s own highest seat', async () => {
  const mine = await own()
  const { body } = await get(`beneath/?profile_id=${mine.id}&page_size=100`)
  const deepest = itemAt(body.results, -1)
  const { body: path } = await get(`path/?profile_id=${deepest.profile_id}&page_size=100`)
  expect(path.count).toBe(deepest.level + 1)
  expect(path.results[0]?.profile_id).toBe(deepest.profile_id)
  expect(path.results.at(-1)?.profile_id).toBe(mine.profile_id)
})

test('finds names and profile IDs by prefix, only in the member’s own downline', async () => {
  const search = async (q: string, who = ada) =>
    (await get(`search/?q=${encodeURIComponent(q)}`, who)).body
  const all = await search('GROWN')
  expect([all.results.length, all.more]).toEqual([20, true])
  const first = itemAt(all.results, 0)
  const one = await search(first.profile_id.toLowerCase())
  expect(one).toEqual({ results: [first], more: false })
  expect((await search('stranger')).results).toEqual([])
  // Members find their own profile by id before it has a seat. No one else does.
  const waiting = await addMember(edge, 'waiting')
  const { profile_id: unseated } = await own(waiting)
  expect((await search(unseated, waiting)).results).toHaveLength(1)
  expect((await search(unseated)).results).toEqual([])
  expect((await search('ada')).results[0]?.user.username).toBe('ada')
  expect((await search('ada', stranger)).results).toEqual([])
  for (const q of ['%', '_', 'g%', '\\', "' or '1'='1"])
    expect((await search(q)).results).toEqual([])
  expect((await get('search/')).status).toBe(400)
})

test('finds the end of a leg and its next free position', async () => {
  const seats = await readSeats()
  const { id } = await own()
  const { body } = await get(`counts/?profile_id=${id}`)
  for (const [name, side] of [
    ['left', 0],
    ['right', 1],
  ] as const) {
    const children = (no: number) => seats.filter(({ parent }) => parent === no)
    let end = Number(id)
    for (let next: number | undefined = end; next !== undefined;) {
      end = next
      next = children(end).find((child) => child.side === side)?.no
    }
    expect(body[name].outermost?.profile.id).toBe(String(end))
    let level = seats.filter((seat) => seat.parent === Number(id) && seat.side === side)
    for (let depth = 2; ; depth++) {
      const below = level.map(({ no }) => children(no))
      const at = below.findIndex((each) => each.length < 2)
      if (at === -1) {
        level = below.flatMap((each) => each.toSorted((a, b) => a.side - b.side))
        continue
      }
      expect(body[name].next_free).toMatchObject({
        parent: { id: String(level[at]?.no) },
        side: below[at]?.some((child) => child.side === 0) ? 'right' : 'left',
        level: depth,
      })
      break
    }
  }
})

test('filters the list by level and name prefix, and exports CSV', async () => {
  const { id } = await own()
  const { body: second } = await get(`beneath/?profile_id=${id}&level=2`)
  expect(second.results.map(({ level, side }) => `${level} ${side}`)).toEqual([
    '2 left',
    '2 left',
    '2 right',
    '2 right',
  ])
  const name = itemAt(second.results, 3).user.username
  const named = (await get(`beneath/?profile_id=${id}&username=${name.toUpperCase()}`)).body
  expect(named.results[0]).toEqual(second.results[3])
  expect(named.results.every(({ user }) => user.username.startsWith(name))).toBe(true)
  const left = (await get(`beneath/?profile_id=${id}&side=left&username=${name}`)).body
  const ids = left.results.map((seat) => seat.id)
  expect(ids).not.toContain(second.results[3]?.id)
  expect((await get(`beneath/?profile_id=${id}&username=stranger`)).body.count).toBe(0)
  expect((await get(`beneath/?profile_id=${id}&level=0`)).status).toBe(400)
  const readCsv = async () =>
    await edge.app.inject({
      url: `/api/tree/beneath/?profile_id=${id}&format=csv&level=1`,
      headers: { authorization: `Bearer ${ada.access}` },
    })
  const csv = await readCsv()
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body).toMatch(/^profile_id,username,plan,active,level,side,team,activated_at\r\nBR-/)
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(3)
  const of = edge.db.updateTable('identities').where('username', '=', 'ada')
  await of.set({ language: 'es' }).execute()
  expect((await readCsv()).body).toMatch(
    /^perfil,usuario,plan,activo,nivel,lado,equipo,activado_el\r\nBR-\S+,sí,1,izquierda,/,
  )
  await of.set({ language: 'en' }).execute()
})

test('shows the top and some levels, with the counts below each position', async () => {
  const rows = await readSeats()
  const { id, profile_id: profileId } = await own()
  const { body } = await get(`window/?profile_id=${profileId}&levels=4`)
  expect(body.seats).toHaveLength(31)
  expect(body.seats[0]).toMatchObject({ id, parent_id: null, side: null, level: 0 })
  for (const seat of body.seats) {
    const children = rows.filter(({ parent }) => parent === Number(seat.id))
    const below = (side: number) => {
      const child = children.find((each) => each.side === side)
      return child ? naiveBelow(rows, child.no).length : 0
    }
    expect([seat.left, seat.right]).toEqual([below(0), below(1)])
    expect(Date.parse(seat.activated_at ?? '')).toBeGreaterThan(0)
  }
  const levels = body.seats.map((seat) => seat.level)
  expect(levels).toEqual(levels.toSorted((a, b) => a - b))
  expect((await get(`window/?profile_id=${id}`)).body.seats).toHaveLength(15)
  const { profiles } = (await edge.call('GET', '/api/accounts/me/', { token: ada.access })).body
  expect((await get('window/')).body.seats[0]?.id).toBe(profiles[0]?.id)
  const most = (await get(`window/?profile_id=${id}&levels=8`)).body.seats
  expect(most.length).toBe(naiveBelow(rows, Number(id)).length)
  expect((await get(`window/?profile_id=${id}&levels=9`)).status).toBe(400)
})

test('maps every seat of a small network under its parent', async () => {
  const rows = await readSeats()
  const { id } = await own()
  const { body } = await get(`map/?profile_id=${id}`)
  const below = naiveBelow(rows, Number(id))
  expect(body.ids.map(Number).toSorted((a, b) => a - b)).toEqual(
    below.map(({ no }) => no).toSorted((a, b) => a - b),
  )
  expect(body.left_out).toBe(0)
  for (let i = 1; i < body.ids.length; i++) {
    const row = rows.find(({ no }) => no === Number(body.ids[i]))
    const place = [body.ids[body.parents[i] ?? -1], body.sides[i]]
    expect(place).toEqual([String(row?.parent), row?.side])
    expect(body.sizes[i]).toBe(naiveBelow(rows, Number(body.ids[i])).length)
  }
})

test('refuses every call from strangers', async () => {
  const { id } = await own()
  for (const path of ['counts', 'path', 'beneath', 'window', 'map']) {
    const { status, problem } = await get(`${path}/?profile_id=${id}`, stranger)
    expect([status, problem.code]).toEqual([404, 'profile_not_found'])
  }
})

test('shows no downline for a profile without a seat', async () => {
  const idle = await addMember(edge, 'idle')
  const { id, profile_id: profileId } = await own(idle)
  const zero = { seats: 0, members: 0, next_free: null, outermost: null }
  expect((await get(`counts/?profile_id=${id}`, idle)).body).toMatchObject({
    left: zero,
    right: zero,
  })
  expect((await get(`beneath/?profile_id=${id}`, idle)).body.count).toBe(0)
  const { body } = await get(`path/?profile_id=${id}`, idle)
  expect(body.results.map((node) => node.profile_id)).toEqual([profileId])
})

test('sends as many statements for large networks as for small ones', async () => {
  let sent = 0
  const counting = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: edge.context.pool }),
    log: () => void sent++,
  })
  const context = { ...edge.context, db: counting, read: counting }
  const counted = await openEdgeOn(context, edge.databaseUrl, 'no build')
  // The smallest number, because the process also sends statements of its own now and then.
  const count = async (path: string): Promise<number> => {
    const counts = []
    for (let i = 0; i < 3; i++) {
      const before = sent
      const { status, text } = await counted.call('GET', `/api/${path}`, { token: ada.access })
      expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
      counts.push(sent - before)
    }
    return Math.min(...counts)
  }
  const top = Number((await own()).id)
  const below = naiveBelow(await readSeats(), top).slice(1)
  const [near, far] = [below[0], below.at(-1)]
  const ofOne = ['visualization', 'children', 'counts', 'path', 'window', 'map']
  const pairs = [
    ...ofOne.map((name) => [near, far].map((seat) => `tree/${name}/?profile_id=${seat?.no}`)),
    [near, far].map((seat) => `tree/user/${seat?.member}/`),
    ['g', 'grown149'].map((text) => `tree/search/?q=${text}`),
    ...[`tree/beneath/?profile_id=${top}&`, 'accounts/referrals/?', 'accounts/activity/?'].map(
      (path) => [1, 100].map((size) => `${path}page_size=${size}`),
    ),
    [near, far].map((seat) => `accounts/activity/explain/?profile_id=${seat?.no}`),
  ]
  for (const [little = '', much = ''] of pairs) {
    const many = await count(much)
    expect([much, many]).toEqual([much, await count(little)])
    expect(many).toBeLessThanOrEqual(8)
  }
  await counted.close()
})
