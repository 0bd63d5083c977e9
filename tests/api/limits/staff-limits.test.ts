import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_REINSTATEMENTS, rateLimits } from '../../../src/contract/fields/limits.ts'
import { addMember, fundMember } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge({ RATE_LIMITS: 'on' })
})
afterAll(() => staff.close())

test('limits how often a member is reinstated, but never a suspension', async () => {
  const { no } = await addMember(staff.edge, 'swinging')
  const call = async (action: 'suspend' | 'reinstate') => {
    const body = { reason: 'Again' }
    return (await staff.as('admin', 'POST', `members/${no}/${action}/`, { body })).status
  }
  for (let i = 0; i < MAX_REINSTATEMENTS; i++) {
    expect([await call('suspend'), await call('reinstate')]).toEqual([200, 200])
  }
  expect([await call('suspend'), await call('reinstate')]).toEqual([200, 429])
})

test('limits how often staff end a member’s sessions, and view an account', async () => {
  const { no } = await addMember(staff.edge, 'watched')
  const body = { reason: 'Again' }
  const call = async (who: string, what: 'end-sessions' | 'view') =>
    (await staff.as(who, 'POST', `members/${no}/${what}/`, { body })).status
  const { endedSessions, memberView } = rateLimits
  for (let i = 0; i < endedSessions.most; i++) expect(await call('admin', 'end-sessions')).toBe(200)
  // It counts the member's, from all staff.
  expect(await call('support', 'end-sessions')).toBe(429)
  for (let i = 0; i < memberView.most; i++) expect(await call('support', 'view')).toBe(200)
  expect([await call('support', 'view'), await call('finance', 'view')]).toEqual([429, 200])
})

test('limits how many changes of an admin are emailed, and so made, in an hour', async () => {
  const change = async (who: string, limit: number) => {
    const body = { limit: String(limit) }
    return (await staff.as(who, 'POST', 'alerts/chain_lag/', { body })).status
  }
  const { most } = rateLimits.reportedChange
  for (let i = 0; i < most; i++) expect(await change('admin', 700 + i)).toBe(200)
  expect([await change('admin', 800), await change('admin', 699 + most)]).toEqual([429, 200])
  const key = { body: { name: 'one-more', role: 'support', days: 1 } }
  expect((await staff.as('admin', 'POST', 'api-keys/', key)).status).toBe(429)
  expect(await change('deputy', 800)).toBe(200)
})

test('limits no change that only takes access away', async () => {
  const url = 'http://127.0.0.1:9/hooks'
  const made = { body: { url, description: 'x', events: ['deposit.credited'] } } as const
  const { body } = await staff.as('deputy', 'POST', 'webhooks/', made)
  const path = `webhooks/${body.webhook.id}/` as const
  const roll = async () => (await staff.as('deputy', 'POST', `${path}roll-secret/`)).status
  let status = 200
  while (status === 200) status = await roll()
  expect(status).toBe(429)
  const set = async (enabled: boolean) =>
    (await staff.as('deputy', 'PATCH', path, { body: { enabled } })).status
  expect([await set(false), await set(true)]).toEqual([200, 429])
  expect((await staff.as('deputy', 'DELETE', path)).status).toBe(200)
})

test('a view as a member uses up the limits of the operator, not those of the member', async () => {
  const member = await addMember(staff.edge, 'wanda')
  const reason = { body: { reason: 'Cannot find her deposit' } }
  const { body } = await staff.as('support', 'POST', `members/${member.no}/view/`, reason)
  const { token } = body
  const terms = (viewer: string) =>
    staff.edge.call('GET', '/api/rewards/withdrawals/terms/', { token: viewer })
  for (let i = 0; i < rateLimits.money.most; i++) await terms(token)
  expect((await terms(token)).status).toBe(429)
  expect((await terms(member.access)).status).toBe(200)
})

// Last, because the ledger stays closed.
test('counts no reinstatement that failed, and no refused closing', async () => {
  const suspended = await addMember(staff.edge, 'failing')
  const body = { reason: 'Again' }
  const path = `members/${suspended.no}/reinstate/` as const
  await staff.as('admin', 'POST', `members/${suspended.no}/suspend/`, { body })
  const rich = await addMember(staff.edge, 'rich')
  await fundMember(staff.edge, rich.no, 100)
  await staff.edge.book.close()
  for (let i = 0; i <= MAX_REINSTATEMENTS; i++) {
    expect((await staff.as('admin', 'POST', path, { body })).status).toBe(503)
    const closing = await staff.edge.call('POST', '/api/accounts/closing/', { token: rich.access })
    expect([closing.status, closing.problem.code]).toEqual([409, 'closing_open_money'])
  }
})
