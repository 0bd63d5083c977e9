import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newestEntry,
  openStaffEdge,
  refusal,
  requestWithdrawal,
  type StaffEdge,
} from '../support/staff-edge.ts'
import { addMember, fundMember, receiveUnmatched, type TestMember } from '../support/members.ts'

// Two operators don't work on one item: everyone sees who has claimed it, and others can't act on
// it.

let staff: StaffEdge
let member: TestMember
beforeAll(async () => {
  staff = await openStaffEdge()
  member = await addMember(staff.edge, 'wanda')
  await fundMember(staff.edge, member.no, 100)
})
afterAll(() => staff.close())

const claim = (who: string, queue: string, id: number | string) =>
  staff.as(who, 'POST', `queues/${queue}/${id}/claim/`)
const release = (who: string, queue: string, id: number | string) =>
  staff.as(who, 'POST', `queues/${queue}/${id}/release/`)

test('shows a claim to all, and lets only its owner act', async () => {
  const no = await requestWithdrawal(staff.edge, member, 5)
  const taken = await claim('finance', 'withdrawals', no)
  expect([taken.status, taken.body.operator]).toEqual([200, 'finance'])
  const { body: shown } = await staff.as('support', 'GET', `withdrawals/${no}/`)
  expect(shown.claim?.operator).toBe('finance')
  const others = [
    claim('admin', 'withdrawals', no),
    staff.as('admin', 'POST', `withdrawals/${no}/approve/`),
    staff.as('admin', 'POST', `withdrawals/${no}/reject/`, { body: { reason: 'Mine' } }),
  ]
  for (const answer of await Promise.all(others)) {
    expect(refusal(answer)).toEqual([409, 'claimed_by_another'])
  }
  const items = [{ id: String(no), revision: 1 }]
  const bulk = await staff.as('admin', 'POST', 'withdrawals/approve/', { body: { items } })
  expect(bulk.body.results[0]?.code).toBe('claimed_by_another')
  expect((await staff.as('finance', 'POST', `withdrawals/${no}/approve/`)).body.stage).toBe(
    'approved',
  )
})

test('audits a claim to pay once, because it holds the payout back', async () => {
  const no = await requestWithdrawal(staff.edge, member, 5)
  await claim('finance', 'withdrawals', no)
  await staff.as('finance', 'POST', `withdrawals/${no}/approve/`)
  const claims = async () => {
    const { rows } = await sql<{ operator: string }>`select operator from audit_entries
      where action = 'claim withdrawal' and object = ${`withdrawal ${no}`} order by no`.execute(
      staff.edge.db,
    )
    return rows.map(({ operator }) => operator)
  }
  expect(await claims()).toEqual([])
  for (let i = 0; i < 3; i++) expect((await claim('admin', 'withdrawals', no)).status).toBe(200)
  expect(await claims()).toEqual(['admin'])
  await release('admin', 'withdrawals', no)
  await claim('finance', 'withdrawals', no)
  expect(await claims()).toEqual(['admin', 'finance'])
})

test('gives an item to one of ten simultaneous claimers', async () => {
  const no = await requestWithdrawal(staff.edge, member, 5)
  const who = Array.from({ length: 9 }, (_, i) => ['finance', 'admin', 'deputy'][i % 3] ?? '')
  const answers = await Promise.all(who.map((each) => claim(each, 'withdrawals', no)))
  const holders = answers.filter(({ status }) => status === 200).map(({ body }) => body.operator)
  expect(new Set(holders).size).toBe(1)
  expect(holders).toHaveLength(3)
})

test('expires a claim', async () => {
  const no = await requestWithdrawal(staff.edge, member, 5)
  await claim('finance', 'withdrawals', no)
  await sql`update operator_claims set ends_at = now() - interval '1 second'
    where queue = 'withdrawals' and item = ${no}`.execute(staff.edge.db)
  const { body: shown } = await staff.as('support', 'GET', `withdrawals/${no}/`)
  expect(shown.claim).toBeNull()
  expect((await claim('deputy', 'withdrawals', no)).body.operator).toBe('deputy')
  expect(refusal(await staff.as('finance', 'POST', `withdrawals/${no}/approve/`))).toEqual([
    409,
    'claimed_by_another',
  ])
})

test('lets operators release their own claims, and admins any', async () => {
  const no = await requestWithdrawal(staff.edge, member, 5)
  await claim('admin', 'withdrawals', no)
  expect(refusal(await release('finance', 'withdrawals', no))).toEqual([409, 'claimed_by_another'])
  expect((await release('deputy', 'withdrawals', no)).body.operator).toBeNull()
  expect(await newestEntry(staff.edge, `withdrawal ${no}`)).toMatchObject({
    operator: 'deputy',
    action: 'release claim',
  })
  expect((await claim('finance', 'withdrawals', no)).status).toBe(200)
  expect((await release('finance', 'withdrawals', no)).status).toBe(200)
})

test.each(['finance', 'deputy'])('lets %s end a claim to pay only with a step-up', async (who) => {
  const no = await requestWithdrawal(staff.edge, member, 5)
  await staff.as('finance', 'POST', `withdrawals/${no}/approve/`)
  expect((await claim('finance', 'withdrawals', no)).status).toBe(200)
  await proveAgo('1 day')
  // The worker would pay what the operator may have paid from another wallet.
  expect(refusal(await release(who, 'withdrawals', no))).toEqual([403, 'step_up_required'])
  const reviewed = await staff.as(who, 'POST', `queues/withdrawals/${no}/release/`, {
    body: { review: true },
  })
  expect(reviewed.status).toBe(who === 'finance' ? 200 : 409)
  const { body: shown } = await staff.as('support', 'GET', `withdrawals/${no}/`)
  expect(shown.claim).toMatchObject({ operator: 'finance', to_pay: true })
  await proveAgo('0')
  expect((await release(who, 'withdrawals', no)).body.operator).toBeNull()
})

