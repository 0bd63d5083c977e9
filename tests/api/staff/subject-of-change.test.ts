import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestEntry, openStaffEdge, refusal, type StaffEdge } from '../support/staff-edge.ts'

// The operator that an access change is about doesn't decide on it. A thief of an admin's account
// could otherwise stop the others from disabling it.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
  await staff.add('stolen', 'admin')
})
afterAll(() => staff.close())

const form = { kind: 'disable', username: 'stolen', reason: 'Stolen' }
const request = (who: string, body: object = form) =>
  staff.as(who, 'POST', 'access-changes/', { body })
const decide = (who: string, id: string, decision: 'approve' | 'reject') =>
  staff.as(who, 'POST', `access-changes/${id}/${decision}/`, {
    body: decision === 'reject' ? { reason: 'Not needed' } : {},
  })

test('lets an operator withdraw a request about themself only if they made it', async () => {
  const { body: asked } = await request('admin')
  const answer = await decide('stolen', asked.id, 'reject')
  expect(refusal(answer)).toEqual([403, 'self_approval'])
  expect((await decide('admin', asked.id, 'reject')).body.status).toBe('rejected')
  const { body: own } = await request('stolen')
  expect(refusal(await decide('stolen', own.id, 'approve'))).toEqual([403, 'self_approval'])
  expect((await decide('stolen', own.id, 'reject')).body.status).toBe('rejected')
})

test('replaces a request that its subject made, and no other', async () => {
  const own = { kind: 'role', username: 'stolen', role: 'finance', reason: 'To be in the way' }
  const { body: first } = await request('stolen', own)
  expect(refusal(await request('stolen', own))).toEqual([409, 'change_pending'])
  const { status, body: asked } = await request('admin')
  expect(status).toBe(201)
  expect(refusal(await decide('deputy', first.id, 'approve'))).toEqual([409, 'already_decided'])
  expect(refusal(await request('stolen', own))).toEqual([409, 'change_pending'])
  expect(refusal(await request('deputy'))).toEqual([409, 'change_pending'])
  const { body: list } = await staff.as('deputy', 'GET', 'access-changes/?status=rejected')
  expect(list.results[0]).toMatchObject({ id: first.id, decided_by: 'admin' })
  expect((await decide('deputy', asked.id, 'approve')).body.status).toBe('approved')
  expect((await staff.as('stolen', 'GET', 'overview/')).status).toBe(401)
  expect(await newestEntry(staff.edge, 'operator stolen')).toMatchObject({ operator: 'deputy' })
})
