import { itemAt } from '../../../support/answer.ts'
import type { CallName } from '../../../../src/contract/routes.ts'
import {
  addStaff,
  make,
  openWithdrawal,
  operate,
  plain,
  reason,
  type Maker,
  type Stage,
} from '../call-stage.ts'
import { registerMember } from '../members.ts'

// Valid requests about staff, queues and members.

type Makers = Partial<Record<CallName, Maker>>

/** A pending change of rights, and its number. */
export async function waitingChange(stage: Stage): Promise<string> {
  const body = { kind: 'add', username: stage.name(), role: 'support', ...reason }
  return (await operate(stage, stage.operators.admin, 'access-changes/', body)).body.id
}

const onMember =
  (
    name:
      | 'getMemberNetwork'
      | 'listMemberPostings'
      | 'listMemberActivity'
      | 'listMemberSessions'
      | 'listMemberNotes',
  ): Maker =>
  async ({ member, operators }) =>
    make(name, operators.support, { params: { id: String(member.no) } })

/** An admin's description of a new key. */
export const newKey = (stage: Stage) => ({ name: stage.name(), role: 'support', days: 30 }) as const

/** A working key, by its id. The limit allows only a few. */
export async function addKey(stage: Stage): Promise<string> {
  await stage.world.edge.db.deleteFrom('api_keys').execute()
  const { body } = await operate(stage, stage.operators.admin, 'api-keys/', newKey(stage))
  return body.api_key.id
}

export const accessMakers: Makers = {
  listApiKeys: plain('listApiKeys'),
  // A name can be taken once, so the second request needs another.
  addApiKey: async (stage) => make('addApiKey', stage.operators.admin, { body: newKey(stage) }),
  revokeApiKey: async (stage) =>
    make('revokeApiKey', stage.operators.admin, { params: { id: await addKey(stage) } }),
  operatorStepUp: async ({ world, name }) => {
    const { password, ...who } = await addStaff(world, name(), 'support')
    return make('operatorStepUp', who, { body: { password } })
  },
  operatorChangePassword: async ({ world, name }) => {
    const { password, ...who } = await addStaff(world, name(), 'support')
    const chosen = 'a password of my own'
    const change = { new_password: chosen, confirm_password: chosen }
    return make('operatorChangePassword', who, { body: { current_password: password, ...change } })
  },
  operatorListSessions: plain('operatorListSessions'),
  operatorEndSession: async ({ world, name }) => {
    const who = await addStaff(world, name(), 'support')
    const { headers } = who
    const url = '/api/operator/auth/sessions/'
    const { body } = await world.edge.call('GET', url, { headers })
    return make('operatorEndSession', who, { params: { id: itemAt(body, 0).id } })
  },
  listOperators: plain('listOperators'),
  listAccessChanges: plain('listAccessChanges', { query: { status: 'pending' } }),
  requestAccessChange: async ({ name, operators }) =>
    make('requestAccessChange', operators.admin, {
      body: { kind: 'add', username: name(), role: 'support', ...reason },
    }),
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

async function newMember({ world, name }: Stage): Promise<{ id: string }> {
  const username = name()
  await registerMember(world.edge, username)
  const { member_no: no } = await world.edge.db
    .selectFrom('identities')
    .select('member_no')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return { id: String(no) }
}

export const memberActionMakers: Makers = {
  getMemberNetwork: onMember('getMemberNetwork'),
  listMemberPostings: onMember('listMemberPostings'),
  listMemberActivity: onMember('listMemberActivity'),
  listMemberSessions: onMember('listMemberSessions'),
  listMemberNotes: onMember('listMemberNotes'),
  addMemberNote: async ({ member, operators }) =>
    make('addMemberNote', operators.support, {
      params: { id: String(member.no) },
      body: { note: 'Called about the deposit.' },
    }),
  endMemberSessions: async (stage) =>
    make('endMemberSessions', stage.operators.support, {
      params: await newMember(stage),
      body: reason,
    }),
  resendMemberEmail: async (stage) =>
    make('resendMemberEmail', stage.operators.support, {
      params: await newMember(stage),
      body: { mail: 'password' },
    }),
  viewAsMember: async (stage) =>
    make('viewAsMember', stage.operators.support, { params: await newMember(stage), body: reason }),
  operatorListProfiles: plain('operatorListProfiles', {
    query: { plan: 'Bronze', active: 'false' },
  }),
}
