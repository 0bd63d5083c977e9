import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOperator, resetOperator } from '../../../../src/server/staff/operators.ts'
import { openEdge, type Answer, type Edge } from '../../support/edge.ts'
import { operatorHeaders } from '../../../support/operator-session.ts'

// Operators choose their own password. In production, the first password, which someone else
// created, does nothing but that, and only for a week.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

const enter = (username: string, password: string, totp?: string) =>
  edge.call('POST', '/api/operator/auth/login/', { body: { username, password, totp } })

type Headers = Record<string, string>
const headersOf = (answer: Answer): Headers => operatorHeaders(answer, edge.config.publicUrl)

const change = (headers: Headers, current: string, chosen: string, confirm = chosen) =>
  edge.call('POST', '/api/operator/auth/password/', {
    headers,
    body: { current_password: current, new_password: chosen, confirm_password: confirm },
  })

const look = (headers: Headers) => edge.call('GET', '/api/operator/auth/me/', { headers })
const overview = (headers: Headers) => edge.call('GET', '/api/operator/overview/', { headers })

const own = 'slow purple giraffe'

test('ends an operator’s other sessions when they change their password', async () => {
  const first = await addOperator(edge.db, 'olga', 'support')
  const [here, there] = [
    headersOf(await enter('olga', first)),
    headersOf(await enter('olga', first)),
  ]
  expect((await look(here)).body.must_change_password).toBe(true)
  expect((await change(here, first, own)).status).toBe(200)
  expect((await look(here)).body.must_change_password).toBe(false)
  expect((await look(there)).status).toBe(401)
  expect((await enter('olga', first)).status).toBe(401)
  expect((await enter('olga', own)).status).toBe(200)
  const { rows } = await sql`select operator, action from audit_entries
    where object = 'operator olga' and action = 'change password'`.execute(edge.db)
  expect(rows).toEqual([{ operator: 'olga', action: 'change password' }])
  const { rows: emails } = await sql<{ recipient: string }>`select recipient from emails
    where subject = 'Staff: olga changed their password'`.execute(edge.db)
  expect(emails).toEqual([{ recipient: edge.config.alertEmail }])
})

test.each([
  ['current_password', 'not the first one', own, own],
  ['new_password', '', 'fourteen chars', 'fourteen chars'],
  ['new_password', '', 'abcabcabcabcabcabc', 'abcabcabcabcabcabc'],
  ['new_password', '', 'twofold-petra-2026', 'twofold-petra-2026'],
  ['confirm_password', '', own, 'slow purple elephant'],
])('refuses a wrong %s (%#)', async (field, current, chosen, confirm) => {
  const first = await addOperator(edge.db, 'petra', 'support')
  const headers = headersOf(await enter('petra', first))
  const answer = await change(headers, current || first, chosen, confirm)
  expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([400, [field]])
  expect((await enter('petra', first)).status).toBe(200)
})

test('refuses the current password as the new one', async () => {
  const first = await addOperator(edge.db, 'petra', 'support')
  const headers = headersOf(await enter('petra', first))
  expect((await change(headers, first, own)).status).toBe(200)
  const again = await change(headers, own, own)
  expect([again.status, Object.keys(again.problem.errors ?? {})]).toEqual([400, ['new_password']])
})

test('lets a first password only set a new one in production', async () => {
  const first = await addOperator(edge.db, 'rita', 'admin')
  await sql`update operators set totp_confirmed_at = now() where username = 'rita'`.execute(edge.db)
  const headers = headersOf(await enter('rita', first))
  edge.config.production = true
  try {
    const refused = await overview(headers)
    expect([refused.status, refused.problem.code]).toEqual([403, 'password_change_required'])
    expect((await change(headers, first, own)).status).toBe(200)
    expect((await overview(headers)).status).toBe(200)
  } finally {
    edge.config.production = false
  }
})

test('expires a first password after a week in production', async () => {
  const first = await addOperator(edge.db, 'sven', 'support')
  const age = (days: number) =>
    sql`update operators set password_set_at = now() - make_interval(days => ${days})
      where username = 'sven'`.execute(edge.db)
  edge.config.production = true
  try {
    await age(6)
    expect((await enter('sven', first)).status).toBe(200)
    await age(8)
    const late = await enter('sven', first)
    expect([late.status, late.problem.code]).toEqual([401, 'login_failed'])
  } finally {
    edge.config.production = false
  }
})

test('doesn’t undo a reset with an earlier change', async () => {
  const first = await addOperator(edge.db, 'tom', 'support')
  const headers = headersOf(await enter('tom', first))
  const [changed, reset] = await Promise.all([
    change(headers, first, own),
    resetOperator(edge.db, 'tom'),
  ])
  if (typeof reset === 'string') throw new Error('not reset')
  // Whichever came first, the reset password is the valid one. The reset may also come after we
  // found the session and before we compared the password.
  expect([200, 400, 401]).toContain(changed.status)
  expect((await enter('tom', own)).status).toBe(401)
  expect((await enter('tom', reset.password)).status).toBe(200)
})
