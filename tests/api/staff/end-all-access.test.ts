import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAllAccess } from '../../../src/server/cli/change-operators.ts'
import { addMember, emailedToken, signIn } from '../support/members.ts'
import { newestEntry, openStaffEdge, signInStaff, type StaffEdge } from '../support/staff-edge.ts'

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

test('ends all that a restore could bring back, and lets everyone sign in again', async () => {
  const { edge } = staff
  const member = await addMember(edge, 'anna')
  const { headers } = await signInStaff(edge, 'chief', 'admin')
  const { body } = await edge.call('POST', '/api/operator/api-keys/', {
    headers,
    body: { name: 'reports', role: 'finance', days: 30 },
  })
  const asks = [
    () => edge.call('GET', '/api/accounts/me/', { token: member.access }),
    () => edge.call('POST', '/api/auth/token/refresh/', { body: { refresh: member.refresh } }),
    () => edge.call('GET', '/api/operator/auth/me/', { headers }),
    () => edge.call('GET', '/api/operator/members/', { token: body.secret }),
  ]
  const statuses = async () => {
    const answers = await Promise.all(asks.map((ask) => ask()))
    return answers.map(({ status }) => status)
  }
  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect(await endAllAccess(edge.db)).toBeGreaterThan(0)
  expect(await statuses()).toEqual([401, 401, 401, 401])
  expect(await newestEntry(edge, 'everyone')).toMatchObject({
    operator: 'command line',
    action: 'end all access',
  })
  expect((await signIn(edge, 'anna')).status).toBe(200)
  expect(await endAllAccess(edge.db)).toBe(1)
})

test('ends the links in emails that a restore could make valid again', async () => {
  const { edge } = staff
  const { access: token, no } = await addMember(edge, 'linked')
  const change = { email: 'thief@example.org' }
  expect(
    (await edge.call('PATCH', '/api/accounts/me/update/', { token, body: change })).status,
  ).toBe(200)
  const body = { email: 'linked@example.org' }
  await edge.call('POST', '/api/accounts/forgot-password/', { body })
  const asked = await Promise.all(
    [change.email, body.email].map((email) => emailedToken(edge, email)),
  )
  await endAllAccess(edge.db)
  const [link = '', reset = ''] = asked
  const confirmed = await edge.call('POST', `/api/accounts/verify-email/${link}/`)
  expect([confirmed.status, confirmed.problem.code]).toEqual([400, 'invalid_token'])
  const password = 'another horse battery'
  const used = await edge.call('POST', '/api/accounts/reset-password/', {
    body: { token: reset, new_password: password, confirm_password: password },
  })
  expect([used.status, used.problem.code]).toEqual([400, 'invalid_token'])
  const { email, pending_email } = await edge.db
    .selectFrom('identities')
    .select(['email', 'pending_email'])
    .where('member_no', '=', no)
    .executeTakeFirstOrThrow()
  expect({ email, pending_email }).toEqual({ email: body.email, pending_email: null })
})

test('ends the emailed link that closes an account', async () => {
  const { edge } = staff
  const { access: token } = await addMember(edge, 'closing')
  await edge.call('POST', '/api/accounts/closing/', { token, body: {} })
  const link = await emailedToken(edge, 'closing@example.org')
  await endAllAccess(edge.db)
  const { access } = (await signIn(edge, 'closing')).body
  const late = { token: access, body: { token: link } }
  const answer = await edge.call('POST', '/api/accounts/closing/confirm/', late)
  expect(answer.problem.code).toBe('invalid_token')
})
