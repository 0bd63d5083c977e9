import { SignJWT } from 'jose'
import { expect } from 'vitest'
import { itemAt } from '../../support/answer.ts'
import type { CallName } from '../../../src/contract/routes.ts'
import { by, make, none, type Maker, type Stage } from '../support/call-stage.ts'
import { newDispute, withTotp } from '../support/makers/call-makers.ts'
import { closedMember } from '../support/makers/own-data-makers.ts'
import { claimsOf, addMember, password, type TestMember } from '../support/members.ts'
import { forgetProof, when, type CasesOf } from './refusal-cases.ts'

// The own refusals of calls about sessions, accounts and the network.

export const suspend = (member: number) => ({ kind: 'set_suspended', member, on: true }) as const

const newMember = ({ world, name }: Stage): Promise<TestMember> => addMember(world.edge, name())

/** A token as the server signs it, of any age. */
export function signToken({ world, member }: Stage, ageSeconds: number): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000) - ageSeconds
  const { sid } = claimsOf(member.access)
  return new SignJWT({ sid })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(String(member.no))
    .setIssuer('twofold')
    .setAudience('twofold:member')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 900)
    .sign(new TextEncoder().encode(`access:${world.edge.config.authSecret}`))
}

const login =
  (prepare: (stage: Stage) => Promise<string>, word = password): Maker =>
  async (stage) =>
    make('login', none, { body: { username: await prepare(stage), password: word } })

const withoutProof =
  (send: (member: TestMember) => ReturnType<Maker>): Maker =>
  async (stage) => {
    const member = await newMember(stage)
    await forgetProof(stage, member)
    return await send(member)
  }

const sessions = {
  login: {
    login_failed: [
      when(login(async ({ member }) => member.username, 'wrong')),
      when(login(async ({ name }) => name())),
    ],
    email_not_verified: when(
      login(async ({ world, name }) => {
        const username = name()
        const body = { username, email: `${username}@example.org`, password, password2: password }
        await world.edge.call('POST', '/api/auth/register/', { body })
        return username
      }),
    ),
    account_suspended: when(
      login(async (stage) => {
        const { no, username } = await newMember(stage)
        await stage.world.edge.book.submit({ command: suspend(no), by: { system: 'test' } })
        return username
      }),
    ),
    account_closed: when(login(async (stage) => (await closedMember(stage)).username)),
  },
  refreshToken: {
    token_invalid: when(async () => make('refreshToken', none, { body: { refresh: 'unknown' } })),
  },
  verifyToken: {
    token_expired: when(async (stage) =>
      make('verifyToken', none, { body: { token: await signToken(stage, 901) } }),
    ),
    token_invalid: when(async ({ member }) =>
      make('verifyToken', none, { body: { token: member.refresh } }),
    ),
  },
  stepUp: {
    factor_locked: when(async (stage) => {
      const { member } = await withTotp(stage, true)
      await stage.world.edge.db
        .updateTable('identities')
        .set({ totp_locked_until: new Date(Date.now() + 3_600_000) })
        .where('member_no', '=', member.no)
        .execute()
      return make('stepUp', by(member), { body: { code: '000000' } })
    }),
  },
  startTotp: {
    step_up_required: when(withoutProof(async (member) => make('startTotp', by(member), {}))),
    totp_already_enabled: when(async (stage) => {
      const { member } = await withTotp(stage, true)
      return make('startTotp', by(member), {})
    }),
  },
  confirmTotp: {
    totp_already_enabled: when(async (stage) => {
      const { member, code } = await withTotp(stage, true)
      return make('confirmTotp', by(member), { body: { code } })
    }),
  },
  disableTotp: {
    step_up_required: when(withoutProof(async (member) => make('disableTotp', by(member), {}))),
    totp_not_enabled: when(async (stage) => make('disableTotp', by(await newMember(stage)), {})),
  },
  endSession: {
    not_found: when(async ({ member }) =>
      make('endSession', by(member), { params: { id: '999999999' } }),
    ),
  },
} satisfies Partial<CasesOf<CallName>>

const change = { current_password: password, new_password: 'another long password' }

/** An unknown link, and a used one. */
function disputeRefusals(name: 'getDispute' | 'dispute') {
  return {
    invalid_token: when(async () => make(name, none, { params: { token: 'unknown' } })),
    link_used: when(async (stage) => {
      const token = await newDispute(stage)
      const { url } = make('dispute', none, { params: { token } })
      await stage.world.edge.call('POST', url, { body: {} })
      return make(name, none, { params: { token } })
    }),
  }
}

