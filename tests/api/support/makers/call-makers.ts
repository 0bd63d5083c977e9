import { itemAt } from '../../../support/answer.ts'
import type { CallName } from '../../../../src/contract/routes.ts'
import {
  by,
  codeOf,
  make,
  none,
  openWithdrawal,
  payee,
  plain,
  waitingTransfer,
  type Maker,
  type Stage,
} from '../call-stage.ts'
import { unsubscribeUrl } from '../../../../src/server/email/news.ts'
import {
  acceptedTexts,
  addMember,
  disputeToken,
  fundMember,
  emailedToken,
  password,
} from '../members.ts'
import { requestDepositFor, SOLID_AFTER } from '../money-world.ts'
import { operating } from './operator-makers.ts'
import { ownDataMakers } from './own-data-makers.ts'
import { passkeyMakers } from './passkey-makers.ts'
import { importMakers } from './import-makers.ts'
import { transparencyMakers } from './transparency-makers.ts'

// A valid request for every call of the contract, with its caller. Each one is new, so that calls
// that work only once can be repeated.

const onProfile =
  (name: 'getProfile' | 'activateProfile' | 'getBoard'): Maker =>
  async ({ world, name: next }) => {
    const member = await addMember(world.edge, next())
    await fundMember(world.edge, member.no, 5)
    const { body } = await world.edge.call('GET', '/api/accounts/me/', { token: member.access })
    return make(name, by(member), { params: { id: itemAt(body.profiles, 0).id } })
  }

type TreeCall =
  | 'getTree'
  | 'getTreeChildren'
  | 'getTreeCounts'
  | 'getTreePath'
  | 'getTreeWindow'
  | 'getTreeMap'
  | 'listDownline'

const onOwnTree =
  (name: TreeCall): Maker =>
  async ({ member }) => {
    const profile = itemAt((await member.get('accounts/me/')).body.profiles, 0)
    return make(name, by(member), { query: { profile_id: profile.profile_id } })
  }

const explainOwn: Maker = async ({ member }) => {
  const profile = itemAt((await member.get('accounts/me/')).body.profiles, 0)
  return make('explainRewards', by(member), { query: { profile_id: profile.id } })
}

export async function openDeposit(stage: Stage) {
  const member = await stage.world.member(stage.name())
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  return { member, deposit: (await requestDepositFor(member, 'USDT', figures)).body }
}

const requestDeposit: Maker = async ({ world, name }) =>
  make('requestDeposit', by(await world.member(name())), {
    body: {
      original_amount: '10',
      fee_amount: '0.2',
      crypto_amount: '10.2',
      cryptocurrency: 'USDT',
    },
  })

const verifyDeposit: Maker = async (stage) => {
  const { member, deposit } = await openDeposit(stage)
  const hash = await stage.world.pay(member.address, 'USDT', '10.2')
  await stage.world.mine(SOLID_AFTER)
  return make('verifyDeposit', by(member), {
    params: { request_id: deposit.request_id },
    body: { transaction_hash: hash },
  })
}

const acceptDeposit: Maker = async (stage) => {
  const { member, deposit } = await openDeposit(stage)
  await stage.world.pay(member.address, 'USDT', '7')
  await stage.world.settle()
  return make('acceptDeposit', by(member), { params: { request_id: deposit.request_id } })
}

const token = async ({ world, name }: Stage) => {
  const username = name()
  const body = {
    username,
    email: `${username}@example.org`,
    password,
    password2: password,
    ...(await acceptedTexts(world.edge)),
  }
  await world.edge.call('POST', '/api/auth/register/', { body })
  return await emailedToken(world.edge, body.email)
}

/** The "This wasn't me" link of a member who requested another address. */
export const newDispute = async ({ world, name }: Stage) => {
  const { access, username } = await addMember(world.edge, name())
  const body = { email: `${name()}@example.org` }
  await world.edge.call('PATCH', '/api/accounts/me/update/', { token: access, body })
  return await disputeToken(world.edge, `${username}@example.org`)
}

