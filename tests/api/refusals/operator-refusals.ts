import { unsoundPlans } from '../support/makers/draft-makers.ts'
import type { CallName } from '../../../src/contract/routes.ts'
import {
  addStaff,
  approved,
  codeOf,
  make,
  none,
  openWithdrawal,
  operate,
  payee,
  reason,
  send,
  waitingTransfer,
  type Maker,
  type Role,
  type Stage,
  type Who,
} from '../support/call-stage.ts'
import { heldTransfer, whileUsdtIsLow } from './deposit-refusals.ts'
import { addMember } from '../support/members.ts'
import { keyedOperator } from '../support/makers/passkey-makers.ts'
import { operating } from '../support/makers/operator-makers.ts'
import { missing, when, type CasesOf, type Expected } from './refusal-cases.ts'

// The own refusals of operators' calls.

const foreign: Who = { headers: { origin: 'https://evil.example' } }
const params = { id: '999999999' }

/** An operator with a second factor, and the password. */
async function enrol(stage: Stage, role: Role = 'support') {
  const username = stage.name()
  const { password, ...who } = await addStaff(stage.world, username, role)
  const code = codeOf((await operate(stage, who, 'auth/totp/')).body.otpauth_uri)
  await operate(stage, who, 'auth/totp/confirm/', { code })
  return { form: { username, password }, who, code }
}

/** The same operator after ten wrong codes. */
async function enrolLocked(stage: Stage) {
  const enrolled = await enrol(stage)
  await stage.world.edge.db
    .updateTable('operators')
    .set({ totp_locked_until: new Date(Date.now() + 3_600_000) })
    .where('username', '=', enrolled.form.username)
    .execute()
  return enrolled
}

/** Production's answer to the password of an operator with a passkey and no app. */
const whileInProduction = (maker: Maker) => ({
  ask: async (stage: Stage) => {
    const made = await maker(stage)
    const { config } = stage.world.edge
    config.production = true
    const answer = await send(stage, made)
    config.production = false
    return answer
  },
})

const signIn = {
  operatorLogin: {
    login_failed: when(async ({ name }) =>
      make('operatorLogin', none, { body: { username: name(), password: 'wrong' } }),
    ),
    // In development the password alone is enough. Production requires the second factor.
    totp_required: {
      ask: async (stage: Stage) => {
        const { form } = await enrol(stage)
        const { edge } = stage.world
        edge.config.production = true
        const answer = await edge.call('POST', '/api/operator/auth/login/', { body: form })
        edge.config.production = false
        return answer
      },
    },
    totp_invalid: when(async (stage) => {
      const { form, code } = await enrol(stage)
      return make('operatorLogin', none, { body: { ...form, totp: code } })
    }),
    factor_locked: when(async (stage) => {
      const { form } = await enrolLocked(stage)
      return make('operatorLogin', none, { body: { ...form, totp: '000000' } })
    }),
    passkey_required: whileInProduction(async (stage) => {
      const { username, password } = await keyedOperator(stage)
      return make('operatorLogin', none, { body: { username, password } })
    }),
    wrong_origin: when(async ({ name }) =>
      make('operatorLogin', foreign, { body: { username: name(), password: 'any' } }),
    ),
  },
  operatorStepUp: {
    factor_locked: when(async (stage) => {
      const { who } = await enrolLocked(stage)
      return make('operatorStepUp', who, { body: { totp: '000000' } })
    }),
    passkey_required: whileInProduction(async (stage) => {
      const { who, password } = await keyedOperator(stage)
      return make('operatorStepUp', who, { body: { password } })
    }),
  },
  operatorLogout: { wrong_origin: when(async () => make('operatorLogout', foreign, {})) },
  operatorStartTotp: {
    totp_already_enabled: when(async (stage) =>
      make('operatorStartTotp', (await enrol(stage)).who, {}),
    ),
  },
  operatorConfirmTotp: {
    totp_already_enabled: when(async (stage) => {
      const { who, code } = await enrol(stage)
      return make('operatorConfirmTotp', who, { body: { code } })
    }),
  },
} satisfies Partial<CasesOf<CallName>>

type OnMember = 'suspendMember' | 'reinstateMember'
const onMember =
  (name: OnMember, id = ''): Maker =>
  async ({ world, name: next, operators }) => {
    const no = id || String((await addMember(world.edge, next())).no)
    return make(name, operators.admin, { params: { id: no }, body: reason })
  }

const members = {
  getMember: {
    not_found: missing('getMember'),
  },
  suspendMember: {
    not_found: [when(onMember('suspendMember', params.id)), when(onMember('suspendMember', '1'))],
    already_suspended: when(async (stage) => {
      const made = await onMember('suspendMember')(stage)
      await send(stage, made)
      return made
    }),
  },
  reinstateMember: {
    not_found: when(onMember('reinstateMember', params.id)),
    not_suspended: when(onMember('reinstateMember')),
  },
} satisfies Partial<CasesOf<CallName>>

