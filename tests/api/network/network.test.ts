import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { DEFAULT_CATALOG, type Catalog } from '../../../src/domain/money/catalog.ts'
import { itemAt } from '../../support/answer.ts'
import { effectsOf } from '../../support/book-acts.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, fundMember, signIn, type TestMember } from '../support/members.ts'

// The worked example of the rules, through HTTP: A under the house, B to G under A.

let edge: Edge
const members = new Map<string, TestMember>()
const of = (name: string): TestMember => {
  const member = members.get(name)
  if (!member) throw new Error(`no member ${name}`)
  return member
}
const get = <const U extends string>(name: string, url: U) =>
  edge.call('GET', url, { token: of(name).access })

async function activationOf(name: string) {
  const { body } = await get(name, '/api/accounts/me/')
  const inactive = body.profiles.find(({ active }) => !active)
  const url =
    `/api/accounts/profiles/${inactive?.profile_id.toLowerCase()}/wallet-activate/` as const
  return (headers: Record<string, string> = {}) =>
    edge.call('POST', url, { token: of(name).access, headers })
}

async function activate(name: string, headers: Record<string, string> = {}) {
  const send = await activationOf(name)
  return await send(headers)
}

type Node = { profile: { user: { username: string } } } | null
const name = (node: Node | undefined) => node?.profile.user.username
const user = async (who: string, id: number | string) => await get(who, `/api/tree/user/${id}/`)

beforeAll(async () => {
  edge = await openEdge()
  for (const name of ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn', 'gil']) {
    const member = await addMember(edge, name, name === 'ada' ? undefined : 'ada')
    members.set(name, member)
    await fundMember(edge, member.no, 1)
    await activate(name)
  }
  members.set('late', await addMember(edge, 'late', 'ben'))
})
afterAll(() => edge.close())

test('pays the rewards, board, and upgrade of the worked example', async () => {
  const { body: ada } = await get('ada', '/api/accounts/me/')
  expect([ada.wallet_balance, ada.total_rewards, ada.total_referrals]).toEqual(['0.00', '3.00', 6])
  expect(ada.profiles.map(({ plan }) => plan.name)).toEqual(['Silver', 'Bronze'])
  const [silver, bronze] = ada.profiles
  expect(silver).toMatchObject({
    active: true,
    origin: { kind: 'upgrade', from: bronze?.profile_id },
  })
  expect(bronze?.board.filled).toBe(6)
  expect(Date.parse(bronze?.board.completed_at ?? '')).toBeGreaterThan(0)
  expect((await get('ben', '/api/accounts/me/')).body.wallet_balance).toBe('1.00')
  expect((await get('cleo', '/api/accounts/profiles/')).body.user.total_rewards).toBe('1.00')
})

test('shows the rewards that each referral brought the sponsor', async () => {
  const { body } = await get('ada', '/api/accounts/referrals/')
  const rows = Array.isArray(body) ? body : body.results
  const paid = rows.map(({ referred_user: { username }, earned }) => `${username} ${earned}`)
  expect(paid.toSorted()).toEqual(
    ['ben', 'cleo', 'dan', 'eve', 'finn', 'gil'].map((name) => `${name} 0.50`),
  )
  const late = (await get('ben', '/api/accounts/referrals/')).body
  expect(late).toMatchObject([{ referred_user: { username: 'late' }, earned: '0.00' }])
})

test('shows two levels of the tree in position', async () => {
  const { body: me } = await get('ada', '/api/accounts/me/')
  const bronze = itemAt(me.profiles, 1).profile_id
  for (const url of [
    `/api/tree/visualization/?profile_id=${bronze}`,
    `/api/tree/visualization?profile_id=${bronze.toLowerCase()}`,
  ] as const) {
    const { status, body } = await get('ada', url)
    expect(status).toBe(200)
    expect([name(body), name(body.left_child), name(body.right_child)]).toEqual([
      'ada',
      'ben',
      'cleo',
    ])
    const { left_child: left, right_child: right } = body
    expect(
      [left?.left_child, left?.right_child, right?.left_child, right?.right_child].map(name),
    ).toEqual(['dan', 'eve', 'finn', 'gil'])
    expect(left?.left_child?.left_child).toBe(null)
    expect(Object.keys(body.profile).toSorted()).toEqual([
      'active',
      'id',
      'plan',
      'profile_id',
      'user',
    ])
  }
  const first = await get('ada', '/api/tree/visualization/')
  expect(first.body.profile.plan.name).toBe('Silver')
  const children = await get('ada', `/api/tree/children/?profile_id=${bronze}`)
  expect(children.body.left_child?.profile.user.username).toBe('ben')
  expect(children.body.left_child?.left_child).toBe(null)
})

