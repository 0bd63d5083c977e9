import type { CallName } from '../../../../src/contract/routes.ts'
import { addOperator } from '../../../../src/server/staff/operators.ts'
import {
  addStaff,
  approved,
  codeOf,
  make,
  none,
  openWithdrawal,
  operate,
  plain,
  reason,
  waitingTransfer,
  type Maker,
  type Stage,
} from '../call-stage.ts'
import { accessMakers, memberActionMakers } from './console-makers.ts'
import { currentPlans, draftMakers, recordMakers } from './draft-makers.ts'
import { addMember } from '../members.ts'
import { webhookMakers } from './webhook-makers.ts'

// Valid requests of operators.

/** An adjustment that awaits a second operator. */
async function newAdjustment(stage: Stage): Promise<{ id: string }> {
  const body = { username: stage.member.username, amount: '1.25', ...reason }
  const asked = await operate(stage, stage.operators.finance, 'adjustments/', body)
  return { id: asked.body.id }
}

export const operating: Partial<Record<CallName, Maker>> = {
  operatorLogin: async ({ world, name }) => {
    const username = name()
    const secret = await addOperator(world.edge.db, username, 'support')
    return make('operatorLogin', none, { body: { username, password: secret } })
  },
  operatorLogout: async ({ world, name }) =>
    make('operatorLogout', await addStaff(world, name(), 'support'), {}),
  operatorGetMe: plain('operatorGetMe'),
  operatorStartTotp: async ({ world, name }) =>
    make('operatorStartTotp', await addStaff(world, name(), 'support'), {}),
  operatorConfirmTotp: async (stage) => {
    const who = await addStaff(stage.world, stage.name(), 'support')
    const { body } = await operate(stage, who, 'auth/totp/')
    return make('operatorConfirmTotp', who, { body: { code: codeOf(body.otpauth_uri) } })
  },
  ...accessMakers,
  ...memberActionMakers,
  ...draftMakers,
  ...recordMakers,
  ...webhookMakers,
  getOverview: plain('getOverview'),
  getCustody: plain('getCustody'),
  listMembers: plain('listMembers', { query: { search: 'member' } }),
  getMember: plain('getMember', { params: { id: '2' } }),
  suspendMember: async ({ world, name, operators }) => {
    const { no } = await addMember(world.edge, name())
    return make('suspendMember', operators.admin, { params: { id: String(no) }, body: reason })
  },
  reinstateMember: async ({ world, name, operators }) => {
    const { no } = await addMember(world.edge, name())
    const command = { kind: 'set_suspended', member: no, on: true } as const
    await world.edge.book.submit({ command, by: { operator: 'test' } })
    return make('reinstateMember', operators.admin, { params: { id: String(no) }, body: reason })
  },
  operatorListWithdrawals: plain('operatorListWithdrawals'),
  approveWithdrawal: async (stage) => {
    const { id } = await openWithdrawal(stage)
    const who = await addStaff(stage.world, stage.name(), 'finance')
    return make('approveWithdrawal', who, { params: { id }, body: { revision: 1 } })
  },
  getWithdrawal: async (stage) => {
    const { id } = await openWithdrawal(stage)
    return make('getWithdrawal', stage.operators.support, { params: { id } })
  },
  approveWithdrawals: async (stage) => {
    const { id } = await openWithdrawal(stage)
    const who = await addStaff(stage.world, stage.name(), 'finance')
    return make('approveWithdrawals', who, { body: { items: [{ id, revision: 1 }] } })
  },
  rejectWithdrawal: async (stage) => {
    const { id } = await openWithdrawal(stage)
    return make('rejectWithdrawal', stage.operators.finance, { params: { id }, body: reason })
  },
  markWithdrawalSent: async (stage) => {
    const { id, wallet } = await approved(stage)
    const hash = await stage.world.pay(wallet, 'TRX', '38')
    await stage.world.mine(1)
    return make('markWithdrawalSent', stage.operators.finance, {
      params: { id },
      body: { transaction_hash: hash },
    })
  },
  operatorListDeposits: plain('operatorListDeposits'),
  operatorListUnattributed: plain('operatorListUnattributed'),
  operatorAcceptUnattributed: async (stage) => {
    const { id } = await waitingTransfer(stage)
    return make('operatorAcceptUnattributed', stage.operators.finance, {
      params: { id },
      body: reason,
    })
  },
  listAdjustments: plain('listAdjustments'),
  getAdjustmentLimit: async ({ member, operators }) =>
    make('getAdjustmentLimit', operators.finance, { query: { username: member.username } }),
  requestAdjustment: async ({ member, operators }) =>
    make('requestAdjustment', operators.finance, {
      body: { username: member.username, amount: '1.25', ...reason },
    }),
  approveAdjustment: async (stage) =>
    make('approveAdjustment', stage.operators.admin, { params: await newAdjustment(stage) }),
  rejectAdjustment: async (stage) => {
    const params = await newAdjustment(stage)
    return make('rejectAdjustment', stage.operators.finance, { params, body: reason })
  },
  listCatalogs: plain('listCatalogs'),
  addCatalog: async (stage) =>
    make('addCatalog', stage.operators.admin, {
      body: { note: 'The same again', plans: await currentPlans(stage) },
    }),
  listMessages: plain('listMessages'),
  answerMessage: async ({ world, operators }) => {
    const { no } = await world.edge.db
      .insertInto('contact_messages')
      .values({ name: 'Ann', email: 'ann@example.org', subject: 'Hello', message: 'Hello?' })
      .returning('no')
      .executeTakeFirstOrThrow()
    return make('answerMessage', operators.support, {
      params: { id: String(no) },
      body: { answer: 'Hello.' },
    })
  },
  listAuditEntries: plain('listAuditEntries'),
  listJournals: plain('listJournals', { query: { account: 'house:plan margin' } }),
  checkLedger: plain('checkLedger'),
}
