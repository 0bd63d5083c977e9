import { sql } from 'kysely'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { unsetClock } from '../../../src/clock/clock.ts'
import { measureClock } from '../../../src/server/clock/follow-clock.ts'
import { notifyMember } from '../../../src/server/auth/security-change.ts'
import { securityEmail } from '../../../src/server/email/email-templates.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { codeOf } from '../support/call-stage.ts'
import { addMember } from '../support/members.ts'
import { signInStaff } from '../support/staff-edge.ts'

// Step-ups and codes expire by the database's clock, whatever a web process's clock says.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
beforeEach(() => measureClock(edge.db))
afterEach(() => {
  vi.restoreAllMocks()
  unsetClock()
})
afterAll(() => edge.close())

const HOUR_MS = 3_600_000
const setUp = async (token: string) => (await edge.call('POST', '/api/auth/totp/', { token })).code

function moveClock(byMs: number) {
  const clock = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => clock() + byMs)
}

test('expires although our clock was set back', async () => {
  const { access, no } = await addMember(edge, 'setback')
  await sql`update sessions set stepped_up_at = now() - interval '30 mins'
    where member_no = ${no}`.execute(edge.db)
  moveClock(-HOUR_MS)
  expect(await setUp(access)).toBe('step_up_required')
})

test('counts although our clock is ahead', async () => {
  const { access } = await addMember(edge, 'ahead')
  moveClock(HOUR_MS)
  expect(await setUp(access)).toBeUndefined()
})

test.each([
  ['ahead', 60_000],
  ['behind', -60_000],
])('accepts the codes of a second factor although our clock is %s', async (what, byMs) => {
  const { access: token } = await addMember(edge, `code${what}`)
  const { headers } = await signInStaff(edge, `staff${what}`, 'finance')
  const { body: own } = await edge.call('POST', '/api/auth/totp/', { token })
  const { body: theirs } = await edge.call('POST', '/api/operator/auth/totp/', { headers })
  const body = { code: codeOf(own.otpauth_uri) }
  const staffBody = { code: codeOf(theirs.otpauth_uri) }
  moveClock(byMs)
  const confirmed = await edge.call('POST', '/api/auth/totp/confirm/', { token, body })
  expect(confirmed.status).toBe(200)
  const staffUrl = '/api/operator/auth/totp/confirm/'
  expect((await edge.call('POST', staffUrl, { headers, body: staffBody })).status).toBe(200)
  await sql`update identities set totp_last_step = null`.execute(edge.db)
  await sql`update operators set totp_last_step = null`.execute(edge.db)
  expect((await edge.call('POST', '/api/auth/step-up/', { token, body })).status).toBe(200)
  const proof = { totp: staffBody.code }
  const stepUp = await edge.call('POST', '/api/operator/auth/step-up/', { headers, body: proof })
  expect(stepUp.status).toBe(200)
})

test.each([-48, 48])(
  'dates a security email by the database’s clock, with ours %i h off',
  async (h) => {
    const { no: member, username } = await addMember(edge, `dated${h + 100}`)
    const to = `${username}@example.org`
    const kind = 'password_changed'
    const content = securityEmail({ username, language: 'en' }, kind, 0)
    onTestFinished(() => void vi.useRealTimers())
    vi.setSystemTime(Date.now() + h * HOUR_MS)
    const { publicUrl } = edge.config
    await edge.db
      .transaction()
      .execute((tx) => notifyMember({ publicUrl }, { tx, member, to, kind, content }))
    const { rows } = await sql<{ text: string; day: string }>`
    select text, to_char(now() at time zone 'UTC', 'Mon FMDD, YYYY') as day
    from emails where recipient = ${to} and kind = 'security'`.execute(edge.db)
    expect(rows[0]?.text).toContain(rows[0]?.day)
  },
)
