import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetOperator } from '../../../../src/server/staff/operators.ts'
import { until } from '../../../support/poll.ts'
import {
  disableOperator,
  openStaffEdge,
  refusal,
  type StaffEdge,
} from '../../support/staff-edge.ts'

// An admin who floods us with requests can't put off the end of their access: it waits for the
// requests on their way, and later ones wait for it.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

let names = 0

/** A request of the admin that waits in the middle of its transaction, until it may continue. */
async function slowRequest(who: string) {
  const body = { kind: 'add', username: `new${++names}`, role: 'support', reason: 'Later' }
  const { body: asked } = await staff.as('admin', 'POST', 'access-changes/', { body })
  const holding = await staff.edge.db.startTransaction().execute()
  await sql`select 1 from access_changes where no = ${asked.id} for update`.execute(holding)
  const path = `access-changes/${asked.id}/reject/` as const
  const answer = staff.as(who, 'POST', path, { body: { reason: 'Not now' } })
  return { answer, release: () => holding.commit().execute() }
}

const untilWaiting = (count: number) =>
  until(`${count} to wait`, async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(staff.edge.db)
    return rows.length >= count
  })

const ends: [string, (who: string) => Promise<unknown>][] = [
  ['reset', (who) => resetOperator(staff.edge.db, who)],
  ['disabled', (who) => disableOperator(staff.edge, who)],
]

test.each(ends)('an admin is %s between two requests that overlap', async (how, end) => {
  const who = `flooder-${how}`
  await staff.add(who, 'admin')
  const first = await slowRequest(who)
  await untilWaiting(1)
  const ending = end(who)
  await untilWaiting(2)
  const second = await slowRequest(who)
  await untilWaiting(3)
  await first.release()
  await ending
  await second.release()
  expect((await first.answer).status).toBe(200)
  expect(refusal(await second.answer)).toEqual([401, 'token_invalid'])
})

test('an admin is disabled in the console while their requests keep coming', async () => {
  const who = 'flooder-console'
  await staff.add(who, 'admin')
  const form = { kind: 'disable', username: who, reason: 'A thief' }
  const { body: asked } = await staff.as('admin', 'POST', 'access-changes/', { body: form })
  const slow = await slowRequest(who)
  await untilWaiting(1)
  let isOver = false
  const ending = staff
    .as('deputy', 'POST', `access-changes/${asked.id}/approve/`)
    .finally(() => (isOver = true))
  await until('the transaction that waits its turn, or an answer', async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'
        and usename <> 'twofold_ledger'`.execute(staff.edge.db)
    return isOver || rows.length > 0
  })
  await slow.release()
  const ended = await ending
  expect([ended.status, ended.body.status]).toEqual([200, 'approved'])
  expect((await slow.answer).status).toBe(200)
  expect(refusal(await staff.as(who, 'GET', 'auth/me/'))).toEqual([401, 'token_invalid'])
  const { rows } = await sql`select ended_by from approval_endings where operator = ${who}`.execute(
    staff.edge.db,
  )
  expect(rows).toEqual([{ ended_by: 'deputy' }])
})
