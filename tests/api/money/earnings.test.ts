import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'

// Earnings over time, by plan and level, and boards with their rewards and use.

let edge: Edge
const members = new Map<string, TestMember>()
const of = (name: string): TestMember => members.get(name) as TestMember
const get = <const U extends string>(name: string, url: U) =>
  edge.call('GET', `/api/accounts/${url}`, { token: of(name).access })

const profilesOf = async (name: string) => (await get(name, 'me/')).body.profiles
const bronzeOf = async (name: string): Promise<string> =>
  itemAt(await profilesOf(name), -1).profile_id

/** Seven members under ada. The last completes no board, because hers is full with the sixth. */
beforeAll(async () => {
  edge = await openEdge()
  for (const name of ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn', 'gil', 'hal']) {
    members.set(name, await addMember(edge, name, name === 'ada' ? undefined : 'ada'))
    await fundMember(edge, of(name).no, 1)
    const url = `/api/accounts/profiles/${await bronzeOf(name)}/wallet-activate/` as const
    await edge.call('POST', url, { token: of(name).access })
  }
})
afterAll(() => edge.close())

describe('earnings', () => {
  test('add up to the rewards over time, by plan and level', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const { status, body } = await get('ada', 'earnings/?by=day')
    expect([status, body.by, body.periods.length]).toEqual([200, 'day', 30])
    expect(body.total).toEqual({ amount: '3.00', count: 6 })
    expect(body.total.amount).toBe((await get('ada', 'me/')).body.total_rewards)
    expect(body.periods.at(-1)).toEqual({
      start: `${today}T00:00:00.000Z`,
      reward_level1: { amount: '1.00', count: 2 },
      reward_level2: { amount: '2.00', count: 4 },
      sponsor_bonus: { amount: '0.00', count: 0 },
    })
    expect(body.periods.at(-2)?.reward_level1.count).toBe(0)
    expect(body.plans.map(({ plan }) => plan)).toHaveLength(5)
    expect(body.plans[0]).toMatchObject({ plan: 'Bronze', reward_level2: { amount: '2.00' } })
    expect(body.plans[1]?.reward_level1.amount).toBe('0.00')
  })

  test('start weeks on Monday and months on their first day', async () => {
    const weeks = (await get('ada', 'earnings/')).body
    expect([weeks.by, weeks.periods.length]).toEqual(['week', 26])
    for (const { start } of weeks.periods) expect(new Date(start).getUTCDay()).toBe(1)
    expect(weeks.periods.at(-1)?.reward_level2.count).toBe(4)
    const months = (await get('ada', 'earnings/?by=month&from=2026-01-15&to=2026-03-02')).body
    expect(months.periods.map(({ start }) => start.slice(0, 10))).toEqual([
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
    ])
    expect(months.total.count).toBe(0)
  })

  test.each([
    ['by=year', 'by', 'Choose day, week, or month.'],
    ['from=soon', 'from', 'Enter a date such as 2026-01-31.'],
    [
      'by=day&from=2024-01-01&to=2026-01-01',
      'from',
      'A period has at most 400 steps. Choose a shorter one.',
    ],
    ['from=2026-02-01&to=2026-01-01', 'to', 'The end of the period must be after its start.'],
  ])('refuses %s', async (query, field, text) => {
    const { status, problem } = await get('ada', `earnings/?${query}`)
    expect([status, problem.code, problem.errors]).toEqual([
      400,
      'invalid_request',
      { [field]: [text] },
    ])
  })
})

const boardOf = async (name: string, profile: string) =>
  (await get(name, `profiles/${profile}/board/`)).body

