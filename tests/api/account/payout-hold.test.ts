import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePayoutHold } from '../../../src/server/pins/payout-hold.ts'
import { HOUR_MS } from '../../../src/domain/time/time.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, password } from '../support/members.ts'

// A web process whose WITHDRAWAL_HOLD_HOURS is shorter than that of the processes that pay.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({ WITHDRAWAL_HOLD_HOURS: '0' })
})
afterAll(() => edge.close())

test('holds payouts for as long as the processes that pay, and tells the member', async () => {
  await storePayoutHold(edge.db, { withdrawalHoldMs: 48 * HOUR_MS })
  const { no, access: token } = await addMember(edge, 'patient')
  const next = 'a better horse battery'
  const body = { current_password: password, new_password: next, confirm_password: next }
  const changed = await edge.call('POST', '/api/accounts/change-password/', { token, body })
  expect(changed.status).toBe(200)
  const { body: security } = await edge.call('GET', '/api/auth/security/', { token })
  expect(security.hold_hours).toBe(48)
  const untilMs = Date.parse(security.hold_until ?? '') - Date.now()
  expect(untilMs / HOUR_MS).toBeCloseTo(48, 1)
  const { text } = await edge.db
    .selectFrom('emails')
    .select('text')
    .where('recipient', '=', 'patient@example.org')
    .where('kind', '=', 'security')
    .executeTakeFirstOrThrow()
  expect(text).toContain('48 hours')
  await storePayoutHold(edge.db, { withdrawalHoldMs: 0 })
  const { hold_until: kept } = await edge.db
    .selectFrom('identities')
    .select('hold_until')
    .where('member_no', '=', no)
    .executeTakeFirstOrThrow()
  expect(kept).not.toBeNull()
})