export const withTotp = async ({ world, name }: Stage, confirmed: boolean) => {
  const member = await addMember(world.edge, name())
  const call = <const U extends string>(path: U, body: object = {}) =>
    world.edge.call('POST', `/api/auth/totp/${path}`, { token: member.access, body })
  const code = codeOf((await call('')).body.otpauth_uri)
  if (confirmed) await call('confirm/', { code })
  return { member, code }
}

const account: Partial<Record<CallName, Maker>> = {
  register: async ({ world, name }) => {
    const username = name()
    const email = `${username}@example.org`
    const texts = await acceptedTexts(world.edge)
    const form = { username, email, password, password2: password, ...texts }
    return make('register', none, { body: { ...form, referral_code: 'twofold' } })
  },
  login: async ({ member }) =>
    make('login', none, { body: { username: member.username, password } }),
  logout: async ({ world, name }) => {
    const { refresh } = await addMember(world.edge, name())
    return make('logout', none, { body: { refresh } })
  },
  refreshToken: async ({ world, name }) => {
    const { refresh } = await addMember(world.edge, name())
    return make('refreshToken', none, { body: { refresh } })
  },
  verifyToken: async ({ member }) => make('verifyToken', none, { body: { token: member.access } }),
  checkUsername: plain('checkUsername', { query: { username: 'nobody' } }),
  checkEmail: plain('checkEmail', { query: { email: 'nobody@example.org' } }),
  checkReferral: plain('checkReferral', { query: { code: 'TWOFOLD' } }),
  stepUp: plain('stepUp', { body: { password } }),
  startTotp: async ({ world, name }) =>
    make('startTotp', by(await addMember(world.edge, name())), {}),
  confirmTotp: async (stage) => {
    const { member, code } = await withTotp(stage, false)
    return make('confirmTotp', by(member), { body: { code } })
  },
  disableTotp: async (stage) => {
    const { member } = await withTotp(stage, true)
    await stage.world.edge.db
      .updateTable('sessions')
      .set({ stepped_up_at: new Date() })
      .where('member_no', '=', member.no)
      .execute()
    return make('disableTotp', by(member), {})
  },
  getSecurity: plain('getSecurity'),
  listSessions: plain('listSessions'),
  endSession: async ({ world, name }) => {
    const member = await addMember(world.edge, name())
    const sessions = '/api/auth/sessions/'
    const { body } = await world.edge.call('GET', sessions, { token: member.access })
    return make('endSession', by(member), { params: { id: itemAt(body, 0).id } })
  },
  endOtherSessions: plain('endOtherSessions'),
  getMe: plain('getMe'),
  updateMe: plain('updateMe', { body: { first_name: 'Anna' } }),
  changePassword: async ({ world, name }) => {
    const next = 'another long password'
    return make('changePassword', by(await addMember(world.edge, name())), {
      body: { current_password: password, new_password: next, confirm_password: next },
    })
  },
  forgotPassword: plain('forgotPassword', { body: { email: 'nobody@example.org' } }),
  resetPassword: async ({ world, name }) => {
    const { username } = await addMember(world.edge, name())
    const body = { email: `${username}@example.org` }
    await world.edge.call('POST', '/api/accounts/forgot-password/', { body })
    const next = 'another long password'
    return make('resetPassword', none, {
      body: {
        token: await emailedToken(world.edge, body.email),
        new_password: next,
        confirm_password: next,
      },
    })
  },
  verifyEmail: async (stage) =>
    make('verifyEmail', none, { params: { token: await token(stage) } }),
  confirmEmail: async (stage) =>
    make('confirmEmail', none, { params: { token: await token(stage) } }),
  getDispute: async (stage) =>
    make('getDispute', none, { params: { token: await newDispute(stage) } }),
  dispute: async (stage) => make('dispute', none, { params: { token: await newDispute(stage) } }),
  resendVerification: async ({ name }) =>
    make('resendVerification', none, { body: { email: `${name()}@example.org` } }),
  listProfiles: plain('listProfiles'),
  getProfile: onProfile('getProfile'),
  activateProfile: onProfile('activateProfile'),
  getBoard: onProfile('getBoard'),
  listRecentActivity: plain('listRecentActivity'),
  listActivity: plain('listActivity', { query: { type: 'joined' } }),
  explainRewards: explainOwn,
  getEarnings: plain('getEarnings', { query: { by: 'month' } }),
  getStatement: plain('getStatement', { query: { from: '2026-01-01', to: '2026-12-31' } }),
  listPlans: plain('listPlans'),
  listReferrals: plain('listReferrals'),
  sendContactMessage: plain('sendContactMessage', {
    body: { name: 'Ann', email: 'ann@example.org', subject: 'Hello', message: 'How are you?' },
  }),
}