describe('a board', () => {
  test('shows, when complete, each payer, position, and amount, and what it paid for', async () => {
    const body = await boardOf('ada', await bronzeOf('ada'))
    expect(body).toMatchObject({ fee: '1.00', earned: '3.00', missing: '0.00', filled: 6 })
    expect(body.completed_at).not.toBeNull()
    expect(
      body.positions.map(({ position, username, amount, paid }) => [
        position,
        username,
        amount,
        paid,
      ]),
    ).toEqual([
      ['L', 'ben', '0.50', true],
      ['R', 'cleo', '0.50', true],
      ['LL', 'dan', '0.50', true],
      ['LR', 'eve', '0.50', true],
      ['RL', 'finn', '0.50', true],
      ['RR', 'gil', '0.50', true],
    ])
    const silver = itemAt(await profilesOf('ada'), 0).profile_id
    expect(body.next).toEqual([
      { profile_id: silver, plan: 'Silver', kind: 'upgrade', active: true, fee: '3.00' },
    ])
    expect(await boardOf('ada', silver)).toMatchObject({ fee: '3.00', earned: '0.00', next: [] })
  })

  test('shows, when open, what is missing and what it would pay', async () => {
    const body = await boardOf('ben', await bronzeOf('ben'))
    expect(body).toMatchObject({ earned: '1.50', missing: '1.50', filled: 3, completed_at: null })
    expect(body.positions.at(-1)).toEqual({
      position: 'RR',
      profile_id: null,
      username: null,
      taken_at: null,
      amount: '0.50',
      paid: false,
    })
    members.set('new', await addMember(edge, 'newcomer', 'ada'))
    const none = await boardOf('new', await bronzeOf('new'))
    expect(none).toMatchObject({ active: false, fee: null, earned: '0.00', missing: '3.00' })
  })

  test('shows, when open, how similar boards developed, if there are enough', async () => {
    const ben = await bronzeOf('ben')
    expect((await boardOf('ada', await bronzeOf('ada'))).odds).toBeNull()
    expect((await boardOf('ben', ben)).odds).toMatchObject({ level: 3, days: 0, within: [] })
    // Of 400 boards that reached three positions, 40 were complete ten days later, and 100 have
    // been open for only two days.
    await sql`
      insert into board_ages (plan, quarter, level, age_days, completed)
        select 0, to_char(now(), 'YYYY-"Q"Q'), 3, 10, 40`.execute(edge.db)
    await sql`
      insert into board_open (plan, quarter, level, since, open)
        select 0, to_char(now(), 'YYYY-"Q"Q'), 3, current_date - days, boards
        from (values (2, 100), (40, 260)) as given (days, boards)`.execute(edge.db)
    const { odds } = await boardOf('ben', ben)
    expect(odds).toMatchObject({ level: 3, days: 0, of: 400 })
    // 40 of the 300 that we observed for ten days. Nobody knows about 90 days later.
    expect(odds?.within).toHaveLength(1)
    expect(odds?.within[0]).toMatchObject({ days: 30, share: 133, at_risk: 260 })
    expect(odds?.within[0]?.low).toBeGreaterThan(90)
    expect(odds?.within[0]?.high).toBeLessThan(180)
  })

  test('is visible to its owner only', async () => {
    const { status, problem } = await get('ada', `profiles/${await bronzeOf('ben')}/board/`)
    expect([status, problem.code]).toEqual([404, 'profile_not_found'])
  })
})

test('links each activity to its subject', async () => {
  const { results } = (await get('ada', 'activity/?page_size=100')).body
  const linkOf = (type: string) => results.find((row) => row.type === type)?.link
  expect(linkOf('reward_level2')).toBe(`/familytree?profile=${await bronzeOf('gil')}`)
  expect(linkOf('board_completed')).toBe(`/earnings?profile=${await bronzeOf('ada')}`)
})

test('lists the account’s security changes for its member', async () => {
  const { body } = await edge.call('GET', '/api/auth/security/', { token: of('ada').access })
  expect(body).toEqual({
    totp_enabled: false,
    passkeys: 0,
    recovery_codes_left: 0,
    hold_until: null,
    hold_hours: 0,
  })
})

test('offers USDT withdrawals only where they are enabled', async () => {
  const url = '/api/rewards/withdrawals/terms/?amount=10'
  const { body } = await edge.call('GET', url, { token: of('ada').access })
  expect(body).toEqual({ methods: ['trx'], usdt_network_fee: null })
  edge.config.usdtPayouts = true
  const open = await edge.call('GET', url, { token: of('ada').access })
  expect(open.body).toEqual({ methods: ['trx', 'usdt'], usdt_network_fee: null })
  edge.config.usdtPayouts = false
})
