/** Counters and totals match the rows that they count, whatever the history. */
import pino from 'pino'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wallet } from '../../src/domain/ledger/account.ts'
import { eventOf } from '../../src/domain/ledger/event.ts'
import { formatUsd, micros } from '../../src/domain/money/money.ts'
import { readUser } from '../../src/server/account/queries.ts'
import { pageReferrals } from '../../src/server/account/referrals.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { checkRows } from '../../src/server/book/check/check-rows.ts'
import { noDifferences } from '../../src/server/book/check/compare-states.ts'
import { pageActivity, type Entry } from '../../src/server/history/activity.ts'
import { readEarnings } from '../../src/server/history/earnings.ts'
import { rollUpRewards } from '../../src/server/history/roll-up-rewards.ts'
import { readStatement } from '../../src/server/history/statement.ts'
import { advanceCounts } from '../../src/server/monitoring/advance-counts.ts'
import { readPlanCounts } from '../../src/server/monitoring/plan-counts.ts'
import { randomFrom, type Random } from '../domain/random.ts'
import { effectsOf } from '../support/book-acts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'
import { expectAgreement } from '../support/agreement.ts'

const HISTORIES = isLong ? 20 : 1
const STEPS = 12
const HOUR_MS = 60 * 60 * 1000
const START_MS = Date.UTC(2026, 1, 27, 5)
const TYPES = [undefined, 'reward_level1', 'sponsor_bonus', 'referral_joined', 'joined'] as const

const KINDS = ['', 'reward_level1', 'reward_level2', 'sponsor_bonus']
const isCounted = (type: string) => type === 'referral_joined' || KINDS.includes(type)

let database: TestDatabase
let book: Book
beforeEach(async () => {
  database = await createTestDatabase()
  book = await openBook({ ...database, log: pino({ level: 'silent' }) })
})
afterEach(async () => {
  await book.close()
  await database.close()
})

const by = { system: 'test' }

/**
 * Members join, get money, and activate, several per batch, with or without the worker keeping up.
 */
async function live(random: Random): Promise<number> {
  let members = 1
  let adjustments = 0
  const profiles: { member: number; profile: number }[] = []
  for (let step = 0; step < STEPS; step++) {
    const joining = Array.from({ length: 1 + random.below(6) }, () => 1 + random.below(members))
    const joined = await Promise.all(
      joining.map((sponsor) => effectsOf(book, { kind: 'register', sponsor })),
    )
    members += joined.length
    for (const effects of joined) {
      const { no: profile, member } = eventOf(effects, 'profile')
      profiles.push({ member, profile })
      const amountMicros = micros(5_000_000n)
      const asked = { member, amountMicros, operator: 'olga', reason: 'a test' } as const
      await book.submit({ command: { kind: 'propose_adjustment', ...asked }, by })
      const approval = { adjustment: ++adjustments, operator: 'pia' } as const
      await book.submit({ command: { kind: 'approve_adjustment', ...approval }, by })
    }
    const chosen = profiles.filter(() => random.chance(0.4))
    // Some are already active, and refused.
    await Promise.all(
      chosen.map((each) => book.submit({ command: { kind: 'activate', ...each }, by })),
    )
    if (random.chance(0.5)) await rollUpRewards(database.db, 1 + random.below(20))
    if (random.chance(0.5)) await advanceCounts(database.db, 1 + random.below(20))
  }
  await sql`insert into identities (member_no, username, email, referral_code, verified_at)
    select no, 'm' || no, 'm' || no || '@example.org', 'R' || no, now() from members where no > 1
  `.execute(database.db)
  return members
}

/** An administrator's statements, without triggers. */
async function edit(...statements: readonly string[]): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
}

async function problems(): Promise<string[]> {
  const found = noDifferences()
  await checkRows(database.pool, found)
  return [...found.described]
}

type Reward = { at: number; member: number; amount: bigint; purpose: number; plan: number }

async function rewards(): Promise<Reward[]> {
  const { rows } = await sql<Omit<Reward, 'at' | 'member'> & { at: Date; account_no: bigint }>`
    select at, account_no, amount, purpose, plan from postings join journals on no = journal_no
    join profiles on profiles.no = subject where purpose in (1, 2, 3)`.execute(database.db)
  return rows.map(({ at, account_no: account, ...row }) => ({
    ...row,
    at: at.getTime(),
    member: (Number(account) - wallet(0)) / 2,
  }))
}