test('answers 404 for trees outside the member’s own downline', async () => {
  const bronzeOf = async (name: string) => {
    const { body } = await get(name, '/api/accounts/me/')
    return itemAt(body.profiles, -1)
  }
  const [ada, ben, cleo, gil] = await Promise.all([
    bronzeOf('ada'),
    bronzeOf('ben'),
    bronzeOf('cleo'),
    bronzeOf('gil'),
  ])
  const see = async (who: string, ref: string) =>
    (await get(who, `/api/tree/visualization/?profile_id=${ref}`)).status
  expect(await see('ada', gil.profile_id)).toBe(200)
  expect(await see('cleo', gil.id)).toBe(200)
  expect(await see('ben', gil.profile_id)).toBe(404)
  expect(await see('ben', cleo.profile_id)).toBe(404)
  expect(await see('ben', ada.profile_id)).toBe(404)
  expect(await see('late', ben.profile_id)).toBe(404)
  const nothing = await get('ada', '/api/tree/visualization/?profile_id=BR-00000000')
  const foreign = await get('ben', `/api/tree/visualization/?profile_id=${ada.profile_id}`)
  for (const { status, problem } of [nothing, foreign]) {
    expect([status, problem.code, problem.detail]).toEqual([
      404,
      'profile_not_found',
      'Profile not found',
    ])
  }
  expect((await get('ben', `/api/tree/children/?profile_id=${gil.id}`)).status).toBe(404)
  expect((await get('ben', `/api/accounts/profiles/${gil.id}/`)).status).toBe(404)
  expect((await get('gil', `/api/accounts/profiles/${gil.id}`)).body.plan.cost).toBe('1.00')
  const injected = await get(
    'ada',
    `/api/tree/visualization/?profile_id=${encodeURIComponent("1' or '1'='1")}`,
  )
  expect(injected.status).toBe(404)
})

test('names a member only to their uplines', async () => {
  expect((await user('ada', of('gil').no)).body).toEqual({
    id: String(of('gil').no),
    username: 'gil',
  })
  expect((await user('gil', of('gil').no)).status).toBe(200)
  expect((await user('gil', of('ada').no)).status).toBe(404)
  expect((await user('ben', of('gil').no)).status).toBe(404)
  for (const id of [999_999, 'ada', '-1', '1e3']) expect((await user('ada', id)).status).toBe(404)
})

test('refuses to activate without funds, twice, or for someone else', async () => {
  const { body: late } = await get('late', '/api/accounts/me/')
  const [profile] = late.profiles
  const poor = await activate('late')
  expect([poor.status, poor.problem.code]).toEqual([409, 'insufficient_balance'])
  expect(poor.problem.detail).toBe('Insufficient balance. Your wallet holds $0.00.')
  const url = `/api/accounts/profiles/${profile?.id}/wallet-activate/` as const
  const foreign = await edge.call('POST', url, { token: of('ada').access })
  expect(foreign.status).toBe(404)
})

test('charges one fee for thirty simultaneous activations', async () => {
  const racer = await addMember(edge, 'racer', 'ada')
  members.set('racer', racer)
  await fundMember(edge, racer.no, 5)
  const activateOnce = await activationOf('racer')
  const all = await Promise.all(Array.from({ length: 30 }, () => activateOnce()))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.filter(({ code }) => code === 'already_active')).toHaveLength(29)
  expect((await get('racer', '/api/accounts/me/')).body.wallet_balance).toBe('4.00')
})

test('repeats the answer for a key, and refuses the key for another request', async () => {
  const keyed = await addMember(edge, 'keyed', 'ada')
  members.set('keyed', keyed)
  await fundMember(edge, keyed.no, 2)
  const profile = itemAt((await get('keyed', '/api/accounts/me/')).body.profiles, 0)
  const post = (id: string, key: string) =>
    edge.call('POST', `/api/accounts/profiles/${id}/wallet-activate/`, {
      token: keyed.access,
      headers: { 'idempotency-key': key },
    })
  const first = await post(profile.id, 'key-1')
  const second = await post(profile.id, 'key-1')
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  const otherKey = await post(profile.id, 'key-2')
  expect([otherKey.status, otherKey.problem.code]).toEqual([409, 'already_active'])
  const reused = await post(profile.profile_id, 'key-1')
  expect([reused.status, reused.problem.code]).toEqual([409, 'idempotency_key_reused'])
  const rule = 'The Idempotency-Key must have 1 to 255 printable ASCII characters.'
  for (const key of ['', 'x'.repeat(256), 'cl\u00e9', 'a\tb']) {
    const { status, problem } = await post(profile.id, key)
    expect([key, status, problem.code, problem.detail]).toEqual([key, 400, 'malformed_key', rule])
  }
})

