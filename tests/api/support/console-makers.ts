import type { CallName } from '../../../src/contract/routes.ts'
import { addOperator } from '../../../src/server/staff/operators.ts'
import {
  addStaff,
  make,
  openWithdrawal,
  plain,
  reason,
  type Maker,
  type Role,
  type Stage,
} from './call-stage.ts'
import { registerMember } from './members.ts'

// Good requests about staff, queues and members.

type Makers = Partial<Record<CallName, Maker>>

/** A change of rights that waits, and its number. */
export async function waitingChange({ world, name, operators }: Stage): Promise<string> {
  const { headers = {} } = operators.admin
  const body = { kind: 'add', username: name(), role: 'support', ...reason }
  const url = '/api/operator/access-changes/'
  const asked = await world.edge.call('POST', url, { headers, body })
  return asked.body.id
}

const onMember =
  <N extends 'getMemberNetwork' | 'listMemberPostings' | 'listMemberActivity'>(name: N): Maker =>
  ({ member, operators }) =>
    Promise.resolve(make(name, operators.support, { params: { id: String(member.no) } } as never))

export const accessMakers: Makers = {
  operatorStepUp: async ({ world, name }) => {
    const username = name()
    const password = await addOperator(world.edge.db, username, 'support')
    const body = { username, password }
    const { headers } = await world.edge.call('POST', '/api/operator/auth/login/', { body })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const who = { headers: { cookie, origin: world.edge.config.publicUrl } }
    return make('operatorStepUp', who, { body: { password } })
  },
  operatorChangePassword: async ({ world, name }) => {
    const username = name()
    const password = await addOperator(world.edge.db, username, 'support')
    const body = { username, password }
    const { headers } = await world.edge.call('POST', '/api/operator/auth/login/', { body })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const who = { headers: { cookie, origin: world.edge.config.publicUrl } }
    const chosen = 'a password of my own'
    const change = { new_password: chosen, confirm_password: chosen }
    return make('operatorChangePassword', who, { body: { current_password: password, ...change } })
  },
  operatorListSessions: plain('operatorListSessions'),
  operatorEndSession: async ({ world, name }) => {
    const who = await addStaff(world, name(), 'support')
    const { headers = {} } = who
    const url = '/api/operator/auth/sessions/'
    const { body } = await world.edge.call('GET', url, { headers })
    return make('operatorEndSession', who, { params: { id: body[0].id } })
  },
  listOperators: plain('listOperators'),
  listAccessChanges: plain('listAccessChanges', { query: { status: 'pending' } }),
  requestAccessChange: ({ name, operators }) =>
    Promise.resolve(
      make('requestAccessChange', operators.admin, {
        body: { kind: 'add', username: name(), role: 'support', ...reason },
      }),
    ),
  approveAccessChange: async (stage) => {
    const id = await waitingChange(stage)
    const who = await addStaff(stage.world, stage.name(), 'admin')
    return make('approveAccessChange', who, { params: { id } })
  },
  rejectAccessChange: async (stage) => {
    const id = await waitingChange(stage)
    return make('rejectAccessChange', stage.operators.admin, { params: { id }, body: reason })
  },
  claimItem: async (stage) => {
    const { id } = await openWithdrawal(stage)
    const params = { queue: 'withdrawals', id } as const
    return make('claimItem', stage.operators.finance, { params })
  },
  releaseItem: async (stage) => {
    const { id } = await openWithdrawal(stage)
    const params = { queue: 'withdrawals', id } as const
    return make('releaseItem', stage.operators.finance, { params })
  },
}

async function newMember({ world, name }: Stage, role: Role, stage: Stage) {
  const username = name()
  await registerMember(world.edge, username)
  const { member_no: no } = await world.edge.db
    .selectFrom('identities')
    .select('member_no')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return { params: { id: String(no) }, who: stage.operators[role] }
}

export const careMakers: Makers = {
  getMemberNetwork: onMember('getMemberNetwork'),
  listMemberPostings: onMember('listMemberPostings'),
  listMemberActivity: onMember('listMemberActivity'),
  listMemberSessions: ({ member, operators }) =>
    Promise.resolve(
      make('listMemberSessions', operators.support, { params: { id: String(member.no) } }),
    ),
  listMemberNotes: ({ member, operators }) =>
    Promise.resolve(
      make('listMemberNotes', operators.support, { params: { id: String(member.no) } }),
    ),
  addMemberNote: ({ member, operators }) =>
    Promise.resolve(
      make('addMemberNote', operators.support, {
        params: { id: String(member.no) },
        body: { note: 'Called about the deposit.' },
      }),
    ),
  endMemberSessions: async (stage) => {
    const { params, who } = await newMember(stage, 'support', stage)
    return make('endMemberSessions', who, { params, body: reason })
  },
  resendMemberEmail: async (stage) => {
    const { params, who } = await newMember(stage, 'support', stage)
    return make('resendMemberEmail', who, { params, body: { mail: 'password' } })
  },
  viewAsMember: async (stage) => {
    const { params, who } = await newMember(stage, 'support', stage)
    return make('viewAsMember', who, { params, body: reason })
  },
  operatorListProfiles: plain('operatorListProfiles', {
    query: { plan: 'Bronze', active: 'false' },
  }),
}