const totalOf = (list: readonly Reward[]) => ({
  amount: formatUsd(list.reduce((sum, { amount }) => sum + amount, 0n)),
  count: list.length,
})

/** Every page of a member's activity, with as many rows as it announces. */
async function readAll(member: number, filter: object): Promise<Entry[]> {
  const read = (page: number) =>
    pageActivity(database.db, member, { ...filter, page, page_size: 7 }, '/x')
  const first = await read(1)
  const all = [...first.results]
  for (let page = 2; all.length < first.count; page++) all.push(...(await read(page)).results)
  expect(all.length).toBe(first.count)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  return all
}

test.each(Array.from({ length: HISTORIES }, (_, seed) => seed + 1))(
  'counts every event of random history %i',
  async (seed) => {
    const random = randomFrom(seed)
    const members = await live(random)
    await expectAgreement(database)
    // The same history, spread over weeks.
    await edit(
      `update journals set at = to_timestamp(${START_MS / 1000}) + no * interval '5 hours'`,
      `update members set joined_at = to_timestamp(${START_MS / 1000}) + no * interval '9 hours'`,
      'delete from reward_days',
      'update reward_days_mark set journal_no = 0',
      'delete from plan_counts',
      'delete from day_counts',
      'update counts_mark set member_no = 0, profile_no = 0, ordinal = 0, journal_no = 0',
    )
    while (random.chance(0.8)) await advanceCounts(database.db, 1 + random.below(60))
    while (random.chance(0.8)) await rollUpRewards(database.db, 1 + random.below(60))
    expect(await problems()).toEqual([])
    await compareReads(random, members)
  },
)

async function compareReads(random: Random, members: number): Promise<void> {
  const all = await rewards()
  const { rows: sponsored } = await sql<{ sponsor_no: number; at: Date }>`
    select sponsor_no, joined_at as at from members where no > 1`.execute(database.db)
  expect(all.length).toBeGreaterThan(20)
  for (let member = 2; member <= members; member++) {
    const own = all.filter((reward) => reward.member === member)
    const referrals = sponsored.filter(({ sponsor_no: no }) => no === member)
    const user = await readUser(database.db, member)
    expect(user).toMatchObject({
      total_rewards: totalOf(own).amount,
      total_referrals: referrals.length,
    })
    const moment = (): Date => new Date(START_MS + random.below(24 * 60) * HOUR_MS)
    const [from, to] = [moment(), moment()].toSorted((a, b) => a.getTime() - b.getTime())
    const period = { from: from ?? moment(), to: new Date((to ?? moment()).getTime() + 1) }
    const isWithin = (at: number) => at >= period.from.getTime() && at < period.to.getTime()
    const within = own.filter(({ at }) => isWithin(at))
    const earned = await readEarnings(database.db, member, { by: 'day', ...period })
    expect(earned.total).toEqual(totalOf(within))
    expect(earned.periods.reduce((sum, each) => sum + each.sponsor_bonus.count, 0)).toBe(
      within.filter(({ purpose }) => purpose === 3).length,
    )
    const type = random.pick(TYPES)
    const filter = random.chance(0.5) ? { type } : { type, ...period }
    const happened = await readAll(member, filter)
    const isAsked = (each: string, at: number) =>
      (type ?? each) === each && (!('from' in filter) || isWithin(at))
    const counted = [
      ...own.map(({ purpose, at }) => ({ type: KINDS[purpose] ?? '', at })),
      ...referrals.map(({ at }) => ({ type: 'referral_joined', at: at.getTime() })),
    ]
    expect(
      happened
        .map((each) => each.type)
        .filter(isCounted)
        .toSorted(),
    ).toEqual(
      counted
        .filter((each) => isAsked(each.type, each.at))
        .map((each) => each.type)
        .toSorted(),
    )
    const named = { no: member, username: `m${member}` }
    const statement = await readStatement(database.db, named, period)
    expect(statement?.entries.filter(({ at }) => !isWithin(Date.parse(at)))).toEqual([])
    const shown = await pageReferrals(database.db, member, { page: 1, page_size: 3 }, '/x')
    expect(shown.results.length).toBe(Math.min(3, referrals.length))
  }
}

