import { lit } from '../../../db/expressions.ts'
import { coinOf, ASSET_CODES } from '../../book/rows/ledger-rows.ts'
import type { Db } from '../../../db/types.ts'
import { paysAsApproved } from '../../../domain/wallet/payout.ts'
import { micros, PAR_RATE, units, type RateE8 } from '../../../domain/money/money.ts'
import type { Context } from '../../context.ts'
import { ChainTransfer, transfersOf } from '../../chain/chain-transfer.ts'
import { blockRate } from '../../deposit/incoming/receive-transfer.ts'
import { reject, rejectField, Rejection } from '../../../contract/refusals/reject.ts'
import { databaseTime } from '../../clock/database-time.ts'
import { parseTransactionId } from '../../../tron/transaction/transaction-id.ts'
import { text } from '../../../contract/texts/texts.ts'

type Approved = {
  no: number
  address: string
  requested_at: Date
  pay_asset: number
  amount_micros: bigint
  fee_micros: bigint
  network_fee_micros: bigint
}

/**
 * Reads from the chain a payment that an operator made outside the product. Refuses it if it isn't
 * in a block, is already known, is older than the request, or doesn't pay what was approved.
 */
export async function readOutsidePayment(context: Context, hash: string, approved: Approved) {
  const all = await findPayments(context, hash, approved.address)
  const [{ txid, blockAt }] = all
  await checkUnused(context.db, txid, approved.no)
  if (blockAt < approved.requested_at) {
    throw rejectField('transaction_hash', text('payment_too_old'))
  }
  // One transaction may pay the address more than once, and only one of these is the withdrawal.
  for (const paid of all) {
    const payment = paymentOf(paid, await rateOf(context, paid))
    if (paysAsApproved(approvalOf(approved), payment)) return { paid, payment }
  }
  throw refuseWorth()
}

/** A payout of this withdrawal that we gave up on may have paid it after all. */
async function checkUnused(db: Db, txid: string, withdrawal: number): Promise<void> {
  const used = await db
    .selectFrom('payouts')
    .select('no')
    .where('txid', '=', txid)
    .where((eb) =>
      eb.or([eb('withdrawal_no', '<>', withdrawal), eb('state', '<>', lit('expired'))]),
    )
    .executeTakeFirst()
  if (used) throw refuseUsed('payment_is_payout')
}

/** Refuses a transaction that the ledger already has. */
export const refuseUsed = (why: 'payment_is_payout' | 'payment_explained'): Error =>
  new Rejection('already_used', text(why))

async function findPayments(
  { tron }: Context,
  hash: string,
  address: string,
): Promise<[ChainTransfer, ...ChainTransfer[]]> {
  const id = parseTransactionId(hash)
  if (!id.ok) throw rejectField('transaction_hash', text('transaction_hash_invalid'))
  const [chain, found] = await Promise.all([tron.chainName(), tron.transaction(id.txid)])
  if (!chain.ok || !found.ok) throw reject('chain_unavailable')
  const { value } = found
  // Its block decides the rate, so one node alone may not choose it.
  const isInBlock = value.state === 'final' || (value.state === 'in_block' && value.agreed)
  if (!isInBlock) throw rejectField('transaction_hash', text('payment_not_in_block'))
  const [first, ...others] = transfersOf(chain.value, value.reading).filter(
    ({ to }) => to === address,
  )
  if (first) return [first, ...others]
  throw rejectField('transaction_hash', text('payment_elsewhere'))
}

async function rateOf({ db }: Context, paid: ChainTransfer): Promise<RateE8> {
  if (paid.asset === ASSET_CODES.USDT) return PAR_RATE
  const rate = await blockRate(db, paid)
  if (rate === null) throw await refuseRate(db, paid.blockAt)
  return rate
}

/** A poll starts at most 36 seconds after the previous one, and its answers take a few more. */
const RATE_DUE_MS = 45_000

/** Refuses a payment whose block has no rate yet, and says whether one is about to arrive. */
export async function refuseRate(db: Db, blockAt: Date): Promise<Rejection> {
  const age = (await databaseTime(db)).getTime() - blockAt.getTime()
  const said = age <= RATE_DUE_MS ? 'rate_after_block' : 'no_rate_after_block'
  return new Rejection('rate_unavailable', text(said))
}

const paymentOf = (paid: ChainTransfer, rateE8: RateE8) => ({
  paidBy: 'operator' as const,
  address: paid.to,
  coin: coinOf(paid.asset),
  sentUnits: units(paid.amount),
  rateE8,
})

const approvalOf = (row: Approved) => ({
  address: row.address,
  payIn: coinOf(row.pay_asset),
  amountMicros: micros(row.amount_micros),
  feeMicros: micros(row.fee_micros),
  networkFeeMicros: micros(row.network_fee_micros),
})

export const refuseWorth = (): Error => rejectField('transaction_hash', text('payment_differs'))