const account = {
  updateMe: {
    step_up_required: [{ wallet_address: null }, { email: 'elsewhere@example.org' }].map((body) =>
      when(async (stage) => {
        const member = await newMember(stage)
        const wallet = { wallet_address: stage.member.address.replace(/.$/, '') }
        await stage.world.edge.db
          .updateTable('identities')
          .set(wallet)
          .where('member_no', '=', member.no)
          .execute()
        await forgetProof(stage, member)
        return make('updateMe', by(member), { body })
      }),
    ),
  },
  changePassword: {
    // The call itself includes the current password, but not a second factor.
    step_up_required: when(async (stage) => {
      const { member } = await withTotp(stage, true)
      await forgetProof(stage, member)
      const body = { ...change, confirm_password: change.new_password }
      return make('changePassword', by(member), { body })
    }),
  },
  resetPassword: {
    invalid_token: when(async () => {
      const { new_password } = change
      const body = { token: 'unknown', new_password, confirm_password: new_password }
      return make('resetPassword', none, { body })
    }),
  },
  verifyEmail: {
    invalid_token: when(async () => make('verifyEmail', none, { params: { token: 'unknown' } })),
  },
  confirmEmail: {
    invalid_token: when(async () => make('confirmEmail', none, { params: { token: 'unknown' } })),
  },
  getDispute: disputeRefusals('getDispute'),
  dispute: {
    ...disputeRefusals('dispute'),
    account_suspended: when(async (stage) => {
      const { db, book } = stage.world.edge
      const token = await newDispute(stage)
      const { member_no: member, mailbox } = await db
        .selectFrom('dispute_links')
        .select(['member_no', 'mailbox'])
        .orderBy('happened_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      // As if the account had come to this mailbox from another one.
      await db
        .insertInto('dispute_links')
        .values({
          hash: Buffer.from(mailbox),
          member_no: member,
          kind: 'email_changed',
          mailbox: `before.${mailbox}`,
          happened_at: new Date(Date.now() - 3_600_000),
        })
        .execute()
      await book.submit({ command: suspend(member), by: { system: 'test' } })
      return make('dispute', none, { params: { token } })
    }),
  },
  getUnsubscribe: {
    invalid_token: when(async () => make('getUnsubscribe', none, { params: { token: '2.x' } })),
  },
  unsubscribe: {
    invalid_token: when(async () => make('unsubscribe', none, { params: { token: '2.x' } })),
  },
  resendVerification: {
    resend_too_soon: when(
      async (stage) => {
        const body = { email: `${stage.name()}@example.org` }
        await stage.world.edge.call('POST', '/api/accounts/resend-verification/', { body })
        return make('resendVerification', none, { body })
      },
      { has: { next_allowed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) } },
    ),
  },
  getProfile: noSuchProfile('getProfile'),
  getBoard: noSuchProfile('getBoard'),
  explainRewards: { profile_not_found: unknownProfile('explainRewards') },
} satisfies Partial<CasesOf<CallName>>

const ownProfile = async ({ world }: Stage, { access }: TestMember): Promise<string> => {
  const { body } = await world.edge.call('GET', '/api/accounts/me/', { token: access })
  return itemAt(body.profiles, 0).profile_id
}

/** What no profile is called, and what none is. */
function noSuchProfile(name: 'getProfile' | 'getBoard') {
  const ask = (id: string) => when(async ({ member }) => make(name, by(member), { params: { id } }))
  return {
    not_found: ask('x'.repeat(41)),
    profile_not_found: ['BR-00000000', '999999999', 'nothing'].map(ask),
  }
}

type AboutProfile =
  | 'explainRewards'
  | 'getTree'
  | 'getTreeChildren'
  | 'getTreeCounts'
  | 'getTreePath'
  | 'getTreeWindow'
  | 'getTreeMap'
  | 'listDownline'

const foreigners = new WeakMap<Stage, Promise<string>>()

/** A profile of another member, outside everyone's downline. */
async function findForeign(stage: Stage): Promise<string> {
  const found = foreigners.get(stage) ?? newMember(stage).then((who) => ownProfile(stage, who))
  foreigners.set(stage, found)
  return await found
}

/** A missing profile, and someone else's outside the downline, get the same answer. */
function unknownProfile(name: AboutProfile) {
  const ask = (find: (stage: Stage) => Promise<string>) =>
    when(async (stage) =>
      make(name, by(stage.member), { query: { profile_id: await find(stage) } }),
    )
  return [ask(async () => 'BR-00000000'), ask(findForeign)]
}

const activating =
  (prepare: (stage: Stage) => Promise<TestMember>): Maker =>
  async (stage) => {
    const member = await prepare(stage)
    return make('activateProfile', by(member), { params: { id: await ownProfile(stage, member) } })
  }

const network = {
  activateProfile: {
    not_found: when(async ({ member }) =>
      make('activateProfile', by(member), { params: { id: 'x'.repeat(41) } }),
    ),
    profile_not_found: when(async (stage) => {
      const id = await ownProfile(stage, stage.member)
      return make('activateProfile', by(await newMember(stage)), { params: { id } })
    }),
    already_active: when(
      activating(async (stage) => {
        const made = await activating(async () => stage.member)(stage)
        await stage.world.edge.call('POST', made.url, { token: stage.member.access, body: {} })
        return stage.member
      }),
      { status: 409, detail: 'This profile is already active.' },
    ),
    insufficient_balance: when(activating(newMember), {
      status: 409,
      detail: 'Insufficient balance. Your wallet holds $0.00.',
    }),
  },
  getTree: { profile_not_found: unknownProfile('getTree') },
  getTreeChildren: { profile_not_found: unknownProfile('getTreeChildren') },
  getTreeUser: {
    not_found: ['999999999', 'x'].map((id) =>
      when(async ({ member }) => make('getTreeUser', by(member), { params: { id } })),
    ),
  },
  getTreeCounts: { profile_not_found: unknownProfile('getTreeCounts') },
  getTreePath: { profile_not_found: unknownProfile('getTreePath') },
  getTreeWindow: { profile_not_found: unknownProfile('getTreeWindow') },
  getTreeMap: { profile_not_found: unknownProfile('getTreeMap') },
  listDownline: { profile_not_found: unknownProfile('listDownline') },
} satisfies Partial<CasesOf<CallName>>

export const accountRefusals = { ...sessions, ...account, ...network }
