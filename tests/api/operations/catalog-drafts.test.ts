import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import { micros } from '../../../src/domain/money/money.ts'
import { DEFAULT_CATALOG, type Catalog } from '../../../src/domain/money/catalog.ts'
import type { Command } from '../../../src/domain/ledger/command.ts'
import { filledOf, isActive, ownerOf, planOf } from '../../../src/domain/network/seats.ts'
import { walletOf } from '../../../src/domain/ledger/ledger.ts'
import { HOUSE, type State } from '../../../src/domain/ledger/state.ts'
import { FOUNDING } from '../../../src/domain/book.ts'
import { figuresOf, replayCommand, startReplay } from '../../../src/server/catalog/replay.ts'
import { publishDueDrafts } from '../../../src/server/catalog/publish-drafts.ts'
import { createTestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { contextAs, openStaffEdge, refusal, type StaffEdge } from '../support/staff-edge.ts'
import { addMember, fundMember } from '../support/members.ts'

// Drafts of the catalog: their what-if, and when they go into force.

let staff: StaffEdge
let plans: object[]
/** The process that publishes has no other process's rights. */
let worker: ReturnType<typeof contextAs>
beforeAll(async () => {
  staff = await openStaffEdge()
  worker = contextAs(staff.edge, 'worker')
  const { body } = await staff.as('support', 'GET', 'catalogues/')
  plans = itemAt(body.results, 0).plans.map(
    ({ name, joining_fee, level1, level2, sponsor_bonus, reentries }) => {
      return { name, joining_fee, level1, level2, sponsor_bonus, reentries }
    },
  )
})
afterAll(async () => {
  await worker.pool.end()
  await staff.close()
})

/** A draft with another Bronze. Returns its number. */
async function draftWith(bronze: object): Promise<string> {
  const body = { note: 'A test', plans: [{ ...plans[0], ...bronze }, ...plans.slice(1)] }
  return (await staff.as('admin', 'POST', 'catalogue-drafts/', { body })).body.id
}

async function whatIf(draft: string) {
  const url = `catalogue-drafts/${draft}/what-if/` as const
  const started = await staff.as('admin', 'POST', url)
  if (started.status !== 200) throw new Error(started.text)
  return await until('the replay ends', async () => {
    const { body } = await staff.as('support', 'GET', url)
    return body.state === 'running' ? null : body
  })
}

/** Seven members: `anna` and the six whose seats fill her first board. */
async function fillOneBoard(): Promise<void> {
  const { edge } = staff
  const anna = await addMember(edge, 'anna')
  const { body } = await edge.call('GET', '/api/accounts/me/', { token: anna.access })
  const joining = [anna]
  for (const name of ['bert', 'cora', 'dave', 'elsa', 'fred', 'gina']) {
    joining.push(await addMember(edge, name, body.referral_code))
  }
  for (const { no, access } of joining) {
    await fundMember(edge, no, 2)
    const { body: own } = await edge.call('GET', '/api/accounts/me/', { token: access })
    const url = `/api/accounts/profiles/${own.profiles[0]?.id}/wallet-activate/` as const
    const done = await edge.call('POST', url, { token: access, body: {} })
    if (done.status !== 200) throw new Error(done.text)
  }
}

// Anna's board pays 2 x level 1 and 4 x level 2. The two members below her get 2 x level 1 each.
// Seven Bronze fees and the Silver one from Anna's board make 10 dollars, of which the house keeps
// what isn't paid out.
test('calculates the what-if of a small history to the cent', async () => {
  await fillOneBoard()
  const { state, answer } = await whatIf(await draftWith({ level1: '0.40', level2: '0.60' }))
  expect(state).toBe('done')
  expect(answer).toMatchObject({
    refused: [],
    paid: { actual: '5.00', draft: '4.80' },
    margin: { actual: '5.00', draft: '5.20' },
    owed: { actual: '9.00', draft: '8.80' },
    custody_value: '14.70',
    solvent: { actual: true, draft: true },
    members_differing: 3,
  })
  expect(answer?.boards[0]).toEqual({ plan: 'Bronze', actual: 1, draft: 1 })
  expect(answer?.top).toEqual([
    { username: 'anna', actual: '3.00', draft: '3.20', difference: '0.20' },
    { username: 'bert', actual: '1.00', draft: '0.80', difference: '-0.20' },
    { username: 'cora', actual: '1.00', draft: '0.80', difference: '-0.20' },
  ])
})

test('counts members who couldn’t have paid a higher fee as refused', async () => {
  const { answer } = await whatIf(await draftWith({ joining_fee: '2.50' }))
  expect(answer?.refused).toEqual([{ kind: 'activate', code: 'insufficient_balance', count: 7 }])
  expect([answer?.paid.draft, answer?.owed.draft, answer?.boards[0]?.draft]).toEqual([
    '0.00',
    '14.00',
    0,
  ])
})

test('keeps the result until the draft changes, and runs one replay at a time', async () => {
  const id = await draftWith({ level1: '0.30' })
  const first = await whatIf(id)
  const again = await staff.as('admin', 'POST', `catalogue-drafts/${id}/what-if/`)
  expect(again.body).toEqual(first)
  const body = { note: 'Changed', plans, revision: 1 }
  await staff.as('admin', 'PATCH', `catalogue-drafts/${id}/`, { body })
  const { body: now } = await staff.as('support', 'GET', `catalogue-drafts/${id}/what-if/`)
  expect([now.revision, now.state, now.answer]).toEqual([2, 'none', null])
  await sql`insert into what_ifs (draft_no, revision, until_seq, state)
    values (999, 1, 1, 'running')`.execute(staff.edge.db)
  const busy = await staff.as('admin', 'POST', `catalogue-drafts/${id}/what-if/`)
  expect(refusal(busy)).toEqual([409, 'what_if_busy'])
})

/** Complete boards by plan, from the final seats. */
function boardsAt(state: State): number[] {
  const boards = [0, 0, 0, 0, 0]
  for (let seat = 1; seat <= state.numbers.profile; seat++) {
    const full = isActive(state, seat) && filledOf(state, seat) === 6
    const plan = planOf(state, seat)
    if (full && ownerOf(state, seat) !== HOUSE) boards[plan] = (boards[plan] ?? 0) + 1
  }
  return boards
}

test('counts Diamond boards under a draft without re-entries', () => {
  const [bronze, silver, gold, platinum, diamond] = DEFAULT_CATALOG
  const draft: Catalog = [bronze, silver, gold, platinum, { ...diamond, reentries: 0 }]
  const replay = startReplay(draft)
  let at = 0
  const play = (command: Command) => replayCommand(replay, command, ++at)
  play(FOUNDING)
  const amountMicros = micros(1_000_000n)
  for (let n = 0; n < 6_000; n++) {
    play({ kind: 'register', sponsor: 1 })
    const member = n + 2
    play({ kind: 'propose_adjustment', member, amountMicros, operator: 'a', reason: 'test' })
    play({ kind: 'approve_adjustment', adjustment: n + 1, operator: 'b' })
    play({ kind: 'activate', member, profile: replay.actual.state.numbers.profile })
  }
  for (const side of [replay.actual, replay.draft]) {
    expect(figuresOf(side).boards).toEqual(boardsAt(side.state))
  }
  expect(replay.actual.boards[4]).toBeGreaterThan(0)
  expect(replay.draft.boards[4]).toBeGreaterThan(0)
})

test('keeps other adjustments paired when a draft refuses one', () => {
  const [bronze, ...others] = DEFAULT_CATALOG
  const dearer = { ...bronze, feeMicros: micros(2_000_000n) }
  const replay = startReplay([dearer, ...others] as unknown as Catalog)
  let at = 0
  const play = (command: Command) => replayCommand(replay, command, ++at)
  const member = 2
  const limits = { memberLimitMicros: micros(5_000_000n), dayLimitMicros: micros(5_000_000n) }
  const propose = (dollars: bigint) =>
    play({
      kind: 'propose_adjustment',
      member,
      amountMicros: micros(dollars * 1_000_000n),
      operator: 'a',
      reason: 'test',
      ...limits,
    })
  play(FOUNDING)
  play({ kind: 'register', sponsor: 1 })
  propose(2n)
  play({ kind: 'activate', member, profile: replay.actual.state.numbers.profile })
  // In reality a dollar is left to take back. Under the draft, the seat took it.
  propose(-1n)
  propose(70n)
  propose(9n)
  // More than is left in reality, but not under the draft.
  propose(3n)
  play({ kind: 'approve_adjustment', adjustment: 3, operator: 'b' })
  play({ kind: 'reject_adjustment', adjustment: 4, operator: 'b', reason: 'A mistake' })
  play({ kind: 'reject_adjustment', adjustment: 5, operator: 'b', reason: 'A mistake' })
  expect([...replay.refused]).toEqual([['propose_adjustment insufficient_balance', 1]])
  for (const { state } of [replay.actual, replay.draft]) {
    expect([walletOf(state, member), state.adjustments.size]).toEqual([70_000_000n, 0])
  }
})

const proposal = (minutes: number) => ({
  body: { revision: 1, starts_at: new Date(Date.now() + minutes * 60_000).toISOString() },
})
const inForce = async () => (await staff.edge.call('GET', '/api/accounts/plans/')).body[0]?.level1

test('publishes an approved draft at its time, once', async () => {
  const url = `catalogue-drafts/${await draftWith({ level1: '0.45' })}` as const
  await staff.as('admin', 'POST', `${url}/propose/`, proposal(60))
  expect((await staff.as('support', 'GET', 'overview/')).body.queues.catalogs).toBe(1)
  await staff.as('deputy', 'POST', `${url}/approve/`, { body: { revision: 1 } })
  expect((await staff.as('support', 'GET', 'overview/')).body.queues.catalogs).toBe(0)
  await publishDueDrafts(worker)
  expect(await inForce()).toBe('0.50')
  await sql`update catalog_drafts set starts_at = now() where state = 'approved'`.execute(
    staff.edge.db,
  )
  await Promise.all([publishDueDrafts(worker), publishDueDrafts(worker)])
  expect(await inForce()).toBe('0.45')
  const { body: list } = await staff.as('support', 'GET', 'catalogues/')
  expect([list.count, list.results[0]?.version, list.results[0]?.created_by]).toEqual([
    2,
    '2',
    'deputy',
  ])
  const { body: shown } = await staff.as('support', 'GET', `${url}/`)
  expect([shown.state, shown.version]).toEqual(['published', '2'])
})

test('finds nothing to publish before the first ledger process has started', async () => {
  const fresh = await createTestDatabase()
  onTestFinished(() => fresh.close())
  await expect(publishDueDrafts({ ...worker, db: fresh.db })).resolves.toBeUndefined()
})

test('refuses to propose a draft for a time that has passed', async () => {
  const url = `catalogue-drafts/${await draftWith({ level1: '0.43' })}` as const
  const refused = await staff.as('admin', 'POST', `${url}/propose/`, proposal(-60))
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    { starts_at: ['Choose a time in the future.'] },
  ])
  // An operator who picks the present minute means now.
  expect((await staff.as('admin', 'POST', `${url}/propose/`, proposal(-1))).status).toBe(200)
  await staff.as('admin', 'POST', `${url}/discard/`)
})

