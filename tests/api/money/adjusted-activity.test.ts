import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, fundMember, type TestMember } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

let staff: StaffEdge
let member: TestMember
beforeAll(async () => {
  staff = await openStaffEdge()
  member = await addMember(staff.edge, 'wanda')
  await fundMember(staff.edge, member.no, 10)
})
afterAll(() => staff.close())

test('shows a member an adjustment once it is approved', async () => {
  const { access: token } = member
  const listed = async () =>
    (await staff.edge.call('GET', '/api/accounts/activity/?type=adjustment', { token })).body
  for (const [amount, text] of [
    ['5.00', 'Our staff added this to your wallet. Reason: A mistake of ours'],
    ['-5.00', 'Our staff took this from your wallet. Reason: A mistake of ours'],
  ] as const) {
    const body = { username: 'wanda', amount, reason: 'A mistake of ours' }
    const { body: asked } = await staff.as('finance', 'POST', 'adjustments/', { body })
    const before = (await listed()).count
    await staff.as('admin', 'POST', `adjustments/${asked.id}/approve/` as const)
    const { count, results } = await listed()
    expect(count).toBe(before + 1)
    expect(results[0]).toMatchObject({ title: 'Adjustment', detail: text, amount, asset: 'USD' })
  }
})
