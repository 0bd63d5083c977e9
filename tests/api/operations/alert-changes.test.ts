import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { guardedAlerts } from '../../../src/contract/fields/limits.ts'
import {
  disableOperator,
  newestEntry,
  openStaffEdge,
  type StaffEdge,
} from '../support/staff-edge.ts'

// One stolen account must not be enough to hide that money is missing.

const to = 'watch@example.org'
let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge({ ALERT_EMAIL: to })
  await staff.add('third', 'admin')
})
afterAll(() => staff.close())
beforeEach(async () => {
  await sql`delete from alerts`.execute(staff.edge.db)
  await staff.as('support', 'GET', 'alerts/')
})

const change = async (who: string, name: string, enabled: boolean, limit: string) =>
  (await staff.as(who, 'POST', `alerts/${name}/`, { body: { enabled, limit } })).body

const emails = async () => {
  const { rows } = await sql<{ subject: string; text: string }>`select subject, text from emails
    where recipient = ${to} order by no`.execute(staff.edge.db)
  return rows
}

test('emails every change of an alert with operator and device', async () => {
  const before = (await emails()).length
  const changed = await change('admin', 'chain_lag', false, '600')
  expect([changed.enabled, changed.pending]).toEqual([false, null])
  const [email, ...more] = (await emails()).slice(before)
  expect(more).toEqual([])
  expect(email?.subject).toBe('Staff: admin set the alert "chain_lag" to off')
  expect(email?.text).toMatch(/on .+, from 127\.0\.0\.1/)
})

const countAll = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from audit_entries`.execute(staff.edge.db)
  return [(await emails()).length, rows[0]?.count]
}

test.each([
  ['solvency', false, '100', 'off'],
  ['solvency', true, '90', 'a limit of 90'],
  ['custody_differences', false, '0', 'off'],
  ['custody_differences', true, '5', 'a limit of 5'],
  ['solvency', true, '110', 'a limit of 110'],
])('%s needs two admins to mute (on %s, limit %s)', async (name, enabled, limit, said) => {
  const asked = await change('admin', name, enabled, limit)
  expect(asked).toMatchObject({ enabled: true, pending: { enabled, by: 'admin' } })
  expect((await emails()).at(-1)?.subject).toBe(
    `Staff: admin asked to set the alert "${name}" to ${said}`,
  )
  // Neither the requester, nor an admin who requests something else, counts as the second.
  expect((await change('admin', name, enabled, limit)).pending?.by).toBe('admin')
  const other = await change('deputy', name, false, '77')
  expect(other).toMatchObject({ enabled: true, pending: { enabled: false, by: 'deputy' } })
  await change('admin', name, enabled, limit)
  const done = await change('third', name, enabled, limit)
  expect([done.enabled, Number(done.limit), done.pending]).toEqual([enabled, Number(limit), null])
  expect(await newestEntry(staff.edge, `alert ${name}`)).toMatchObject({
    operator: 'third',
    action: 'change alert',
  })
})

test.each(guardedAlerts)('lets no admin alone turn off %s', async (name) => {
  const { body } = await staff.as('admin', 'POST', `alerts/${name}/`, { body: { enabled: false } })
  expect(body).toMatchObject({ enabled: true, pending: { enabled: false, by: 'admin' } })
})

test('does nothing for a change that is already in force, or already requested', async () => {
  await change('admin', 'solvency', false, '100')
  await change('admin', 'chain_lag', true, '601')
  const before = await countAll()
  for (let i = 0; i < 3; i++) {
    expect((await change('admin', 'solvency', false, '100')).pending?.by).toBe('admin')
    expect((await change('deputy', 'chain_lag', true, '601')).limit).toBe('601')
  }
  expect(await countAll()).toEqual(before)
  // Taking the request back is a change.
  expect((await change('admin', 'solvency', true, '100')).pending).toBeNull()
  expect(await countAll()).toEqual(before.map((count) => Number(count) + 1))
})

test('lets nobody alone set a limit that is always crossed, and so silent', async () => {
  const asked = await change('admin', 'solvency', true, '999999999')
  expect([Number(asked.limit), asked.pending?.by]).toEqual([100, 'admin'])
  const done = await change('deputy', 'solvency', true, '999999999')
  expect([Number(done.limit), done.pending]).toEqual([999_999_999, null])
})

test('lets one admin turn an alert on again, as it was', async () => {
  await change('admin', 'solvency', false, '100')
  expect((await change('deputy', 'solvency', false, '100')).enabled).toBe(false)
  const on = await change('admin', 'solvency', true, '100')
  expect([on.enabled, on.pending]).toEqual([true, null])
})

test('voids old requests and those of former admins', async () => {
  await staff.add('leaver', 'admin')
  await change('leaver', 'solvency', false, '100')
  await disableOperator(staff.edge, 'leaver')
  expect(await change('admin', 'solvency', false, '100')).toMatchObject({
    enabled: true,
    pending: { by: 'admin' },
  })
  await sql`update alerts set pending_at = now() - interval '8 days'
    where pending_by is not null`.execute(staff.edge.db)
  expect((await change('deputy', 'solvency', false, '100')).enabled).toBe(true)
})

test('changes only what the request names', async () => {
  await change('admin', 'chain_lag', false, '600')
  const { body } = await staff.as('deputy', 'POST', 'alerts/chain_lag/', { body: { limit: '601' } })
  expect([body.enabled, body.limit]).toEqual([false, '601'])
})