test('returns a draft based on an outdated version to its author, once', async () => {
  const url = `catalogue-drafts/${await draftWith({ level1: '0.44' })}` as const
  await staff.as('admin', 'POST', `${url}/propose/`, proposal(60))
  await staff.as('deputy', 'POST', `${url}/approve/`, { body: { revision: 1 } })
  await sql`update catalog_drafts set starts_at = now(), base_version = 1
    where state = 'approved'`.execute(staff.edge.db)
  await publishDueDrafts(worker)
  await publishDueDrafts(worker)
  expect(await inForce()).toBe('0.45')
  const { body: sent } = await staff.as('support', 'GET', `${url}/`)
  expect([sent.state, sent.revision, sent.base_version]).toEqual(['draft', 2, '1'])
  const { rows } = await sql<{ reason: string }>`select reason from audit_entries
    where operator = 'publication'`.execute(staff.edge.db)
  expect(rows).toEqual([{ reason: 'Made of version 1, but version 2 is in force.' }])
  // After another review, it is based on the version in force. Its last author can't approve it.
  const body = { note: 'Once more', plans, revision: 2 }
  const { body: changed } = await staff.as('deputy', 'PATCH', `${url}/`, { body })
  expect(changed.base_version).toBe('2')
  const { body: timed } = proposal(60)
  await staff.as('admin', 'POST', `${url}/propose/`, { body: { ...timed, revision: 3 } })
  const own = await staff.as('deputy', 'POST', `${url}/approve/`, { body: { revision: 3 } })
  expect(refusal(own)).toEqual([403, 'self_approval'])
  await staff.as('admin', 'POST', `${url}/discard/`)
})