test('counts the profiles and seats of each plan, wherever the mark is', async () => {
  await live(randomFrom(13))
  const { rows: counted } = await sql<{ plan: number }>`
    select profiles.plan, (count(*) filter (where member_no > 1))::int as profiles,
      (count(*) filter (where imported))::int as imported, count(seats.ordinal)::int as seats
    from profiles left join seats on profile_no = no
    group by profiles.plan order by profiles.plan`.execute(database.db)
  expect(await readPlanCounts(database.db)).toEqual(counted)
  while (await advanceCounts(database.db, 3)) {
    expect(await readPlanCounts(database.db)).toEqual(counted)
  }
  expect(await problems()).toEqual([])
})

test.runIf(isLong)(
  'counts nothing twice after waiting for a process that saw newer rows',
  async () => {
    await live(randomFrom(13))
    while (await advanceCounts(database.db));
    const asked = {
      member: 2,
      amountMicros: micros(1n),
      operator: 'olga',
      reason: 'a test',
    } as const
    const { rows } = await sql<{ no: number }>`select max(no) as no from adjustments`.execute(
      database.db,
    )
    const [{ no: last }] = rows as [{ no: number }]
    for (let no = last + 1; no <= last + 5; no++) {
      await book.submit({ command: { kind: 'propose_adjustment', ...asked }, by })
      const approval = { adjustment: no, operator: 'pia' } as const
      await book.submit({ command: { kind: 'approve_adjustment', ...approval }, by })
    }
    let waiting: Promise<boolean> | undefined
    await database.db.transaction().execute(async (tx) => {
      await sql`select from counts_mark for update`.execute(tx)
      waiting = advanceCounts(database.db)
      await until('a process that waits for the mark', async () => {
        const { rows: waits } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
        return waits.length === 1
      })
      await book.submit({ command: { kind: 'register', sponsor: 1 }, by })
      await advanceCounts(tx, 2)
    })
    expect(await waiting).toBe(true)
    expect(await problems()).toEqual([])
    while (await advanceCounts(database.db));
    expect(await problems()).toEqual([])
  },
)

test('reports every edited counter', async () => {
  await live(randomFrom(7))
  await rollUpRewards(database.db)
  while (await advanceCounts(database.db));
  expect(await problems()).toEqual([])
  const edits = [
    ['update accounts set rewards = rewards + 1 where no = 1004', 'totals of rewards'],
    ['update accounts set rewarded = rewarded - 1 where no = 1004', 'totals of rewards'],
    ['update members set referral_no = 900 where no = 5', 'referrals of their sponsor'],
    ['update reward_days set amount = amount + 1 where account_no = 1004', 'rewards by day'],
    ['delete from reward_days where account_no = 1004', 'rewards by day'],
    ['update reward_days_mark set journal_no = 0', 'rewards by day'],
    ['update plan_counts set profiles = profiles - 1 where plan = 0', 'those up to the mark'],
    ["update day_counts set amount = 0 where what = 'joins'", 'counts of days'],
    ['update counts_mark set ordinal = 0', 'those up to the mark'],
    ["update journals set at = at - interval '1 hour' where no = 9", 'in the order of their times'],
  ] as const
  for (const [statement, name] of edits) {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('set local session_replication_role = replica')
      const { rowCount } = await client.query(statement)
      expect([statement, rowCount === 0]).toEqual([statement, false])
      const found = noDifferences()
      await checkRows(client, found)
      expect(found.described.filter((line) => line.includes(name)).length).toBeGreaterThan(0)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})

test.runIf(isLong)('waits for the first journal of an empty ledger', async () => {
  const { rows } = await sql`select from journals limit 1`.execute(database.db)
  expect(rows).toEqual([])
  expect(await rollUpRewards(database.db)).toBe(0)
  await live(randomFrom(11))
  await rollUpRewards(database.db)
  expect(await problems()).toEqual([])
  const days = await sql`select from reward_days limit 1`.execute(database.db)
  expect(days.rows.length).toBe(1)
})

test('numbers every referral of one statement separately', async () => {
  const joined = Array.from({ length: 30 }, () =>
    book.submit({ command: { kind: 'register', sponsor: 1 }, by }),
  )
  await Promise.all(joined)
  const { rows } = await sql<{ referral_no: number }>`
    select referral_no from members where sponsor_no = 1 order by no`.execute(database.db)
  expect(rows.map(({ referral_no: no }) => no)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
})
