import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addByCommandLine, resetByCommandLine } from '../../../src/server/cli/change-operators.ts'
import { behind, removalOf, type Statement } from '../support/behind.ts'
import {
  disableOperator,
  newestEntry,
  openStaffEdge,
  refusal,
  requestWithdrawal,
  type StaffEdge,
} from '../support/staff-edge.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'

// One person can't do what requires two: the call refuses it, and so does the database if someone
// bypasses the call.

let staff: StaffEdge
let member: TestMember
beforeAll(async () => {
  staff = await openStaffEdge({ APPROVAL_LIMIT_USD: '100' })
  member = await addMember(staff.edge, 'wanda')
  await fundMember(staff.edge, member.no, 1000)
})
afterAll(() => staff.close())

/** The database's error for a statement; empty if it accepts it. */
async function databaseSays(statement: Statement): Promise<string> {
  try {
    await statement.execute(staff.edge.db)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('counts one operator’s two approvals above the limit as one', async () => {
  const no = await requestWithdrawal(staff.edge, member, 150)
  const url = `withdrawals/${no}/approve/` as const
  expect((await staff.as('finance', 'POST', url)).body.stage).toBe('pending')
  expect(refusal(await staff.as('finance', 'POST', url))).toEqual([403, 'second_operator_required'])
  const bulk = { body: { items: [{ id: String(no), revision: 1 }] } }
  const { body } = await staff.as('finance', 'POST', 'withdrawals/approve/', bulk)
  expect([body.results[0]?.done, body.results[0]?.code]).toEqual([
    false,
    'second_operator_required',
  ])
  const twice = sql`insert into withdrawal_approvals
    select * from withdrawal_approvals where withdrawal_no = ${no}`
  expect(await databaseSays(twice)).toContain('duplicate key')
  const forged = sql`update withdrawal_approvals set operator = 'admin' where withdrawal_no = ${no}`
  expect(await databaseSays(forged)).toContain('withdrawal_approvals')
  expect((await staff.as('admin', 'POST', url)).body.stage).toBe('approved')
})

const approveUrl = (no: number) => `withdrawals/${no}/approve/` as const

test('doesn’t count the approval of a disabled operator', async () => {
  await staff.add('xavier', 'finance')
  const no = await requestWithdrawal(staff.edge, member, 150)
  const alone = await requestWithdrawal(staff.edge, member, 20)
  expect((await staff.as('xavier', 'POST', approveUrl(no))).body.stage).toBe('pending')
  expect((await staff.as('xavier', 'POST', approveUrl(alone))).body.stage).toBe('approved')
  const gift = { username: 'wanda', amount: '500', reason: 'a gift' }
  const asked = await staff.as('xavier', 'POST', 'adjustments/', { body: gift })
  await disableOperator(staff.edge, 'xavier')
  const stage = async (of: number) => (await staff.as('admin', 'GET', `withdrawals/${of}/`)).body
  expect(await stage(alone)).toMatchObject({ stage: 'pending', approvals: [] })
  expect((await staff.as('finance', 'POST', approveUrl(no))).body).toMatchObject({
    stage: 'pending',
    approvals: [{ operator: 'finance' }],
  })
  const adjustment = await staff.as('admin', 'POST', `adjustments/${asked.body.id}/approve/`)
  expect(refusal(adjustment)).toEqual([409, 'wrong_state'])
  const { rows } = await sql<{ object: string }>`select object from audit_entries
    where action = 'withdraw approval' order by no`.execute(staff.edge.db)
  expect(rows).toEqual([{ object: `withdrawal ${no}` }, { object: `withdrawal ${alone}` }])
  expect((await staff.as('admin', 'POST', approveUrl(no))).body.stage).toBe('approved')
})

const tools = () => ({ db: staff.edge.db, openBook: () => Promise.resolve(staff.edge.book) })

test.each<[string, string, (username: string) => Promise<unknown>]>([
  [
    'in the console',
    'stolena',
    async (username) => {
      const body = { kind: 'reset', username, reason: 'Stolen' }
      const { body: asked } = await staff.as('admin', 'POST', 'access-changes/', { body })
      const done = await staff.as('deputy', 'POST', `access-changes/${asked.id}/approve/`)
      expect(done.body.second_password_half).toMatch(/./)
    },
  ],
  ['at the command line', 'stolenb', (username) => resetByCommandLine(tools(), username)],
  ['by adding them again', 'stolenc', (username) => addByCommandLine(tools(), username, 'finance')],
])('doesn’t count what an operator approved before a reset %s', async (_where, who, reset) => {
  await staff.add(who, 'finance')
  const owner = await addMember(staff.edge, `${who}m`)
  await fundMember(staff.edge, owner.no, 30)
  const no = await requestWithdrawal(staff.edge, owner, 20)
  expect((await staff.as(who, 'POST', approveUrl(no))).body.stage).toBe('approved')
  const gift = { username: 'wanda', amount: '500', reason: 'a gift' }
  const { body: asked } = await staff.as(who, 'POST', 'adjustments/', { body: gift })
  await reset(who)
  const { body: shown } = await staff.as('admin', 'GET', `withdrawals/${no}/`)
  expect(shown).toMatchObject({ stage: 'pending', approvals: [] })
  const adjustment = await staff.as('admin', 'POST', `adjustments/${asked.id}/approve/`)
  expect(refusal(adjustment)).toEqual([409, 'wrong_state'])
})

test('requires a second approval, and explains why, beyond an operator’s daily limit', async () => {
  const { config } = staff.edge
  const before = config.approvalDayLimitMicros
  config.approvalDayLimitMicros = 100_000_000n
  await staff.add('eager', 'finance')
  const approve = async (who: string, no: number) => {
    const { body } = await staff.as(who, 'POST', `withdrawals/${no}/approve/`)
    return [body.stage, body.approvals.length, body.approvals_needed]
  }
  const [first, second] = [
    await requestWithdrawal(staff.edge, member, 60),
    await requestWithdrawal(staff.edge, member, 50),
  ]
  expect(await approve('eager', first)).toEqual(['approved', 1, 1])
  expect(await approve('eager', second)).toEqual(['pending', 1, 2])
  expect(await approve('admin', second)).toEqual(['approved', 2, 2])
  config.approvalDayLimitMicros = before
})

test('approves several withdrawals by revision, whichever others are refused', async () => {
  const small = await requestWithdrawal(staff.edge, member, 10)
  const large = await requestWithdrawal(staff.edge, member, 120)
  const items = [
    { id: String(small), revision: 1 },
    { id: String(large), revision: 9 },
    { id: '999999', revision: 1 },
  ]
  const { body } = await staff.as('finance', 'POST', 'withdrawals/approve/', { body: { items } })
  const seen = body.results.map(({ id, done, code }) => [id, done, code])
  expect(seen).toEqual([
    [String(small), true, null],
    [String(large), false, 'old_revision'],
    ['999999', false, 'not_found'],
  ])
})

test('lets an operator withdraw but not approve their own adjustment', async () => {
  const form = { username: 'wanda', amount: '5.00', reason: 'A gift' }
  const { body: asked } = await staff.as('finance', 'POST', 'adjustments/', { body: form })
  const url = `adjustments/${asked.id}` as const
  const own = await staff.as('finance', 'POST', `${url}/approve/`)
  expect(refusal(own)).toEqual([403, 'second_operator_required'])
  const forged = sql`update adjustments set approved_by = proposed_by where no = ${asked.id}`
  expect(await databaseSays(forged)).toMatch(/check constraint/)
  const reason = { body: { reason: 'A mistake' } }
  const { body: taken } = await staff.as('finance', 'POST', `${url}/reject/`, reason)
  expect([taken.status, taken.rejected_by, taken.reject_reason]).toEqual([
    'rejected',
    'finance',
    'A mistake',
  ])
  expect((await staff.as('admin', 'POST', `${url}/approve/`)).status).toBe(409)
  const both = sql`update adjustments set approved_by = 'admin' where no = ${asked.id}`
  expect(await databaseSays(both)).toMatch(/check constraint/)
  const other = sql`update adjustments set approved_by = 'admin', rejected_by = null
    where no = ${asked.id}`
  expect(await databaseSays(other)).toMatch(/this row has ended/)
})

test('lets one operator adjust up to the limit, adding up small ones', async () => {
  const { config } = staff.edge
  config.adjustmentLimitMicros = 10_000_000n
  const { no } = await addMember(staff.edge, 'alona')
  const left = async (who: string) =>
    (await staff.as(who, 'GET', 'adjustment-limit/?username=alona')).body.left
  const adjust = async (who: string, amount: string) => {
    const body = { username: 'alona', amount, reason: 'A small mistake' }
    const answer = await staff.as(who, 'POST', 'adjustments/', { body })
    if (answer.code) return [answer.status, answer.code]
    const { status, alone, approved_by: approvedBy } = answer.body
    return [answer.status, status, alone, approvedBy]
  }
  const waits = [201, 'pending', false, null]
  expect(await left('finance')).toBe('10.00')
  expect(await adjust('finance', '-1.00')).toEqual([409, 'insufficient_balance'])
  expect(await adjust('finance', '10.01')).toEqual(waits)
  expect(await adjust('finance', '6.00')).toEqual([201, 'approved', true, 'finance'])
  expect(await adjust('finance', '6.00')).toEqual(waits)
  expect(await adjust('finance', '-4.00')).toEqual([201, 'approved', true, 'finance'])
  expect([await left('finance'), await left('admin')]).toEqual(['0.00', '10.00'])
  expect(await adjust('finance', '0.01')).toEqual(waits)
  const { body: shown } = await staff.as('support', 'GET', `members/${no}/`)
  expect(shown.wallet_balance).toBe('2.00')
  config.adjustmentDayLimitMicros = 10_000_000n
  const other = await staff.as('finance', 'GET', 'adjustment-limit/?username=wanda')
  expect(other.body).toEqual({ left: '0.00', member_limit: '10.00', day_limit: '10.00' })
  config.adjustmentLimitMicros = 0n
  expect(await adjust('admin', '0.01')).toEqual(waits)
  const { body: list } = await staff.as('support', 'GET', 'adjustments/?status=approved')
  const [last] = list.results
  expect(await newestEntry(staff.edge, `adjustment ${last?.id}`)).toEqual({
    operator: 'finance',
    action: 'adjust alone',
    reason: 'A small mistake',
  })
})

test('records which adjustments needed only one operator', async () => {
  const body = { username: 'wanda', amount: '3.00', reason: 'A gift' }
  const { body: asked } = await staff.as('finance', 'POST', 'adjustments/', { body })
  const forged = sql`update adjustments set alone = true, approved_by = proposed_by,
    approved_at = proposed_at where no = ${asked.id}`
  expect(await databaseSays(forged)).toMatch(/adjustments: alone of a row stays/)
})

describe.each([
  ['disabled', sql`disabled_at = now()`],
  ['demoted', sql`role = 'support'`],
])('an operator who is %s before the batch', (what, change) => {
  const whileRemoved = <Answer>(who: string, work: () => Promise<Answer>) =>
    behind(staff.edge.db, removalOf(who, change), work)

  test('approves no withdrawal', async () => {
    const who = `pay${what}`
    await staff.add(who, 'finance')
    const no = await requestWithdrawal(staff.edge, member, 20)
    const answer = await whileRemoved(who, () => staff.as(who, 'POST', approveUrl(no)))
    expect(refusal(answer)).toEqual([403, 'forbidden'])
    const { body } = await staff.as('admin', 'GET', `withdrawals/${no}/`)
    expect(body).toMatchObject({ stage: 'pending', approvals: [] })
  })

  test('approves no adjustment', async () => {
    const who = `gift${what}`
    await staff.add(who, 'finance')
    const form = { username: 'wanda', amount: '5.00', reason: 'A gift' }
    const { body: asked } = await staff.as('admin', 'POST', 'adjustments/', { body: form })
    const url = `adjustments/${asked.id}` as const
    const answer = await whileRemoved(who, () => staff.as(who, 'POST', `${url}/approve/`))
    expect(refusal(answer)).toEqual([403, 'forbidden'])
    expect((await staff.as('deputy', 'POST', `${url}/approve/`)).body.status).toBe('approved')
  })
})

/** Drafts a catalog like the one in force, and lets an admin propose it. */
async function proposeCatalog(who: string) {
  const { body: list } = await staff.as('support', 'GET', 'catalogues/')
  const plans = list.results[0]?.plans.map(
    ({ name, joining_fee, level1, level2, sponsor_bonus, reentries }) => {
      return { name, joining_fee, level1, level2, sponsor_bonus, reentries }
    },
  )
  const made = await staff.as(who, 'POST', 'catalogue-drafts/', { body: { note: 'A', plans } })
  const url = `catalogue-drafts/${made.body.id}` as const
  const proposal = { revision: 1, starts_at: new Date(Date.now() + 3_600_000).toISOString() }
  await staff.as(who, 'POST', `${url}/propose/`, { body: proposal })
  return { no: made.body.id, url }
}

const seen = { body: { revision: 1 } }

test('reopens the drafts that a disabled operator proposed or approved', async () => {
  await staff.add('planner', 'admin')
  const proposed = await proposeCatalog('planner')
  const approved = await proposeCatalog('admin')
  const { body } = await staff.as('planner', 'POST', `${approved.url}/approve/`, seen)
  expect(body.state).toBe('approved')
  await disableOperator(staff.edge, 'planner')
  for (const { no, url } of [proposed, approved]) {
    const { body: draft } = await staff.as('support', 'GET', `${url}/`)
    expect(draft).toMatchObject({ state: 'draft', proposed_by: null, approved_by: null })
    expect(await newestEntry(staff.edge, `catalog draft ${no}`)).toMatchObject({
      action: 'reopen catalog draft',
    })
  }
})

test('needs a second admin besides the proposer to publish a catalog', async () => {
  const { no, url } = await proposeCatalog('admin')
  const own = await staff.as('admin', 'POST', `${url}/approve/`, seen)
  expect(refusal(own)).toEqual([403, 'self_approval'])
  const forged = sql`update catalog_drafts set state = 'approved', approved_by = proposed_by
    where no = ${no}`
  expect(await databaseSays(forged)).toMatch(/check constraint/)
  const second = await staff.as('deputy', 'POST', `${url}/approve/`, seen)
  expect([second.body.state, second.body.approved_by]).toEqual(['approved', 'deputy'])
})
