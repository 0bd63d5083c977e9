import type { CallName } from '../../../../src/contract/routes.ts'
import { by, make, plain, reason, type Maker, type Stage } from '../call-stage.ts'
import { addMember, emailedToken, type TestMember } from '../members.ts'

// Valid requests of members about their data, and about closing their accounts.

const newMember = ({ world, name }: Stage): Promise<TestMember> => addMember(world.edge, name())

/** A member who requested closing the account, and the token in the email. */
export async function requestedClosing(stage: Stage) {
  const member = await newMember(stage)
  const { edge } = stage.world
  await edge.call('POST', '/api/accounts/closing/', { token: member.access, body: {} })
  return { member, token: await emailedToken(edge, `${member.username}@example.org`) }
}

/** A member who closed the account. */
export async function closedMember(stage: Stage): Promise<TestMember> {
  const { member, token } = await requestedClosing(stage)
  const body = { token }
  await stage.world.edge.call('POST', '/api/accounts/closing/confirm/', {
    token: member.access,
    body,
  })
  return member
}

export const ownDataMakers: Partial<Record<CallName, Maker>> = {
  exportMyData: async (stage) => make('exportMyData', by(await newMember(stage)), {}),
  getClosing: plain('getClosing'),
  requestClosing: async (stage) => make('requestClosing', by(await newMember(stage)), {}),
  confirmClosing: async (stage) => {
    const { member, token } = await requestedClosing(stage)
    return make('confirmClosing', by(member), { body: { token } })
  },
  reopenMember: async (stage) => {
    const { no } = await closedMember(stage)
    const params = { id: String(no) }
    return make('reopenMember', stage.operators.support, { params, body: reason })
  },
}