const wrongState: Expected = {
  status: 409,
  detail: 'The request’s current state doesn’t allow this.',
}
const ended = { status: 409, detail: 'This request is already closed.' }
const used = { status: 409, detail: 'This transaction has already been credited.' }
const short = { status: 409, detail: 'Insufficient balance. Your wallet holds $0.00.' }
const second = { status: 403, detail: 'Another operator has to approve this.' }

const approving =
  (find: (stage: Stage) => Promise<{ id: string }>, body = {}): Maker =>
  async (stage) => {
    const { id } = await find(stage)
    return make('approveWithdrawal', stage.operators.finance, { params: { id }, body })
  }

/** Above the limit for one payout, and already approved once by the same operator. */
async function halfApproved(stage: Stage): Promise<{ id: string }> {
  const { edge } = stage.world
  const limit = edge.config.approvalLimitMicros
  edge.config.approvalLimitMicros = 1_000_000n
  const { id } = await openWithdrawal(stage)
  await operate(stage, stage.operators.finance, `withdrawals/${id}/approve/`)
  edge.config.approvalLimitMicros = limit
  return { id }
}

const sent = (hash: string): { transaction_hash: string } => ({ transaction_hash: hash })

/** Marks a withdrawal sent with a payment of the right amount to its wallet. */
const marking =
  (find: (stage: Stage) => Promise<{ id: string; wallet: string }>): Maker =>
  async (stage) => {
    const { id, wallet } = await find(stage)
    const hash = await stage.world.pay(wallet, 'TRX', '38')
    await stage.world.mine(1)
    return make('markWithdrawalSent', stage.operators.finance, { params: { id }, body: sent(hash) })
  }

/** Two approved withdrawals of one member, the first of them paid. */
const paidTwice: Maker = async (stage) => {
  const { member, wallet } = await payee(stage)
  const ids: string[] = []
  for (let i = 0; i < 2; i++) {
    const body = { amount: 10, payment_method: 'trx' }
    ids.push((await member.post('rewards/withdrawals/', body)).body.id)
  }
  const { finance } = stage.operators
  for (const id of ids) await operate(stage, finance, `withdrawals/${id}/approve/`)
  const hash = await stage.world.pay(wallet, 'TRX', '38')
  await stage.world.mine(1)
  await operate(stage, finance, `withdrawals/${ids[0]}/sent/`, sent(hash))
  return make('markWithdrawalSent', finance, { params: { id: ids[1] ?? '' }, body: sent(hash) })
}

const held = '2100-01-01T00:00:00.000Z'

/** An approved withdrawal from a time when payouts to the member were on hold. */
async function heldWithdrawal(stage: Stage) {
  const { member, wallet } = await payee(stage)
  await stage.world.edge.db
    .updateTable('identities')
    .set({ hold_until: new Date(held) })
    .where('member_no', '=', member.no)
    .execute()
  const body = { amount: 10, payment_method: 'trx' }
  const { id } = (await member.post('rewards/withdrawals/', body)).body
  await operate(stage, stage.operators.finance, `withdrawals/${id}/approve/`)
  return { id, wallet }
}

const withdrawals = {
  approveWithdrawal: {
    not_found: when(approving(async () => params)),
    wrong_state: when(approving(approved), wrongState),
    old_revision: when(approving(openWithdrawal, { revision: 7 }), {
      status: 409,
      detail: 'This has changed since you opened it. Reload and try again.',
    }),
    second_operator_required: when(approving(halfApproved), second),
    claimed_by_another: when(claimed('withdrawals', approving(openWithdrawal))),
  },
  rejectWithdrawal: {
    not_found: missing('rejectWithdrawal', reason),
    wrong_state: when(async (stage) => {
      const { member, id } = await openWithdrawal(stage)
      await member.post(`rewards/withdrawals/${id}/cancel/`)
      return make('rejectWithdrawal', stage.operators.finance, { params: { id }, body: reason })
    }, ended),
    claimed_by_another: when(claimed('withdrawals', operating.rejectWithdrawal as Maker)),
  },
  markWithdrawalSent: {
    not_found: missing('markWithdrawalSent', sent('a'.repeat(64))),
    wrong_state: when(marking(openWithdrawal), wrongState),
    already_used: when(paidTwice, {
      status: 409,
      detail: 'This transaction is already one of our payouts.',
    }),
    on_hold: when(marking(heldWithdrawal), {
      status: 409,
      detail: `This is on hold until ${held}. Try again after that.`,
    }),
  },
} satisfies Partial<CasesOf<CallName>>

