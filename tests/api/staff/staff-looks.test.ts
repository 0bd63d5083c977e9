import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAll } from '../../../src/db/expressions.ts'
import { itemAt } from '../../support/answer.ts'
import { times } from '../../support/scale.ts'
import { rateLimits } from '../../../src/contract/fields/limits.ts'
import { addOperator, resetOperator } from '../../../src/server/staff/operators.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'
import { addMember, type TestMember } from '../support/members.ts'

// Staff's views end with their session, and exports need a recent step-up.

const to = 'watch@example.org'
let staff: StaffEdge
let member: TestMember
beforeAll(async () => {
  staff = await openStaffEdge({ RATE_LIMITS: 'on', ALERT_EMAIL: to })
  member = await addMember(staff.edge, 'wanda')
})
afterAll(() => staff.close())

const view = async (who: string): Promise<string> => {
  const body = { reason: 'Cannot find her deposit' }
  const opened = await staff.as(who, 'POST', `members/${member.no}/view/`, { body })
  return opened.body.token
}
const look = async (token: string): Promise<number> =>
  (await staff.edge.call('GET', '/api/accounts/me/', { token })).status

const endings: [string, () => Promise<unknown>][] = [
  ['sign-out', () => staff.as('visitor', 'POST', 'auth/logout/')],
  ['a reset', () => resetOperator(staff.edge.db, 'visitor')],
  ['a change of role', () => addOperator(staff.edge.db, 'visitor', 'finance')],
]
test.each(endings)('ends a view with %s of its operator', async (_, end) => {
  await staff.add('visitor', 'support')
  const token = await view('visitor')
  expect(await look(token)).toBe(200)
  await end()
  expect(await look(token)).toBe(401)
})

const age = (who: string) =>
  sql`update operator_sessions set stepped_up_at = now() - interval '1 day'
    where operator = ${who}`.execute(staff.edge.db)

test('requires a recent step-up for exports, but not for lists', async () => {
  await staff.add('stale', 'support')
  await age('stale')
  expect((await staff.as('stale', 'GET', 'members/')).status).toBe(200)
  const paths = ['members', 'profiles', `members/${member.no}/activity`, 'messages']
  for (const path of paths) {
    const refused = await staff.as('stale', 'GET', `${path}/?format=csv`)
    expect([path, refused.status, refused.problem.code]).toEqual([path, 403, 'step_up_required'])
  }
})

test('limits exports per day', async () => {
  await staff.add('greedy', 'support')
  const statuses = []
  for (let i = 0; i < rateLimits.export.most * 2 + 1; i++) {
    const { status } = await staff.as('greedy', 'GET', 'messages/?format=csv')
    statuses.push(status)
    if (status === 429) break
  }
  expect(statuses.at(-1)).toBe(429)
  expect(statuses.length).toBeGreaterThan(rateLimits.export.most)
})

test('emails the alert address about a large export, not about a small one', async () => {
  const told = async () => {
    const { rows } = await sql<{ subject: string }>`select subject from emails
      where recipient = ${to} and subject like '%exported%'`.execute(staff.edge.db)
    return rows.map(({ subject }) => subject)
  }
  const add = (messages: number) =>
    sql`insert into contact_messages (name, email, subject, message)
      select 'Ann', 'ann@example.org', 'No. ' || n, 'Hello?'
      from generate_series(1, ${messages}::int) n`.execute(staff.edge.db)
  await add(999)
  await staff.as('support', 'GET', 'messages/?format=csv')
  expect(await told()).toEqual([])
  await add(1)
  const { text } = await staff.as('support', 'GET', 'messages/?format=csv')
  expect(text.trimEnd().split('\r\n')).toHaveLength(1001)
  expect(await told()).toEqual(['Staff: support exported 1000 rows or more of messages'])
})

test('exports every row of a long list', async () => {
  await staff.add('patient', 'support')
  await sql`insert into contact_messages (name, email, subject, message)
    select 'Ann', 'ann@example.org', 'No. ' || n, 'Hello?'
    from generate_series(1, ${times(100_001)}::int) n
  `.execute(staff.edge.db)
  const { count } = await staff.edge.db
    .selectFrom('contact_messages')
    .select(countAll.as('count'))
    .executeTakeFirstOrThrow()
  const { text } = await staff.as('patient', 'GET', 'messages/?format=csv')
  expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(count + 1)
})

test('exports the contract’s columns', async () => {
  const { text } = await staff.as('support', 'GET', 'members/?format=csv')
  const { body } = await staff.as('support', 'GET', 'members/')
  expect(text.split('\r\n')[0]).toBe(Object.keys(itemAt(body.results, 0)).join(','))
})
