import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetOperator } from '../../../src/server/staff/operators.ts'
import { behind } from '../support/behind.ts'
import {
  disableOperator,
  newestEntry,
  openStaffEdge,
  refusal,
  type StaffEdge,
} from '../support/staff-edge.ts'

// Another admin must approve what changes an operator's access.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

test('needs another admin to approve access changes', async () => {
  const form = { kind: 'add', username: 'newcomer', role: 'admin', reason: 'A new colleague' }
  const { body: asked } = await staff.as('admin', 'POST', 'access-changes/', { body: form })
  expect(await newestEntry(staff.edge, 'operator newcomer')).toEqual({
    operator: 'admin',
    action: 'request access change',
    reason: 'A new colleague',
  })
  const url = `access-changes/${asked.id}` as const
  expect(refusal(await staff.as('admin', 'POST', `${url}/approve/`))).toEqual([
    403,
    'self_approval',
  ])
  const again = await staff.as('deputy', 'POST', 'access-changes/', { body: form })
  expect(refusal(again)).toEqual([409, 'change_pending'])
  const forged = sql`update access_changes set approved = true, decided_by = requested_by,
    decided_at = now() where no = ${asked.id}`
  await expect(forged.execute(staff.edge.db)).rejects.toThrow(/check constraint/)
  const { body: done } = await staff.as('deputy', 'POST', `${url}/approve/`)
  expect([done.status, done.decided_by]).toEqual(['approved', 'deputy'])
  const login = {
    username: 'newcomer',
    password: `${asked.first_password_half}${done.second_password_half}`,
  }
  const signedIn = await staff.edge.call('POST', '/api/operator/auth/login/', { body: login })
  expect(signedIn.body).toMatchObject({ username: 'newcomer', role: 'admin' })
  const reopened = sql`update access_changes set approved = null, decided_by = null,
    decided_at = null where no = ${asked.id}`
  await expect(reopened.execute(staff.edge.db)).rejects.toThrow('is as it is')
  expect(await newestEntry(staff.edge, 'operator newcomer')).toMatchObject({
    operator: 'deputy',
    action: 'approve access change',
    reason: 'A new colleague',
  })
})

test('lets nobody approve their own change, and ends sessions on a new role', async () => {
  await staff.add('climber', 'support')
  const form = { kind: 'role', username: 'deputy', role: 'support', reason: 'Moves on' }
  const { body: asked } = await staff.as('admin', 'POST', 'access-changes/', { body: form })
  const about = await staff.as('deputy', 'POST', `access-changes/${asked.id}/approve/`)
  expect(refusal(about)).toEqual([403, 'self_approval'])
  const reason = { body: { reason: 'Stays after all' } }
  await staff.as('admin', 'POST', `access-changes/${asked.id}/reject/`, reason)
  const rise = { kind: 'role', username: 'climber', role: 'finance', reason: 'Learned it' }
  const { body: change } = await staff.as('admin', 'POST', 'access-changes/', { body: rise })
  expect((await staff.as('climber', 'GET', 'overview/')).status).toBe(200)
  expect((await staff.as('deputy', 'POST', `access-changes/${change.id}/approve/`)).status).toBe(
    200,
  )
  expect((await staff.as('climber', 'GET', 'overview/')).status).toBe(401)
})

test('keeps a disabled operator out despite pending resets', async () => {
  const { db } = staff.edge
  await staff.add('leaver', 'support')
  const form = { kind: 'reset', username: 'leaver', reason: 'Lost the phone' }
  const { body: asked } = await staff.as('admin', 'POST', 'access-changes/', { body: form })
  await disableOperator(staff.edge, 'leaver')
  expect(await resetOperator(db, 'leaver')).toBe('disabled')
  const approved = await staff.as('deputy', 'POST', `access-changes/${asked.id}/approve/`)
  expect(refusal(approved)).toEqual([409, 'already_decided'])
  // A leftover from when a change could outlive its operator.
  await sql`insert into access_changes (kind, username, reason, requested_by, sealed_half)
    values ('reset', 'leaver', 'Lost the phone', 'admin', 'a half')`.execute(db)
  const { body: list } = await staff.as('admin', 'GET', 'access-changes/?status=pending')
  const url = `access-changes/${list.results[0]?.id}/approve/` as const
  expect(refusal(await staff.as('deputy', 'POST', url))).toEqual([409, 'change_outdated'])
  const { rows } = await sql`select 1 from operators
    where username = 'leaver' and disabled_at is not null`.execute(db)
  expect(rows).toHaveLength(1)
})

test('approves no request that is older than seven days', async () => {
  await staff.add('waiting', 'support')
  const { rows } = await sql<{ no: string }>`
    insert into access_changes (kind, username, role, reason, requested_by, requested_at)
    values ('role', 'waiting', 'finance', 'Learned it', 'admin', now() - interval '8 days')
    returning no::text`.execute(staff.edge.db)
  const url = `access-changes/${rows[0]?.no}/approve/` as const
  expect(refusal(await staff.as('deputy', 'POST', url))).toEqual([409, 'change_outdated'])
})

/** Runs work that must wait for an operator's new role. */
const meetChange = (username: string, work: () => Promise<unknown>): Promise<unknown> =>
  behind(
    staff.edge.db,
    [sql`update operators set role = 'finance' where username = ${username}`],
    work,
  )

const roleBefore = async (username: string) => {
  const { rows } = await sql<{ role: string }>`select before->>'role' as role from audit_entries
    where object = ${`operator ${username}`} and action in ('disable operator',
      'approve access change') order by no desc limit 1`.execute(staff.edge.db)
  return rows[0]?.role
}

test('records the role an operator had when disabled', async () => {
  await staff.add('changing', 'support')
  await meetChange('changing', () => disableOperator(staff.edge, 'changing'))
  expect(await roleBefore('changing')).toBe('finance')
  await staff.add('moving', 'support')
  const form = { kind: 'disable', username: 'moving', reason: 'Leaves' }
  const { body: asked } = await staff.as('admin', 'POST', 'access-changes/', { body: form })
  const url = `access-changes/${asked.id}/approve/` as const
  await meetChange('moving', () => staff.as('deputy', 'POST', url))
  expect(await roleBefore('moving')).toBe('finance')
})

test('fails an old request for an operator added meanwhile', async () => {
  const form = { kind: 'add', username: 'twice', role: 'admin', reason: 'A new colleague' }
  const { body: asked } = await staff.as('admin', 'POST', 'access-changes/', { body: form })
  await staff.add('twice', 'support')
  const approved = await staff.as('deputy', 'POST', `access-changes/${asked.id}/approve/`)
  expect(refusal(approved)).toEqual([409, 'change_outdated'])
  expect((await staff.as('twice', 'GET', 'auth/me/')).body.role).toBe('support')
})