test('neither publishes a withdrawn draft nor proposes an unsound one', async () => {
  const url = `catalogue-drafts/${await draftWith({ level1: '0.35' })}` as const
  await staff.as('admin', 'POST', `${url}/propose/`, proposal(60))
  await staff.as('deputy', 'POST', `${url}/approve/`, { body: { revision: 1 } })
  const reason = { body: { reason: 'Not yet' } }
  expect((await staff.as('admin', 'POST', `${url}/return/`, reason)).body.state).toBe('draft')
  await publishDueDrafts(worker)
  expect(await inForce()).toBe('0.45')
  const greedy = `catalogue-drafts/${await draftWith({ level1: '0.60' })}` as const
  const { body: shown } = await staff.as('support', 'GET', `${greedy}/`)
  expect(shown.unsound).toContain('Bronze')
  const refused = await staff.as('admin', 'POST', `${greedy}/propose/`, proposal(60))
  expect(refusal(refused)).toEqual([400, 'unsound_catalogue'])
})

async function approvedWith(bronze: object): Promise<`catalogue-drafts/${string}`> {
  const url = `catalogue-drafts/${await draftWith(bronze)}` as const
  await staff.as('admin', 'POST', `${url}/propose/`, proposal(60))
  await staff.as('deputy', 'POST', `${url}/approve/`, { body: { revision: 1 } })
  return url
}

