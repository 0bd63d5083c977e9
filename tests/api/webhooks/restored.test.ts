import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queueEvents } from '../../../src/server/webhooks/queue-events.ts'
import { until } from '../../support/poll.ts'
import { addMember } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

// Receivers keep what they got when we restore a backup. No worker sends anything here.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

const Body = z.object({ type: z.string(), sequence: z.number() })

/** A restore takes longer than the seconds that two events use up. */
const untilPast = (sequence: number) =>
  until('a later second', () => Date.now() / 1_000 - Date.UTC(2026, 0, 1) / 1_000 > sequence)

test('never numbers an event as one that a restore lost', async () => {
  const { db } = staff.edge
  const url = 'http://127.0.0.1:9/'
  const body = { url, description: '', events: ['member.registered'] as const }
  const { webhook } = (await staff.as('admin', 'POST', 'webhooks/', { body })).body
  const backup = await db.selectFrom('webhook_cursor').selectAll().executeTakeFirstOrThrow()
  const cause = async (username: string) => {
    await addMember(staff.edge, username)
    await queueEvents(db, new AbortController().signal)
    await staff.as('admin', 'POST', `webhooks/${webhook.id}/test/`)
    const { body: page } = await staff.as('admin', 'GET', `webhooks/${webhook.id}/deliveries/`)
    return page.results.map((each) => Body.parse(JSON.parse(each.body)))
  }
  const lost = await cause('lost')
  expect(lost.map(({ type }) => type)).toEqual(['webhook.test', 'member.registered'])
  const newest = Math.max(...lost.map(({ sequence }) => sequence))
  await untilPast(newest)

  await db.deleteFrom('webhook_deliveries').execute()
  await db.deleteFrom('webhook_events').execute()
  await db.updateTable('webhook_cursor').set({ event_no: backup.event_no }).execute()
  const later = await cause('later')
  expect(later.map(({ type }) => type)).toEqual(['webhook.test', 'member.registered'])
  for (const { sequence } of later) expect(sequence).toBeGreaterThan(newest)
})