const emails: Partial<Record<CallName, Maker>> = {
  getUnsubscribe: async ({ world, member }) =>
    make('getUnsubscribe', none, { params: { token: unsubscribeToken(world, member.no) } }),
  unsubscribe: async ({ world, member }) =>
    make('unsubscribe', none, { params: { token: unsubscribeToken(world, member.no) } }),
  getEmailSettings: plain('getEmailSettings'),
  updateEmailSettings: plain('updateEmailSettings', { body: { news: true } }),
}

const unsubscribeToken = ({ edge }: Stage['world'], member: number): string =>
  unsubscribeUrl(edge.config, member).split('/').at(-2) ?? ''

const moneyAndNetwork: Partial<Record<CallName, Maker>> = {
  getTree: onOwnTree('getTree'),
  getTreeChildren: onOwnTree('getTreeChildren'),
  getTreeCounts: onOwnTree('getTreeCounts'),
  getTreePath: onOwnTree('getTreePath'),
  listDownline: onOwnTree('listDownline'),
  getTreeWindow: onOwnTree('getTreeWindow'),
  getTreeMap: onOwnTree('getTreeMap'),
  getTreeUser: async ({ member }) =>
    make('getTreeUser', by(member), { params: { id: String(member.no) } }),
  searchTree: plain('searchTree', { query: { q: 'member' } }),
  getTrxWallet: plain('getTrxWallet', { query: { amount: '40' } }),
  getUsdtWallet: plain('getUsdtWallet'),
  getChain: plain('getChain'),
  getLiveRate: plain('getLiveRate'),
  requestDeposit,
  verifyDeposit,
  acceptDeposit,
  listUnattributed: plain('listUnattributed'),
  acceptUnattributed: async (stage) => {
    const { member, id } = await waitingTransfer(stage)
    return make('acceptUnattributed', by(member), { params: { id } })
  },
  listDeposits: plain('listDeposits'),
  getDeposit: async (stage) => {
    const { member, deposit } = await openDeposit(stage)
    return make('getDeposit', by(member), { params: { request_id: deposit.request_id } })
  },
  listWithdrawals: plain('listWithdrawals'),
  getWithdrawalTerms: plain('getWithdrawalTerms', { query: { amount: 20 } }),
  requestWithdrawal: async (stage) =>
    make('requestWithdrawal', by((await payee(stage)).member), {
      body: { amount: 20, payment_method: 'trx' },
    }),
  cancelWithdrawal: async (stage) => {
    const { member, id } = await openWithdrawal(stage)
    return make('cancelWithdrawal', by(member), { params: { id } })
  },
  getLiveness: plain('getLiveness'),
  getServing: plain('getServing'),
  getReadiness: plain('getReadiness'),
}

/** The event stream never ends. Its own test reads it. */
export const makers: Partial<Record<CallName, Maker>> = {
  ...account,
  ...emails,
  ...moneyAndNetwork,
  ...operating,
  ...passkeyMakers,
  ...ownDataMakers,
  ...importMakers,
  ...transparencyMakers,
}
