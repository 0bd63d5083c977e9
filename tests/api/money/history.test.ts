import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemAt, bodyOf } from '../../support/answer.ts'
import type { CallAnswer } from '../../../src/contract/call.ts'
import { openEdge, type Answer, type Edge } from '../support/edge.ts'
import { requestWithdrawal } from '../support/staff-edge.ts'
import { addMember, dollars, fundMember, type TestMember } from '../support/members.ts'

// Activity with filters, reward explanations, and the account statement, all of it derived.

let edge: Edge
const members = new Map<string, TestMember>()
const of = (name: string): TestMember => members.get(name) as TestMember
const get = <const U extends string>(name: string, url: U) =>
  edge.call('GET', `/api/accounts/${url}`, { token: of(name).access })

async function join(name: string, code: string | undefined, activates: boolean): Promise<void> {
  members.set(name, await addMember(edge, name, code))
  if (!activates) return
  await fundMember(edge, of(name).no, 1)
  const token = of(name).access
  const url = `/api/accounts/profiles/${await bronzeOf(name)}/wallet-activate/` as const
  const { status } = await edge.call('POST', url, { token })
  if (status !== 200) throw new Error(`${name} is not active`)
}

const bronzeOf = async (name: string): Promise<string> =>
  itemAt((await get(name, 'me/')).body.profiles, -1).profile_id

beforeAll(async () => {
  edge = await openEdge()
  await join('ada', undefined, true)
  for (const name of ['ben', 'cleo', 'dan', 'eve', 'finn', 'gil', 'hal']) {
    await join(name, 'ada', true)
  }
  await join('ida', 'ada', false)
  await join('other', undefined, false)
})
afterAll(() => edge.close())