/** Sets the time of everyone's last step-up. */
const proveAgo = (age: string) =>
  sql`update operator_sessions set stepped_up_at = now() - ${age}::interval`.execute(staff.edge.db)

test('claims messages too, but not for operators who may not act on them', async () => {
  const { no } = await staff.edge.db
    .insertInto('contact_messages')
    .values({ name: 'Ann', email: 'ann@example.org', subject: 'Hello', message: 'Hello?' })
    .returning('no')
    .executeTakeFirstOrThrow()
  expect((await claim('support', 'messages', String(no))).status).toBe(200)
  const answer = { body: { answer: 'Hello.' } }
  const other = await staff.as('finance', 'POST', `messages/${no}/answer/`, answer)
  expect(refusal(other)).toEqual([409, 'claimed_by_another'])
  expect((await staff.as('support', 'POST', `messages/${no}/answer/`, answer)).status).toBe(200)
  const withdrawal = await requestWithdrawal(staff.edge, member, 5)
  expect(refusal(await claim('support', 'withdrawals', withdrawal))).toEqual([403, 'forbidden'])
  expect(refusal(await claim('support', 'unattributed', 1))).toEqual([403, 'forbidden'])
  expect((await claim('finance', 'withdrawals', 999_999)).status).toBe(404)
  expect((await claim('finance', 'unattributed', 999_999)).status).toBe(404)
})

test('claims nothing that is finished', async () => {
  const no = await requestWithdrawal(staff.edge, member, 5)
  const rejected = await staff.as('finance', 'POST', `withdrawals/${no}/reject/`, {
    body: { reason: 'A mistake' },
  })
  expect(rejected.status).toBe(200)
  expect(refusal(await claim('finance', 'withdrawals', no))).toEqual([409, 'wrong_state'])
})

test('lets one window of an operator pay a withdrawal, until another takes it over', async () => {
  const no = await requestWithdrawal(staff.edge, member, 5)
  const claimIn = async (window?: string, takeOver?: boolean, who = 'finance') => {
    const body = { ...(window && { window }), ...(takeOver && { take_over: true }) }
    const answer = await staff.as(who, 'POST', `queues/withdrawals/${no}/claim/`, { body })
    return answer.status === 200 ? 'claimed' : answer.problem.code
  }
  // A claim for a review belongs to the operator.
  expect([await claimIn('first'), await claimIn('second')]).toEqual(['claimed', 'claimed'])
  await staff.as('finance', 'POST', `withdrawals/${no}/approve/`)
  const two = await Promise.all([claimIn('first'), claimIn('second')])
  expect(two.toSorted()).toEqual(['claimed', 'claimed_elsewhere'])
  const [holder, other] = two[0] === 'claimed' ? ['first', 'second'] : ['second', 'first']
  // An answer may be lost, so the same window may claim again.
  expect(await claimIn(holder)).toBe('claimed')
  expect(await claimIn()).toBe('claimed_elsewhere')
  expect(await claimIn(other, true, 'admin')).toBe('claimed_by_another')
  expect([await claimIn(other, true), await claimIn(other)]).toEqual(['claimed', 'claimed'])
  expect(await claimIn(holder)).toBe('claimed_elsewhere')
  await sql`update operator_claims set ends_at = now() where item = ${no}`.execute(staff.edge.db)
  expect(await claimIn(holder)).toBe('claimed')
})

test('repeats its answer to an approval, although another operator has claimed it', async () => {
  const rich = await addMember(staff.edge, 'rich')
  await fundMember(staff.edge, rich.no, 500)
  const no = await requestWithdrawal(staff.edge, rich, 500)
  const headers = { 'idempotency-key': 'approve-1' }
  const approve = () => staff.as('finance', 'POST', `withdrawals/${no}/approve/`, { headers })
  const first = await approve()
  expect(first.body.stage).toBe('pending')
  expect((await claim('deputy', 'withdrawals', no)).status).toBe(200)
  const again = await approve()
  expect([again.status, again.text]).toEqual([200, first.text])
})

test('repeats its answer to an acceptance that another operator has claimed since', async () => {
  const payer = await addMember(staff.edge, 'payer')
  const transfer = await receiveUnmatched(staff.edge, payer.no, 20)
  const path = `deposits/unattributed/${transfer}/accept/` as const
  const options = { headers: { 'idempotency-key': 'accept-1' }, body: { reason: 'Checked' } }
  const accept = () => staff.as('finance', 'POST', path, options)
  // The other one claims it while the acceptance is on its way.
  const { context } = staff.edge
  const { book } = context
  context.book = {
    ...book,
    async submit(item) {
      expect((await claim('admin', 'unattributed', transfer)).status).toBe(200)
      return await book.submit(item)
    },
  }
  const first = await accept().finally(() => (context.book = book))
  expect([first.status, first.body.status]).toEqual([200, 'accepted'])
  const again = await accept()
  expect([again.status, again.text]).toEqual([200, first.text])
})