/** Another operator is working on the item. */
function claimed(queue: 'withdrawals' | 'unattributed' | 'messages', maker: Maker): Maker {
  return async (stage) => {
    const made = await maker(stage)
    const [id] = /\d+/.exec(made.url) ?? []
    await operate(stage, stage.operators.admin, `queues/${queue}/${id}/claim/`)
    return made
  }
}

const transfer =
  (amount: string, prepare: (stage: Stage, made: { url: string }) => Promise<unknown>): Maker =>
  async (stage) => {
    const { id } = await waitingTransfer(stage, amount)
    const { finance } = stage.operators
    const made = make('operatorAcceptUnattributed', finance, { params: { id }, body: reason })
    await prepare(stage, made)
    return made
  }

const adjustment =
  (amount: string, who: 'finance' | 'admin'): Maker =>
  async (stage) => {
    const { username } = await addMember(stage.world.edge, stage.name())
    const body = { username, amount, ...reason }
    const asked = await operate(stage, stage.operators.finance, 'adjustments/', body)
    return make('approveAdjustment', stage.operators[who], { params: { id: asked.body.id } })
  }

const unsound: Maker = async (stage) => {
  const body = { note: 'Too much', plans: await unsoundPlans(stage) }
  return make('addCatalog', stage.operators.admin, { body })
}

const money = {
  operatorAcceptUnattributed: {
    not_found: missing('operatorAcceptUnattributed', reason),
    already_used: when(
      transfer('7', ({ world, operators }, { url }) =>
        world.edge.call('POST', url, { headers: operators.admin.headers ?? {}, body: reason }),
      ),
      used,
    ),
    usdt_closed: whileUsdtIsLow(async (stage) => {
      const { id } = await heldTransfer(stage, 'usdt_price')
      const { finance } = stage.operators
      return make('operatorAcceptUnattributed', finance, { params: { id }, body: reason })
    }),
    coins_missing: when(async (stage) => {
      const { id } = await heldTransfer(stage, 'contract')
      const { finance } = stage.operators
      return make('operatorAcceptUnattributed', finance, { params: { id }, body: reason })
    }),
    too_small: when(
      transfer('0.1', async () => {}),
      { status: 409, detail: 'This amount is too small to be credited.' },
    ),
    claimed_by_another: when(
      claimed(
        'unattributed',
        transfer('7', async () => {}),
      ),
    ),
  },
  requestAdjustment: {
    // Only adjustments that take effect at once need the money at once.
    insufficient_balance: {
      ask: async (stage: Stage) => {
        const { config } = stage.world.edge
        config.adjustmentLimitMicros = 1_000_000n
        const { username } = await addMember(stage.world.edge, stage.name())
        const body = { username, amount: '-1', ...reason }
        const answer = await send(stage, make('requestAdjustment', stage.operators.admin, { body }))
        config.adjustmentLimitMicros = 0n
        return answer
      },
      ...short,
    },
  },
  approveAdjustment: {
    not_found: missing('approveAdjustment'),
    wrong_state: when(async (stage) => {
      const made = await adjustment('1', 'admin')(stage)
      await send(stage, made)
      return made
    }, wrongState),
    second_operator_required: when(adjustment('1', 'finance'), second),
    insufficient_balance: when(adjustment('-1', 'admin'), short),
  },
  rejectAdjustment: {
    not_found: missing('rejectAdjustment', reason),
    wrong_state: when(async (stage) => {
      const made = await (operating.rejectAdjustment as Maker)(stage)
      await send(stage, made)
      return made
    }, wrongState),
  },
  addCatalog: {
    // Outside of production, one operator alone may test a catalog.
    self_approval: {
      ask: async (stage: Stage) => {
        const { form, who } = await enrol(stage, 'admin')
        await stage.world.edge.db
          .updateTable('operators')
          .set({ must_change_password: false })
          .where('username', '=', form.username)
          .execute()
        const made = await (operating.addCatalog as Maker)(stage)
        const { config } = stage.world.edge
        config.production = true
        const answer = await send(stage, { ...made, who })
        config.production = false
        return answer
      },
    },
    unsound_catalogue: when(unsound, {
      status: 400,
      detail:
        'Bronze: the rewards and the sponsor bonus exceed the joining fee (1.01 against 1.00).',
    }),
    amount_out_of_range: { reason: 'There is room for 262,143 versions of the catalog.' },
  },
  answerMessage: {
    not_found: missing('answerMessage', { answer: 'Hello.' }),
    already_answered: when(async (stage) => {
      const made = await (operating.answerMessage as Maker)(stage)
      await send(stage, made)
      return made
    }),
    claimed_by_another: when(claimed('messages', operating.answerMessage as Maker)),
  },
} satisfies Partial<CasesOf<CallName>>

export const operatorRefusals = { ...signIn, ...members, ...withdrawals, ...money }
