import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endAllAccess } from '../../../src/server/cli/change-operators.ts'
import { numberAfter, queueEvents } from '../../../src/server/webhooks/queue-events.ts'
import { until } from '../../support/poll.ts'
import { addMember } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

// Receivers keep what they got when we restore a backup. No worker sends anything here.

let staff: StaffEdge
let endpoint: string
beforeAll(async () => {
  staff = await openStaffEdge()
  const url = 'http://127.0.0.1:9/'
  const body = { url, description: '', events: ['member.registered'] as const }
  endpoint = (await staff.as('admin', 'POST', 'webhooks/', { body })).body.webhook.id
})
afterAll(() => staff.close())

const Body = z.object({ type: z.string(), sequence: z.number() })

/** A member registers and an operator sends a test. Returns the sequence of both events. */
async function cause(username: string): Promise<number[]> {
  const { db } = staff.edge
  await addMember(staff.edge, username)
  await queueEvents(db, new AbortController().signal)
  await staff.as('admin', 'POST', `webhooks/${endpoint}/test/`)
  const rows = await db.selectFrom('webhook_events').select('body').orderBy('no').execute()
  const events = rows.map(({ body }) => Body.parse(JSON.parse(body)))
  expect(events.map(({ type }) => type)).toEqual(['member.registered', 'webhook.test'])
  return events.map(({ sequence }) => sequence)
}

const setCursor = (event_no: bigint) =>
  staff.edge.db.updateTable('webhook_cursor').set({ event_no }).execute()

async function restore(cursor: bigint): Promise<void> {
  await staff.edge.db.deleteFrom('webhook_deliveries').execute()
  await staff.edge.db.deleteFrom('webhook_events').execute()
  await setCursor(cursor)
}

/** A restore takes longer than the seconds that two events use up. */
const untilPast = (sequence: number) =>
  until('a later second', () => Date.now() / 1_000 - Date.UTC(2026, 0, 1) / 1_000 > sequence)

test('never numbers an event as one that a restore lost', async () => {
  const backup = 0n
  const newest = Math.max(...(await cause('lost')))
  await untilPast(newest)
  await restore(backup)
  for (const sequence of await cause('later')) expect(sequence).toBeGreaterThan(newest)
})

// As a large import does. Only the clock's seconds pass until the restore.
test.each([
  ['before', 100_000n],
  ['after', 0n],
])('neither does it if a burst %s the backup put numbers ahead of the clock', async (_, kept) => {
  await restore(numberAfter(0n) + 100_000n)
  const newest = Math.max(...(await cause(`lost${kept}`)))
  await restore(kept && numberAfter(0n) + kept)
  await endAllAccess(staff.edge.db)
  await staff.add('admin', 'admin')
  for (const sequence of await cause(`later${kept}`)) expect(sequence).toBeGreaterThan(newest)
})
