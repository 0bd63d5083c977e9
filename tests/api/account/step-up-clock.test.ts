import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember } from '../support/members.ts'

// A step-up expires by the database's clock, whatever a web process's clock says.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterEach(() => vi.restoreAllMocks())
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