describe('activity', () => {
  test('pages through every row once, newest first', async () => {
    const seen: CallAnswer<'listActivity'>['results'] = []
    let url: string | null = '/api/accounts/activity/?page_size=7'
    let count = 0
    while (url) {
      const answer: Answer = await edge.call('GET', url, { token: of('ada').access })
      expect(answer.status).toBe(200)
      const body = bodyOf('listActivity', answer.body)
      seen.push(...body.results)
      count = body.count
      url = body.next
    }
    expect(seen).toHaveLength(count)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(count)
    const times = seen.map(({ created_at: at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect((await get('ada', `activity?page=${count + 1}`)).problem.code).toBe('page_not_found')
  })

  test('shows the reward of a complete board as the cause of what follows it', async () => {
    const { results } = (await get('ada', 'activity/?page_size=100')).body
    const at = results.find(({ type }) => type === 'board_completed')?.created_at
    const together = results.filter(({ created_at: when }) => when === at)
    // Newest first, as in the statement, where the reward comes before the next joining fee.
    expect(together.map(({ type }) => type).slice(-2)).toEqual(['board_completed', 'reward_level2'])
  })

  test('filters by type and period, and names each row’s source', async () => {
    const { body } = await get('ada', 'activity/?type=reward_level1')
    expect(body.count).toBe(2)
    for (const { about, amount, detail } of body.results) {
      const journal = await edge.db
        .selectFrom('postings')
        .select('amount')
        .where('journal_no', '=', BigInt(about.id))
        .where('account_no', '=', BigInt(1000 + 2 * of('ada').no))
        .executeTakeFirstOrThrow()
      expect([about.kind, amount, journal.amount]).toEqual(['journal', '0.50', dollars(0.5)])
      expect(detail).toMatch(/^(ben|cleo) activated a profile directly below yours\.$/)
    }
    const kinds = (await get('ada', 'activity/?page_size=100')).body.results.map(
      ({ type, about }) => `${type} ${about.kind}`,
    )
    expect([...new Set(kinds)].toSorted()).toEqual([
      'board_completed seat',
      'deposit_credited transfer',
      'joined member',
      'profile_activated seat',
      'referral_joined member',
      'reward_level1 journal',
      'reward_level2 journal',
      'upgraded profile',
    ])
    const today = new Date().toISOString().slice(0, 10)
    const all = (await get('ada', 'activity/')).body.count
    expect((await get('ada', `activity/?from=${today}&to=${today}`)).body.count).toBe(all)
    expect((await get('ada', 'activity/?to=2020-01-01')).body.count).toBe(0)
    const later = new Date(Date.now() + 60_000).toISOString()
    expect((await get('ada', `activity/?from=${later}`)).body.count).toBe(0)
  })

  test('shows what happens to a withdrawal that the member cancels', async () => {
    await fundMember(edge, of('other').no, 10)
    const token = of('other').access
    const no = await requestWithdrawal(edge, of('other'), 5)
    const url = `/api/rewards/withdrawals/${no}/cancel/` as const
    await edge.call('POST', url, { token })
    const { count, results } = (await get('other', 'activity/?type=withdrawal_cancelled')).body
    expect([count, results[0]?.about, results[0]?.amount, results[0]?.detail]).toEqual([
      1,
      { kind: 'withdrawal', id: String(no) },
      '5.00',
      'The whole amount is back in your wallet.',
    ])
  })

  test.each([
    ['type=everything', 'type', 'Choose an activity type.'],
    ['from=yesterday', 'from', 'Enter a date such as 2026-01-31.'],
    ['to=2026-02-30', 'to', 'Enter a date such as 2026-01-31.'],
    ['from=0000-01-01', 'from', 'Enter a date such as 2026-01-31.'],
    ['page=0', 'page', 'Enter a whole number from 1.'],
  ])('refuses %s', async (query, field, text) => {
    const { status, problem } = await get('ada', `activity/?${query}`)
    expect([status, problem.code, problem.errors]).toEqual([
      400,
      'invalid_request',
      { [field]: [text] },
    ])
  })
})

const explain = async (who: string, whose: string) =>
  (await get(who, `activity/explain/?profile_id=${await bronzeOf(whose)}`)).body

const reasons = async (who: string, whose: string) =>
  (await explain(who, whose)).rewards.map(({ reason }) => reason)

describe('explaining a reward', () => {
  test('explains whose activation paid a reward, with position and catalog version', async () => {
    const ada = await bronzeOf('ada')
    const body = await explain('ada', 'finn')
    expect(body).toMatchObject({
      profile_id: await bronzeOf('finn'),
      user: { username: 'finn' },
      plan: { name: 'Bronze', version: '1' },
      beneath: { profile_id: ada, level: 2 },
    })
    const [, level2] = body.rewards
    expect(level2).toMatchObject({
      reason: 'paid',
      detail: 'Paid from the Bronze joining fee of finn, catalog 1.',
      amount: '0.50',
      seat: ada,
      position: 'RL',
    })
    const rows = (await get('ada', 'activity/?type=reward_level2')).body.results
    expect(rows.map(({ about }) => about.id)).toContain(level2?.journal)
    const direct = (await explain('ada', 'cleo')).rewards[0]
    expect([direct?.reason, direct?.position]).toEqual(['paid', 'R'])
  })

  test('explains why a reward is missing', async () => {
    // hal is three levels below ada, who sponsored him.
    expect(await reasons('ada', 'hal')).toEqual(['other_level', 'other_level', 'plan_pays_none'])
    expect((await explain('ada', 'hal')).rewards[0]?.detail).toBe(
      'This reward goes to the seat directly above it. Yours is 3 levels above.',
    )
    expect(await reasons('ada', 'ida')).toEqual(['not_active', 'not_active', 'not_active'])
    expect(await reasons('hal', 'hal')).toEqual(['not_beneath', 'not_beneath', 'plan_pays_none'])
    expect(await reasons('ben', 'dan')).toEqual(['paid', 'other_level', 'plan_pays_none'])
  })

  test('answers only the members concerned', async () => {
    for (const [who, whose] of [
      ['ben', 'cleo'],
      ['ben', 'ada'],
      ['other', 'ada'],
    ] as const) {
      const url = `activity/explain/?profile_id=${await bronzeOf(whose)}` as const
      const { status, problem } = await get(who, url)
      expect([status, problem.code]).toEqual([404, 'profile_not_found'])
    }
  })
})

const cents = (text: string): number => Math.round(Number(text) * 100)

describe('account statements', () => {
  const today = new Date().toISOString().slice(0, 10)

  test('opens, adds up, and closes at the balance for any period', async () => {
    const { body } = await get('ada', `statement/?from=${today}&to=${today}`)
    const me = (await get('ada', 'me/')).body
    expect([body.opening_balance, body.closing_balance]).toEqual(['0.00', me.wallet_balance])
    expect(body.entries[0]?.description).toBe('Deposit credited')
    expect(body.entries[1]?.description).toBe(`Joining fee of ${await bronzeOf('ada')}`)
    expect(body.entries.map(({ description }) => description)).toContain(
      `Level 1 reward: ben activated ${await bronzeOf('ben')}`,
    )
    // Two statements split at any entry's exact moment still connect.
    for (const { at } of body.entries) {
      const before = (await get('ada', `statement?from=2020-01-01&to=${at}`)).body
      const after = (await get('ada', `statement?from=${at}&to=${today}`)).body
      expect(before.closing_balance).toBe(after.opening_balance)
      const moved = after.entries.reduce((sum: number, { amount }) => sum + cents(amount), 0)
      expect(cents(after.opening_balance) + moved).toBe(cents(after.closing_balance))
    }
    const empty = (await get('ada', 'statement/?from=2020-01-01&to=2020-12-31')).body
    expect([empty.opening_balance, empty.closing_balance, empty.entries]).toEqual([
      '0.00',
      '0.00',
      [],
    ])
  })

  test('come as CSV without formulas, and as a printable page', async () => {
    const csv = await get('ada', `statement/?from=${today}&to=${today}&format=csv`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toBe(
      `attachment; filename="twofold-statement-${today}.csv"`,
    )
    const lines = csv.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('date,journal,description,amount,balance')
    expect(lines[1]).toMatch(/,Opening balance,,0\.00$/)
    expect(lines.at(-1)).toMatch(/,Closing balance,,\d+\.\d\d$/)
    expect(csv.text).not.toMatch(/(^|,)"?[=@+]/m)
    const html = await get('ada', `statement/?from=${today}&to=${today}&format=html`)
    expect(html.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(html.text).toContain('@media print')
    expect(html.text).not.toContain('<script')
    expect(html.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/)
  })

  test.each([
    ['from=2026-01-01', 'to', 'Enter a date such as 2026-01-31.'],
    ['from=2026-02-01&to=2026-01-01', 'to', 'The end of the period must be after its start.'],
    ['from=2026-01-01&to=2026-01-31&format=pdf', 'format', 'Choose json, csv, or html.'],
  ])('refuses %s', async (query, field, text) => {
    const { status, problem } = await get('ada', `statement/?${query}`)
    expect([status, problem.code, problem.errors]).toEqual([
      400,
      'invalid_request',
      { [field]: [text] },
    ])
  })
})
