import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

// What a replay does to deliveries that are still pending. No worker sends them here.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

/** An endpoint with two pending deliveries of one lane, newest first. */
async function addTwo() {
  const body = {
    url: 'http://127.0.0.1:9/',
    description: '',
    events: ['member.registered'] as const,
  }
  const { webhook } = (await staff.as('admin', 'POST', 'webhooks/', { body })).body
  for (const _ of [1, 2]) await staff.as('admin', 'POST', `webhooks/${webhook.id}/test/`)
  const deliveries = async () =>
    (await staff.as('admin', 'GET', `webhooks/${webhook.id}/deliveries/`)).body.results
  const [second, first] = await deliveries()
  if (!first || !second) throw new Error('no deliveries')
  await staff.edge.db
    .updateTable('webhook_deliveries')
    .set({ next_at: null })
    .where('endpoint_no', '=', Number(webhook.id))
    .execute()
  const replay = (event: string) =>
    staff.as('admin', 'POST', `webhooks/${webhook.id}/deliveries/${event}/replay/`)
  const due = async () => (await deliveries()).filter(({ next_at: at }) => at !== null)
  return { first: first.id, second: second.id, replay, due }
}

for (const name of ['first', 'second'] as const) {
  test(`replaying the ${name} event of a stuck lane makes the first one due`, async () => {
    const { first, replay, due, ...rest } = await addTwo()
    expect((await replay({ first, ...rest }[name])).status).toBe(200)
    expect((await due()).map(({ id }) => id)).toEqual([first])
  })
}