test('masks referrals until they share their contact, and pages the list', async () => {
  const { body: all } = await get('ada', '/api/accounts/referrals/')
  if (!Array.isArray(all)) throw new Error('a page')
  expect(all.map((each) => each.referred_user.username)).toEqual([
    'keyed',
    'racer',
    'gil',
    'finn',
    'eve',
    'dan',
    'cleo',
    'ben',
  ])
  const newest = itemAt(all, 0).referred_user
  expect(newest).toMatchObject({ email: 'k***@example.org', phone_number: '' })
  expect(Object.keys(itemAt(newest.profiles, 0)).toSorted()).toEqual([
    'active',
    'id',
    'plan',
    'profile_id',
  ])
  const update = { token: of('ben').access, body: { share_contact: true, phone_number: '+1555' } }
  await edge.call('PATCH', '/api/accounts/me/update/', update)
  const { body: page } = await get('ada', '/api/accounts/referrals/?page=2&page_size=5')
  if (Array.isArray(page)) throw new Error('the whole list')
  expect([page.count, page.next, page.previous]).toEqual([
    8,
    null,
    '/api/accounts/referrals/?page=1&page_size=5',
  ])
  expect(page.results.at(-1)?.referred_user).toMatchObject({
    email: 'ben@example.org',
    phone_number: '+1555',
  })
  for (const [query, status] of [
    ['page=3&page_size=5', 404],
    ['page=0', 400],
    ['page=a', 400],
    ['page_size=101', 400],
    ['page=1.5', 400],
    ['page=1&page=2', 400],
  ]) {
    expect((await get('ada', `/api/accounts/referrals/?${query}`)).status).toBe(status)
  }
})

test('lists recent activity, newest first', async () => {
  const { body } = await get('ada', '/api/accounts/activity/recent/')
  const types = new Set(body.map(({ type }: { type: string }) => type))
  expect(body.length).toBeLessThanOrEqual(20)
  const wanted = [
    'board_completed',
    'upgraded',
    'profile_activated',
    'reward_level1',
    'reward_level2',
    'referral_joined',
  ]
  expect(wanted.filter((type) => !types.has(type))).toEqual([])
  const times = body.map(({ created_at: at }: { created_at: string }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
})

test('shows the default catalog’s plans to everyone', async () => {
  const { body } = await edge.call('GET', '/api/accounts/plans')
  const columns = body.map((plan: Record<string, unknown>) => [
    plan.name,
    plan.joining_fee,
    plan.level1,
    plan.level2,
    plan.sponsor_bonus,
    plan.reentries,
    plan.total,
    plan.color,
  ])
  expect(columns).toEqual([
    ['Bronze', '1.00', '0.50', '0.50', '0.00', 0, '3.00', 'orange'],
    ['Silver', '3.00', '1.00', '1.00', '0.00', 0, '6.00', 'gray'],
    ['Gold', '6.00', '1.00', '2.50', '0.00', 0, '12.00', 'yellow'],
    ['Platinum', '12.00', '2.00', '5.00', '0.00', 0, '24.00', 'purple'],
    ['Diamond', '24.00', '4.00', '10.00', '10.00', 12, '58.00', 'blue'],
  ])
  expect((await signIn(edge, 'ada')).status).toBe(200)
})

test('shows the re-entries of a profile by its own catalog version', async () => {
  const { body: plans } = await edge.call('GET', '/api/accounts/plans/')
  expect(plans.at(-1)?.reentries).toBe(12)
  const { no, access } = of('late')
  const [bronze, silver, gold, platinum, diamond] = DEFAULT_CATALOG
  const catalog: Catalog = [bronze, silver, gold, platinum, { ...diamond, reentries: 0 }]
  await effectsOf(edge.book, { kind: 'publish_catalog', catalog, operator: 'a' })
  await sql`insert into profiles (no, member_no, plan, catalog_version, origin, public_id,
      created_at)
    select 1000000 + version, ${no}, 4, version, 0, 'DI' || version, now() from catalogs
  `.execute(edge.db)
  const { body } = await edge.call('GET', '/api/accounts/me/', { token: access })
  expect(body.profiles.map(({ plan }) => [plan.name, plan.reentries])).toEqual([
    ['Diamond', 0],
    ['Diamond', 12],
    ['Bronze', 0],
  ])
  await effectsOf(edge.book, { kind: 'publish_catalog', catalog: DEFAULT_CATALOG, operator: 'a' })
})

test('opens a network at the highest plan with a seat', async () => {
  const lena = await addMember(edge, 'lena', 'ada')
  members.set('lena', lena)
  await fundMember(edge, lena.no, 1)
  await activate('lena')
  const body = { auto_upgrade: false }
  await edge.call('PATCH', '/api/accounts/me/update/', { token: lena.access, body })
  for (let i = 1; i <= 6; i++) {
    const member = await addMember(edge, `lena${i}`, 'lena')
    members.set(`lena${i}`, member)
    await fundMember(edge, member.no, 1)
    expect((await activate(`lena${i}`)).status).toBe(200)
  }
  const { profiles } = (await get('lena', '/api/accounts/me/')).body
  const plans = profiles.map((each: { plan: { name: string }; active: boolean }) => [
    each.plan.name,
    each.active,
  ])
  expect(plans).toEqual([
    ['Silver', false],
    ['Bronze', true],
  ])
  const window = await get('lena', '/api/tree/window/')
  expect(window.body.seats[0]?.plan.name).toBe('Bronze')
  expect(window.body.seats).toHaveLength(7)
  expect((await get('lena', '/api/tree/visualization/')).body.profile.plan.name).toBe('Bronze')
  const asked = await get('lena', `/api/tree/window/?profile_id=${profiles[0]?.profile_id}`)
  expect(asked.body.seats[0]?.plan.name).toBe('Silver')
})
