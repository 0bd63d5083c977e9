import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import {
  addMember,
  fundMember,
  emailedToken,
  password,
  registerMember,
  signIn,
} from '../support/members.ts'

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

test('a member registers, verifies, signs in, activates, and appears in the tree', async () => {
  const registered = await registerMember(edge, 'anna')
  expect(registered).toMatchObject({ user: { username: 'anna', email: 'anna@example.org' } })
  const { status, body } = await signIn(edge, 'ANNA')
  expect(status).toBe(200)
  expect(body.user.profiles).toHaveLength(1)
  const token = body.access
  await fundMember(edge, Number(body.user.id), 5)
  const me = await edge.call('GET', '/api/accounts/me', { token })
  expect(me.body.wallet_balance).toBe('5.00')
  const { id } = itemAt(me.body.profiles, 0)
  const activated = await edge.call('POST', `/api/accounts/profiles/${id}/wallet-activate/`, {
    token,
  })
  expect(activated.body).toMatchObject({ detail: 'Profile Activated', wallet_balance: '4.00' })
  const tree = await edge.call('GET', '/api/tree/visualization/', { token })
  expect(tree.body.profile).toMatchObject({ id, active: true, user: { username: 'anna' } })
  const again = await edge.call('POST', `/api/accounts/profiles/${id}/wallet-activate`, { token })
  expect(again.status).toBe(409)
  expect(again.problem.code).toBe('already_active')
  const activity = await edge.call('GET', '/api/accounts/activity/recent/', { token })
  expect(activity.body.map(({ type }: { type: string }) => type).toSorted()).toEqual([
    'deposit_credited',
    'joined',
    'profile_activated',
  ])
})

void [addMember, emailedToken, password]
