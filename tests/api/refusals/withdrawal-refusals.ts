import { sql } from 'kysely'
import type { CallName } from '../../../src/contract/routes.ts'
import {
  approved,
  by,
  make,
  openWithdrawal,
  payee,
  type Maker,
  type Stage,
} from '../support/call-stage.ts'
import { fundMember } from '../support/members.ts'
import type { MoneyMember } from '../support/money-world.ts'
import { field, forgetProof, when, type CasesOf } from './refusal-cases.ts'

// The own refusals of calls about withdrawals.

const withdrawing =
  (
    amount: number,
    prepare = async (_stage: Stage, _member: MoneyMember): Promise<void> => {},
  ): Maker =>
  async (stage) => {
    const { member } = await payee(stage)
    await prepare(stage, member)
    return make('requestWithdrawal', by(member), { body: { amount, payment_method: 'trx' } })
  }

export const withdrawalRefusals = {
  requestWithdrawal: {
    step_up_required: when(withdrawing(5, forgetProof)),
    minimum_withdrawal: when(withdrawing(2.99), field('amount', 'Minimum withdrawal is $3')),
    insufficient_balance: when(
      withdrawing(20.01),
      field('amount', 'Insufficient balance. Maximum withdrawal is $20.00'),
    ),
    deposits_under_review: when(
      withdrawing(5, async ({ world }, member) => {
        await sql`
          insert into address_checks (address, checked_at, chain_trx, chain_usdt, ledger_trx,
            ledger_usdt, state, differs_since)
          values (${member.address}, now(), 0, 0, 1, 0, 'differs', now())`.execute(world.edge.db)
      }),
    ),
    below_network_fee: {
      // 130,285 energy and 345 bytes cost 13.3735 TRX, which at $0.25 is $3.35, rounded up to the
      // cent.
      ...field(
        'amount',
        'The USDT network fee is $3.35, which leaves nothing to pay out. Try a larger amount.',
      ),
      ask: async (stage) => {
        const { config } = stage.world.edge
        config.usdtPayouts = true
        await (await stage.world.openPayouts()).round()
        await stage.world.settle()
        const { member } = await payee(stage)
        const body = { amount: 3, payment_method: 'usdt' }
        const answer = await member.post('rewards/withdrawals/', body)
        config.usdtPayouts = false
        return answer
      },
    },
    figures_differ: {
      ...field(
        'network_fee',
        'The network fee is now $3.35, not $1.00. Check the new amounts and try again.',
      ),
      ask: async (stage) => {
        const { config } = stage.world.edge
        config.usdtPayouts = true
        const { member } = await payee(stage)
        const body = { amount: 10, payment_method: 'usdt', network_fee: '1.00' }
        const answer = await member.post('rewards/withdrawals/', body)
        config.usdtPayouts = false
        return answer
      },
    },
    address_differs: when(
      async (stage) => {
        const { member } = await payee(stage)
        const body = { amount: 5, payment_method: 'trx', wallet_address: member.address }
        return make('requestWithdrawal', by(member), { body })
      },
      {
        status: 409,
        detail: 'Your wallet address has changed. Check the new one and try again.',
      },
    ),
    too_many_withdrawals: when(
      withdrawing(3, async ({ world }, member) => {
        await fundMember(world.edge, member.no, 30)
        for (let i = 0; i < 10; i++) {
          await member.post('rewards/withdrawals/', { amount: 3, payment_method: 'trx' })
        }
      }),
      {
        status: 409,
        detail: 'You have too many open withdrawals. Please wait until one is processed.',
      },
    ),
  },
  cancelWithdrawal: {
    not_found: [
      when(async ({ member }) =>
        make('cancelWithdrawal', by(member), { params: { id: '999999999' } }),
      ),
      when(async (stage) => {
        const { id } = await openWithdrawal(stage)
        return make('cancelWithdrawal', by(stage.member), { params: { id } })
      }),
    ],
    wrong_state: [
      when(
        async (stage) => {
          const { member, id } = await approved(stage)
          return make('cancelWithdrawal', by(member), { params: { id } })
        },
        { status: 409, detail: 'The request’s current state doesn’t allow this.' },
      ),
      when(
        async (stage) => {
          const { member, id } = await openWithdrawal(stage)
          await member.post(`rewards/withdrawals/${id}/cancel/`)
          return make('cancelWithdrawal', by(member), { params: { id } })
        },
        { status: 409, detail: 'This request is already closed.' },
      ),
    ],
  },
} satisfies Partial<CasesOf<CallName>>