test('returns drafts of the old version as soon as another one is in force', async () => {
  const { context, db } = staff.edge
  const [first, second] = [await approvedWith({ level1: '0.42' }), await draftWith({})]
  const other = await approvedWith({ level1: '0.41' })
  const early = `catalogue-drafts/${second}` as const
  await sql`update catalog_drafts set starts_at = now()
    where no = ${first.split('/')[1]}`.execute(db)
  await publishDueDrafts(worker)
  expect(await inForce()).toBe('0.42')
  const { body: back } = await staff.as('support', 'GET', `${other}/`)
  expect([back.state, back.starts_at]).toEqual(['draft', null])
  await publishDueDrafts(worker)
  const emails = await db
    .selectFrom('emails')
    .select('subject')
    .where('recipient', '=', context.config.alertEmail)
    .where('subject', 'like', '%draft%')
    .execute()
  expect(emails.map(({ subject }) => subject)).toContain(
    `Alert: the catalog draft ${back.id} won’t take effect`,
  )
  expect(new Set(emails.map(({ subject }) => subject)).size).toBe(emails.length)
  const refused = await staff.as('admin', 'POST', `${early}/propose/`, proposal(60))
  expect(refusal(refused)).toEqual([409, 'draft_outdated'])
})

/** Refuses changes of one draft in the database, until the test ends. */
async function breakDraft(url: string, states: string): Promise<void> {
  const { db } = staff.edge
  const no = sql.lit(url.split('/')[1] ?? '')
  const drop = sql`drop function if exists break_draft cascade`
  await drop.execute(db)
  onTestFinished(async () => void (await drop.execute(db)))
  await sql`create function break_draft() returns trigger language plpgsql as $$ begin
    if new.no = ${no} and new.state = any (${sql.lit(states)}) then
      raise exception 'this draft is broken';
    end if;
    return new;
  end $$`.execute(db)
  await sql`create trigger broken before update on catalog_drafts
    for each row execute function break_draft()`.execute(db)
}

const makeDue = (minutesAgo: number, url: string) =>
  sql`update catalog_drafts set starts_at = now() - make_interval(mins => ${minutesAgo})
    where no = ${url.split('/')[1]}`.execute(staff.edge.db)

test('returns a draft that can’t be published, and publishes the next', async () => {
  const { db } = staff.edge
  const broken = await approvedWith({ level1: '0.39' })
  const other = await approvedWith({ level1: '0.38' })
  await makeDue(2, broken)
  await makeDue(1, other)
  await breakDraft(broken, '{published}')
  await publishDueDrafts(worker)
  expect(await inForce()).toBe('0.38')
  const { body: back } = await staff.as('support', 'GET', `${broken}/`)
  expect(back.state).toBe('draft')
  const { rows } = await sql<{ reason: string }>`select reason from audit_entries
    where action = 'return catalog draft' and object = ${`catalog draft ${back.id}`}`.execute(db)
  const reason = 'Publication failed unexpectedly. The log has the reason.'
  expect(rows).toEqual([{ reason }])
})

test('continues after a draft that it can’t even return', async () => {
  const [broken, other] = [await approvedWith({}), await approvedWith({ level1: '0.37' })]
  const late = await approvedWith({ level1: '0.36' })
  await makeDue(2, broken)
  await makeDue(1, other)
  await breakDraft(broken, '{published,draft}')
  await expect(publishDueDrafts(worker)).rejects.toThrow('this draft is broken')
  expect(await inForce()).toBe('0.37')
  const stateOf = async (url: typeof late) =>
    (await staff.as('support', 'GET', `${url}/`)).body.state
  expect([await stateOf(broken), await stateOf(late)]).toEqual(['approved', 'draft'])
})
