import { requestTo, type CallInput } from '../../../src/contract/call.ts'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { totpCode } from '../../../src/server/auth/totp.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { signInStaff } from './staff-edge.ts'
import { fundMember, type TestMember } from './members.ts'
import type { MoneyMember, MoneyWorld } from './money-world.ts'

// A setup for every call of the contract, and helpers for several calls.

export type Made = { url: string; method: string; body: string | undefined; who: Who }
export type Who = { token?: string; headers?: Record<string, string> }
export type Role = 'support' | 'finance' | 'admin'
export type Maker = (stage: Stage) => Promise<Made>

/** An edge with a member who has a little of everything, and an operator of each role. */
export type Stage = {
  world: MoneyWorld
  member: MoneyMember
  operators: Record<Role, Who>
  /** A name that nobody has yet. */
  name(): string
}

export async function openStage(world: MoneyWorld): Promise<Stage> {
  let names = 0
  const name = (): string => `member${++names}`
  const member = await world.member(name())
  await fundMember(world.edge, member.no, 500)
  const roles = ['support', 'finance', 'admin'] as const
  const signedIn = await Promise.all(roles.map((role) => addStaff(world, role, role)))
  const [support = {}, finance = {}, admin = {}] = signedIn
  return { world, member, operators: { support, finance, admin }, name }
}

export const addStaff = ({ edge }: MoneyWorld, username: string, role: Role) =>
  signInStaff(edge, username, role)

/** A call by an operator. Its path is below `/api/operator/`. */
export const operate = <const U extends string>(
  { world }: Stage,
  { headers = {} }: Who,
  path: U,
  body: object = {},
) => world.edge.call('POST', `/api/operator/${path}`, { headers, body })

export const send = ({ world }: Stage, made: Made, more: Record<string, string> = {}) =>
  world.edge.call(made.method, made.url, {
    token: made.who.token,
    headers: {
      ...(made.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...made.who.headers,
      ...more,
    },
    ...(made.body === undefined ? {} : { raw: made.body }),
  })

export const make = <N extends CallName>(name: N, who: Who, input: CallInput<N>): Made => ({
  ...requestTo(api[name], input),
  who,
})

export const by = ({ access }: TestMember): Who => ({ token: access })
export const none = {} as const

/** A call without input, by the member, a visitor or an operator of its role. */
export const plain =
  <N extends CallName>(name: N, input: CallInput<N> = {} as CallInput<N>): Maker =>
  async (stage) => {
    const { access } = api[name]
    if (access === 'visitor') return make(name, none, input)
    return make(name, access === 'member' ? by(stage.member) : stage.operators[access], input)
  }

/** A transfer that matched no request. */
export async function waitingTransfer({ world, name }: Stage, amount = '7') {
  const member = await world.member(name())
  await world.pay(member.address, 'USDT', amount)
  await world.settle()
  const { body } = await member.get('transactions/unattributed/')
  return { member, id: String(body.results[0]?.id) }
}

export async function payee(stage: Stage): Promise<{ member: MoneyMember; wallet: string }> {
  const member = await stage.world.member(stage.name())
  await fundMember(stage.world.edge, member.no, 20)
  const wallet = addressOfKey(newPrivateKey())
  await stage.world.edge.db
    .updateTable('identities')
    .set({ wallet_address: wallet, hold_until: null })
    .where('member_no', '=', member.no)
    .execute()
  return { member, wallet }
}

export async function openWithdrawal(stage: Stage) {
  const { member, wallet } = await payee(stage)
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  return { member, wallet, id: asked.body.id }
}

export const approved = async (stage: Stage) => {
  const open = await openWithdrawal(stage)
  const who = await addStaff(stage.world, stage.name(), 'finance')
  await operate(stage, who, `withdrawals/${open.id}/approve/`)
  return open
}

export const codeOf = (uri: string): string => {
  const text = new URL(uri).searchParams.get('secret') ?? ''
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  return totpCode(secret, BigInt(Math.floor(Date.now() / 30_000)))
}

export const reason = { reason: 'A good reason' }
