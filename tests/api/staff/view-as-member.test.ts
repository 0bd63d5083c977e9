import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type CallName } from '../../../src/contract/routes.ts'
import type { Db } from '../../../src/db/types.ts'
import { openStaffEdge, newestEntry, refusal, type StaffEdge } from '../support/staff-edge.ts'
import { addMember, type TestMember } from '../support/members.ts'
import { priceUsdt } from '../../support/usdt-price.ts'

// Staff see the product as a member does and change nothing, with their own kind of token.

let staff: StaffEdge
let member: TestMember
let token: string
beforeAll(async () => {
  staff = await openStaffEdge()
  member = await addMember(staff.edge, 'wanda')
  await priceUsdt(staff.edge.db)
  const reason = { body: { reason: 'Cannot find her deposit' } }
  const { body } = await staff.as('support', 'POST', `members/${member.no}/view/`, reason)
  token = body.token
})
afterAll(() => staff.close())

const memberCalls = (Object.keys(api) as CallName[]).filter(
  (name) => api[name].access === 'member' && name !== 'streamEvents',
)
const pathOf = (name: CallName): string => api[name].path.replace(/:\w+/g, '1')

test('reads everything that the member can read, and names the operator', async () => {
  const { body } = await staff.edge.call('GET', '/api/accounts/me/', { token })
  expect([body.username, body.viewed_by]).toEqual(['wanda', 'support'])
  const own = await staff.edge.call('GET', '/api/accounts/me/', { token: member.access })
  expect(own.body.viewed_by).toBeNull()
  for (const name of memberCalls.filter((each) => api[each].method === 'GET')) {
    const { status } = await staff.edge.call('GET', pathOf(name), { token })
    expect([name, status === 401 || status === 403 || status >= 500]).toEqual([name, false])
  }
})

test('refuses every call that changes data', async () => {
  const changes = memberCalls.filter((name) => api[name].method !== 'GET')
  expect(changes.length).toBeGreaterThan(15)
  for (const name of changes) {
    const { method } = api[name]
    const body = method === 'DELETE' ? {} : { body: {} }
    const answer = await staff.edge.call(method, pathOf(name), { token, ...body })
    expect([name, ...refusal(answer)]).toEqual([name, 403, 'read_only_view'])
  }
})

test('is accepted neither for a refresh nor by the console', async () => {
  const refreshed = await staff.edge.call('POST', '/api/auth/token/refresh/', {
    body: { refresh: token },
  })
  expect(refreshed.status).toBe(401)
  expect((await staff.edge.call('GET', '/api/operator/overview/', { token })).status).toBe(401)
  const [head = '', claims = ''] = token.split('.')
  const forged = `${head}.${claims}.${'A'.repeat(43)}`
  expect((await staff.edge.call('GET', '/api/accounts/me/', { token: forged })).status).toBe(401)
})

test('is audited with its reason, and shown to the member', async () => {
  expect(await newestEntry(staff.edge, `member ${member.no}`)).toEqual({
    operator: 'support',
    action: 'view as member',
    reason: 'Cannot find her deposit',
  })
  const { body } = await staff.edge.call('GET', '/api/accounts/activity/', { token: member.access })
  const seen = body.results.filter(({ detail }) => detail.includes('Our staff viewed'))
  expect(seen).toHaveLength(1)
})

test('ends after its time limit or with the operator’s access', async () => {
  const reading = async (given: string) =>
    (await staff.edge.call('GET', '/api/accounts/me/', { token: given })).status
  await staff.add('leaver', 'support')
  const reason = { body: { reason: 'To help' } }
  const { body } = await staff.as('leaver', 'POST', `members/${member.no}/view/`, reason)
  expect(await reading(body.token)).toBe(200)
  const expire = (when: string) =>
    sql`update operator_sessions set expires_at = now() + ${when}::interval
      where operator = 'leaver'`.execute(staff.edge.db)
  await expire('-1 second')
  expect(await reading(body.token)).toBe(401)
  await expire('1 hour')
  expect(await reading(body.token)).toBe(200)
  await sql`update operators set disabled_at = now() where username = 'leaver'`.execute(
    staff.edge.db,
  )
  expect(await reading(body.token)).toBe(401)
  expect(await reading(token)).toBe(200)
  // A second ago, because the process reads its own clock, which may lag slightly.
  await sql`update member_views set ends_at = now() - interval '1 second'
    where operator = 'support'`.execute(staff.edge.db)
  expect(await reading(token)).toBe(401)
})

test('requires a reason, and refuses the company’s account', async () => {
  const url = `members/${member.no}/view/` as const
  expect((await staff.as('support', 'POST', url, { body: { reason: '' } })).status).toBe(400)
  const house = await staff.as('admin', 'POST', 'members/1/view/', { body: { reason: 'Why not' } })
  expect(house.status).toBe(404)
})

/** An entry from two hours ago. Its trigger sets the current time, so we change it afterward. */
const addOldEntry = (db: Db, object: string) =>
  db.transaction().execute(async (tx) => {
    await sql`insert into audit_entries (operator, action, object, request_id)
      values ('support', 'resend password email', ${object}, 'test')`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update audit_entries set at = now() - interval '2 hours'
      where object = ${object}`.execute(tx)
  })

test('resends an email at most five times a day, across all staff', async () => {
  const { config, db } = staff.edge
  config.rateLimits = true
  const resend = async (who: string, { no }: TestMember) => {
    const body = { mail: 'password' }
    return (await staff.as(who, 'POST', `members/${no}/resend-mail/`, { body })).status
  }
  const asked = async (username: string, times: number): Promise<TestMember> => {
    const found = await addMember(staff.edge, username)
    for (let n = 0; n < times; n++) {
      await addOldEntry(db, `member ${found.no}`)
    }
    return found
  }
  const [four, five] = [await asked('four', 4), await asked('five', 5)]
  expect([await resend('support', five), await resend('support', four)]).toEqual([429, 200])
  expect(await resend('finance', await asked('fresh', 0))).toBe(200)
  config.rateLimits = false
})

test('resends at most one email a minute', async () => {
  const { config } = staff.edge
  const { no } = await addMember(staff.edge, 'hasty')
  config.rateLimits = true
  const url = `members/${no}/resend-mail/` as const
  const body = { mail: 'password' }
  expect((await staff.as('support', 'POST', url, { body })).status).toBe(200)
  expect(refusal(await staff.as('finance', 'POST', url, { body }))).toEqual([429, 'rate_limited'])
  config.rateLimits = false
})
