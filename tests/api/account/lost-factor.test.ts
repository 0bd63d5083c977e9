import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readQr } from '../../support/read-qr.ts'
import { readText } from '../../support/sources.ts'
import { codeOf } from '../support/call-stage.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, password, type TestMember } from '../support/members.ts'

// A member who lost the second factor and its recovery codes. No call removes it, so the database
// administrator runs the SQL of docs/operations.md, here as printed there.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

/** The procedure's statement for one member. */
function removalFor(username: string): string {
  const [, section = ''] = readText('docs/operations.md').split(
    '\n## Remove a lost second factor\n',
  )
  const [, statement = ''] = /```sql\n([^]*?)```/.exec(section) ?? []
  expect(statement).toContain("'USERNAME'")
  return statement.replace('USERNAME', username)
}

async function turnOn({ access: token }: TestMember) {
  const { body } = await edge.call('POST', '/api/auth/totp/', { token, body: {} })
  expect(readQr(body.qr_code)).toBe(body.otpauth_uri)
  const code = codeOf(body.otpauth_uri)
  const confirmed = await edge.call('POST', '/api/auth/totp/confirm/', { token, body: { code } })
  expect(confirmed.status).toBe(200)
}

/** Members confirm with the password only as long as they have no app. */
const stepUp = async ({ access: token }: TestMember, body: object = { password }) =>
  (await edge.call('POST', '/api/auth/step-up/', { token, body })).status

const securityOf = async (token: string) =>
  (await edge.call('GET', '/api/auth/security/', { token })).body

test('the documented statement removes a lost second factor, and holds payouts', async () => {
  const [lost, other] = [await addMember(edge, 'lost_it'), await addMember(edge, 'kept_it')]
  for (const member of [lost, other]) await turnOn(member)
  const before = await securityOf(other.access)
  // The code of the app locks after wrong ones, which the owner may have tried.
  await sql`update identities set totp_failures = 10, totp_locked_until = now() + interval '1 hour'
    where username = 'lost_it'`.execute(edge.db)
  expect(await stepUp(lost, { code: '000000' })).toBe(429)
  expect(await stepUp(other)).toBe(400)

  const { numAffectedRows } = await sql.raw(removalFor('lost_it')).execute(edge.db)
  expect(numAffectedRows).toBe(1n)

  expect(await stepUp(lost)).toBe(200)
  const { hold_until: held, ...security } = await securityOf(lost.access)
  expect(security).toMatchObject({ totp_enabled: false, recovery_codes_left: 0 })
  expect((Date.parse(held ?? '') - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
  const { rows } = await sql<{ kind: string }>`
    select kind from security_events where member_no = ${lost.no} order by no`.execute(edge.db)
  expect(rows.at(-1)).toEqual({ kind: 'totp_disabled' })
  // The member can set up a new one at once, which isn't locked.
  await turnOn(lost)
  const locked = sql`select from identities
    where username = 'lost_it' and (totp_failures > 0 or totp_locked_until is not null)`
  expect((await locked.execute(edge.db)).rows).toEqual([])

  expect(await securityOf(other.access)).toEqual(before)
  const unknown = await sql.raw(removalFor('nobody_else')).execute(edge.db)
  expect(unknown.numAffectedRows).toBe(0n)
})
