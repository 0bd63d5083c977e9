import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimits } from '../../../src/contract/fields/limits.ts'
import { addOperator, resetOperator } from '../../../src/server/staff/operators.ts'
import { openDesk, type Desk } from '../support/desk.ts'
import { addMember, type TestMember } from '../support/members.ts'

// What staff look at ends with their session, and what they take along takes a fresh proof.

const to = 'watch@example.org'
let desk: Desk
let member: TestMember
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMITS: 'on', ALERT_EMAIL: to })
  member = await addMember(desk.edge, 'wanda')
})
afterAll(() => desk.close())

const view = async (who: string): Promise<string> => {
  const body = { reason: 'Cannot find her deposit' }
  const opened = await desk.as(who, 'POST', `members/${member.no}/view/`, { body })
  return opened.body.token
}
const look = async (token: string): Promise<number> =>
  (await desk.edge.call('GET', '/api/accounts/me/', { token })).status

const endings: [string, () => Promise<unknown>][] = [
  ['sign-out', () => desk.as('visitor', 'POST', 'auth/logout/')],
  ['a reset', () => resetOperator(desk.edge.db, 'visitor')],
  ['a change of role', () => addOperator(desk.edge.db, 'visitor', 'finance')],
]
test.each(endings)('a view ends with %s of its operator', async (_, end) => {
  await desk.seat('visitor', 'support')
  const token = await view('visitor')
  expect(await look(token)).toBe(200)
  await end()
  expect(await look(token)).toBe(401)
})

const age = (who: string) =>
  sql`update operator_sessions set stepped_up_at = now() - interval '1 day'
    where operator = ${who}`.execute(desk.edge.db)

test('a list as a file takes a fresh proof; the same list on the screen does not', async () => {
  await desk.seat('stale', 'support')
  await age('stale')
  expect((await desk.as('stale', 'GET', 'members/')).status).toBe(200)
  const paths = ['members', 'profiles', `members/${member.no}/activity`, 'messages']
  for (const path of paths) {
    const refused = await desk.as('stale', 'GET', `${path}/?format=csv`)
    expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'step_up_required'])
  }
})

test('files are counted by the day', async () => {
  await desk.seat('greedy', 'support')
  const statuses = []
  for (let i = 0; i < rateLimits.export.most * 2 + 1; i++) {
    const { status } = await desk.as('greedy', 'GET', 'messages/?format=csv')
    statuses.push(status)
    if (status === 429) break
  }
  expect(statuses.at(-1)).toBe(429)
  expect(statuses.length).toBeGreaterThan(rateLimits.export.most)
})

test('a large file is emailed to whoever watches, a small one is not', async () => {
  const told = async () => {
    const { rows } = await sql<{ subject: string }>`select subject from emails
      where recipient = ${to} and subject like '%exported%'`.execute(desk.edge.db)
    return rows.map(({ subject }) => subject)
  }
  await desk.as('support', 'GET', 'messages/?format=csv')
  expect(await told()).toEqual([])
  await sql`insert into contact_messages (name, email, subject, message)
    select 'Ann', 'ann@example.org', 'No. ' || n, 'Hello?' from generate_series(1, 1000) n
  `.execute(desk.edge.db)
  const { text } = await desk.as('support', 'GET', 'messages/?format=csv')
  expect(text.trimEnd().split('\r\n')).toHaveLength(1001)
  expect(await told()).toEqual(['Staff: support exported 1000 rows or more of messages'])
})

test('the columns of a file are those of the contract', async () => {
  const { text } = await desk.as('support', 'GET', 'members/?format=csv')
  const { body } = await desk.as('support', 'GET', 'members/')
  expect(text.split('\r\n')[0]).toBe(Object.keys(body.results[0]).join(','))
})
