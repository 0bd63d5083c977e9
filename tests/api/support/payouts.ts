import { expect } from 'vitest'
import { rateE8, units } from '../../../src/domain/money/money.ts'
import type { Operator } from '../../../src/server/http/route.ts'
import { endPayout } from '../../../src/server/payout/end-payout.ts'
import { openPayoutWallet, type PayoutWallet } from '../../../src/server/payout/payout-wallet.ts'
import { storePayout } from '../../../src/server/payout/store-payout.ts'
import type { Address } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { fundMember, password } from './members.ts'
import type { MoneyMember, MoneyWorld } from './money-world.ts'

/** An operator of the finance role, for calls that need none who has signed in. */
export const financeOperator: Operator = {
  username: 'ben',
  role: 'finance',
  totpEnrolled: true,
  passkeys: 0,
  mustChangePassword: false,
  session: 1n,
  authority: { operator: 'ben', session: '1' },
  provedUntil: new Date(),
}

/** The payout wallet, with coins: a round on the devnet funds it. */
export async function openFunded(world: MoneyWorld): Promise<PayoutWallet> {
  const { db, config } = world.edge.context
  const wallet = await openPayoutWallet(db, config.payoutKey ?? '')
  await (await world.openPayouts()).round()
  await world.settle()
  return wallet
}

/** Funds the payout wallet, and adds a member with $500. */
export async function openPayee(
  world: MoneyWorld,
): Promise<{ wallet: PayoutWallet; member: MoneyMember }> {
  const wallet = await openFunded(world)
  const member = await world.member('payee')
  await fundMember(world.edge, member.no, 500)
  return { wallet, member }
}

/** Ends the nodes' faults, and lets the member withdraw without another proof. */
export async function startOver(world: MoneyWorld, member: MoneyMember): Promise<void> {
  await world.switch('clear-faults', {})
  world.edge.context.tron = world.nodes()
  await member.post('auth/step-up/', { password })
}

export type Payout = { no: number; to: Address }
type Asked = { amount: number; method: 'trx' | 'usdt'; to: Address }

/** A member's request for a withdrawal to a wallet, which becomes theirs. */
export async function askFor(
  { edge }: MoneyWorld,
  member: MoneyMember,
  { amount, method, to }: Asked,
) {
  await edge.db
    .updateTable('identities')
    .set({ wallet_address: to })
    .where('member_no', '=', member.no)
    .execute()
  return member.post('rewards/withdrawals/', { amount, payment_method: method })
}

/** An approved withdrawal of ten dollars, or 38 TRX after the fee, to a wallet of its own. */
export async function approvedPayout(
  world: MoneyWorld,
  member: MoneyMember,
  to: Address = addressOfKey(newPrivateKey()),
): Promise<Payout> {
  const asked = await askFor(world, member, { amount: 10, method: 'trx', to })
  expect([asked.status, asked.body]).toEqual([201, expect.anything()])
  const no = Number(asked.body.id)
  await approveWithdrawal(world.edge.book, no)
  return { no, to }
}

export async function withdrawalState({ edge }: MoneyWorld, no: number): Promise<string> {
  const query = edge.db.selectFrom('withdrawals').select('state').where('no', '=', no)
  return (await query.executeTakeFirstOrThrow()).state
}

type Attempt = { withdrawal: number; attempt: number; from: string; to: string; txid: string }

/** Stores a signed payout of 38 TRX, which is what a withdrawal of ten dollars pays. */
export async function storeAttempt({ edge: { book } }: MoneyWorld, given: Attempt): Promise<void> {
  const what = { ...given, coin: 'TRX' as const, units: units(38_000_000n) }
  const terms = { rateE8: rateE8(25_000_000n), feeLimitSun: 0n }
  const signed = { signedHex: 'aa', expiresAt: new Date() }
  const refusal = await storePayout(book, { ...what, ...terms, ...signed }, { system: 'payout' })
  if (refusal !== null) throw new Error('the payout is refused')
}

/** Gives up on a stored payout, as if it had expired. */
export async function giveUp({ edge }: MoneyWorld, txid: string): Promise<void> {
  const row = await edge.db
    .selectFrom('payouts')
    .select(['no', 'withdrawal_no', 'attempt', 'txid', 'from_address'])
    .where('txid', '=', txid)
    .executeTakeFirstOrThrow()
  await endPayout(edge.context, row, { state: 'expired', fee: 0n, reason: 'It expired.' })
}

/** Why all payouts are paused. */
export const readPauses = ({ edge }: MoneyWorld) =>
  edge.db.selectFrom('payout_pauses').select(['reason', 'detail']).execute()
