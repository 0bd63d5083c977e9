import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallAnswer } from '../../../src/contract/call.ts'
import { apply, FOUNDING } from '../../../src/domain/book.ts'
import { DEFAULT_CATALOG, PLAN_NAMES, type Catalog } from '../../../src/domain/money/catalog.ts'
import type { Command } from '../../../src/domain/ledger/command.ts'
import { micros } from '../../../src/domain/money/money.ts'
import { commit, emptyState } from '../../../src/domain/ledger/state.ts'
import type { Outcome } from '../../../src/server/book/state/catch-up.ts'
import { writeEvents } from '../../../src/server/book/rows/write-events.ts'
import { advanceCounts } from '../../../src/server/monitoring/advance-counts.ts'
import { play } from '../../domain/naive/model.ts'
import { emptyNaive, type Naive } from '../../domain/naive/state.ts'
import { countBoard } from '../../domain/naive/network.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

/** The smallest network with one sponsor in which a Diamond board fills. */
const MEMBERS = 2_047
const DAY_MS = 86_400_000

/** Members' full boards by plan, counted from every profile of the independent model. */
const boardsOf = ({ profiles }: Naive): number[] =>
  PLAN_NAMES.map(
    (_, plan) =>
      profiles.filter((each) => each.plan === plan && each.owner.no > 1 && countBoard(each) === 6)
        .length,
  )

type Day = CallAnswer<'getTrends'>['days'][number]
const completed = (day?: Day) =>
  PLAN_NAMES.map((name) => day?.boards.find(({ plan }) => plan === name)?.completed ?? 0)

test('counts completed boards per plan and day, in agreement with the seats', async () => {
  const [bronze, silver, gold, platinum, diamond] = DEFAULT_CATALOG
  const catalog: Catalog = [bronze, silver, gold, platinum, { ...diamond, reentries: 0 }]
  const naive = emptyNaive()
  const state = emptyState()
  const now = Date.now()
  let outcomes: Outcome[] = []
  const run = (command: Command): void => {
    const effects = apply(state, command, 0)
    if ('refusal' in effects) throw new Error(effects.refusal.code)
    expect(play(naive, command, 0)).toBeNull()
    commit(state)
    outcomes.push({ seq: outcomes.length + 1, at: 0, effects })
  }
  const write = (at: number) =>
    staff.edge.db.transaction().execute((tx) => writeEvents(tx, outcomes, at))
  run(FOUNDING)
  // The staff's own book has already founded the house.
  outcomes = []
  run({ kind: 'publish_catalog', catalog, operator: 'a' })
  let yesterday: number[] = []
  for (let member = 2; member < 2 + MEMBERS; member++) {
    // The first member sponsors all others.
    run({ kind: 'register', sponsor: member === 2 ? 1 : 2 })
    const about = { member, amountMicros: micros(1_000_000n), operator: 'a', reason: 'test' }
    run({ kind: 'propose_adjustment', ...about })
    run({ kind: 'approve_adjustment', adjustment: member - 1, operator: 'b' })
    run({ kind: 'activate', member, profile: state.numbers.profile })
    if (member !== 1_000) continue
    yesterday = boardsOf(naive)
    await write(now - DAY_MS)
    outcomes = []
  }
  await write(now)
  const all = boardsOf(naive)
  expect(all.at(-1)).toBe(1)
  const today = all.map((count, plan) => count - (yesterday[plan] ?? 0))

  const { body } = await staff.as('support', 'GET', 'overview/trends/?days=7')
  const onDay = (time: number) =>
    completed(body.days.find(({ day }) => day === new Date(time).toISOString().slice(0, 10)))
  expect([onDay(now - DAY_MS), onDay(now)]).toEqual([yesterday, today])
  const read = async () => (await staff.as('support', 'GET', 'overview/trends/?days=7')).body.days
  while (await advanceCounts(staff.edge.db, 500)) expect(await read()).toEqual(body.days)
  const { rows: told } = await sql<Day>`
    select to_char(day, 'YYYY-MM-DD') as day,
      (select count(*)::int from members where no > 1 and joined_at::date = day) as joins,
      (select count(*)::int from seats where parent_no is not null and taken_at::date = day)
        as activations,
      (select to_char(coalesce(sum(amount), 0) / 1e6, 'FM999990.00') from postings
        join journals on no = journal_no where account_no = 1 and at::date = day) as margin
    from generate_series(now()::date - 6, now()::date, '1 day') day order by day`.execute(
    staff.edge.db,
  )
  expect(
    body.days.map(({ day, joins, activations, margin }) => {
      return { day, joins, activations, margin }
    }),
  ).toEqual(told)
  const sum = body.days.flatMap(completed).reduce((total, count) => total + count)
  expect(sum).toBe(all.reduce((total, count) => total + count))
})
