import { expressionBuilder } from 'kysely'
import { ago, isBefore, now, is, lit } from '../../db/expressions.ts'
import { DEAD_MARGIN_MS } from '../../tron/query/transaction-state.ts'
import { inCustody } from '../addresses/whose-address.ts'
import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import type { Db, RowOf, Database } from '../../db/types.ts'
import {
  lookUp,
  readReach,
  recordedTransfers,
  reportedTransfers,
  type Reach,
} from '../chain/chain-record.ts'
import type { ChainTransfer } from '../chain/chain-transfer.ts'
import { isDueToSend, sendStored } from '../chain/send-stored.ts'
import { receiveTreasury } from '../deposit/incoming/receive-treasury.ts'
import { endPayout, type InFlight } from './end-payout.ts'
import type { Paying } from './payable-withdrawals.ts'

const PER_ROUND = 100
const SETTLED_PER_ROUND = 500

type Stored = InFlight &
  RowOf<'payouts', 'signed_hex' | 'expires_at' | 'asset' | 'units' | 'to_address'> & {
    /** Whether one of our own addresses paid. */
    from_own: boolean
  }

/** A payout found in our record of final blocks. */
type Packed = Stored &
  RowOf<'chain_transactions', 'fee_sun' | 'result' | 'owner_address' | 'kind'> & {
    /** Whether to ask the nodes again about a payment that our record lacks. */
    may_ask: boolean
  }

export type SendOptions = {
  /** How far the record must be past an expiration before we give up on a payout. */
  deadMarginMs?: number
}

/**
 * Brings every stored payout to its end. Sends its bytes, never different ones, until our record of
 * final blocks contains its id, then settles it by that record. Gives up on it when the record has
 * passed its expiration without containing it.
 */
export async function sendPayouts(context: Paying, options: SendOptions = {}): Promise<void> {
  const { db, tron, stopping } = context
  const reach = await readReach(db, tron)
  if (reach) {
    await lookUpOutside(context, reach, options)
    for (const payout of await readPacked(db, reach)) {
      if (stopping.aborted) return
      await settlePayout(context, reach, payout)
    }
    for (const payout of await readExpired(db, reach, options)) {
      if (stopping.aborted) return
      await giveUp(context, payout)
    }
  }
  for (const payout of await readUnsent(db)) {
    if (stopping.aborted) return
    await send(context, payout)
  }
}

const selectStored = (db: Db) =>
  db
    .selectFrom('payouts')
    .select((eb) => [
      'payouts.no',
      'payouts.withdrawal_no',
      'payouts.attempt',
      'payouts.txid',
      'payouts.signed_hex',
      'payouts.expires_at',
      'payouts.asset',
      'payouts.units',
      'payouts.from_address',
      'payouts.to_address',
      inCustody(eb.ref('payouts.from_address')).as('from_own'),
    ])
    .where('payouts.state', '=', lit('stored'))

const payoutColumns = expressionBuilder<Database, 'payouts'>()

/**
 * Whether the record alone shows how a payout ends, because we stored it before anyone could pack
 * it.
 */
const byRecord = payoutColumns.and([
  payoutColumns('payouts.by_record', '=', lit(true)),
  payoutColumns('payouts.signed_hex', 'is not', null),
])

const recorded = payoutColumns
  .selectFrom('chain_transactions')
  .whereRef('chain_transactions.txid', '=', 'payouts.txid')

async function readPacked(db: Db, { network }: Reach): Promise<Packed[]> {
  const rows = await selectStored(db)
    .innerJoin('chain_transactions', 'chain_transactions.txid', 'payouts.txid')
    .where('chain_transactions.network', '=', network)
    .select((eb) => [
      'chain_transactions.fee_sun',
      'chain_transactions.result',
      'chain_transactions.owner_address',
      'chain_transactions.kind',
      is(
        eb.or([
          eb('payouts.last_answer', '<>', lit(UNREPORTED)),
          eb('payouts.broadcast_at', 'is', null),
          isBefore(eb.ref('payouts.broadcast_at'), ago('mins', 1)),
        ]),
      ).as('may_ask'),
    ])
    .orderBy('payouts.no')
    .limit(SETTLED_PER_ROUND)
    .execute()
  return rows
}

/**
 * Payouts that had expired without appearing in the record by `reach`. They can never be packed.
 */
async function readExpired(
  db: Db,
  { network, at }: Reach,
  { deadMarginMs = DEAD_MARGIN_MS }: SendOptions,
): Promise<Stored[]> {
  const before = new Date(at.getTime() - deadMarginMs)
  const rows = await selectStored(db)
    .where(byRecord)
    .where('payouts.expires_at', '<', before)
    .where(({ not, exists }) =>
      not(exists(recorded.where('chain_transactions.network', '=', network))),
    )
    .orderBy('payouts.no')
    .limit(SETTLED_PER_ROUND)
    .execute()
  return rows
}

async function readUnsent(db: Db): Promise<Stored[]> {
  // Least recently sent first, so that a long list can't starve any of them.
  const rows = await selectStored(db)
    .where('payouts.signed_hex', 'is not', null)
    .where((eb) =>
      eb.or([eb('payouts.expires_at', 'is', null), eb('payouts.expires_at', '>', now)]),
    )
    .where(isDueToSend('payouts'))
    .orderBy('payouts.broadcast_at', (order) => order.asc().nullsFirst())
    .orderBy('payouts.no')
    .limit(PER_ROUND)
    .execute()
  return rows
}

/**
 * Looks up payments that an operator made outside the product, since they may predate our record of
 * them.
 */
async function lookUpOutside(
  context: Paying,
  reach: Reach,
  { deadMarginMs }: SendOptions,
): Promise<void> {
  const { db, stopping } = context
  const rows = await selectStored(db)
    .where(({ not }) => not(byRecord))
    .where(({ not, exists }) => not(exists(recorded)))
    .orderBy('payouts.broadcast_at', (order) => order.asc().nullsFirst())
    .orderBy('payouts.no')
    .limit(10)
    .execute()
  for (const payout of rows) {
    if (stopping.aborted) return
    const { txid, expires_at: expiresAt } = payout
    const found = await lookUp(context, reach, { txid, expiresAt }, deadMarginMs)
    if (found === 'expired') await giveUp(context, payout)
    if (found === 'waiting' && payout.signed_hex === null) await markLookedUp(db, payout.no)
  }
}

const markLookedUp = (db: Db, no: bigint) =>
  db.updateTable('payouts').set({ broadcast_at: now }).where('no', '=', no).execute()

const giveUp = (context: Paying, payout: Stored): Promise<void> =>
  endPayout(context, payout, {
    state: 'expired',
    fee: 0n,
    reason: 'The network did not take it before it expired.',
  })

async function send(context: Paying, payout: Stored): Promise<void> {
  const { no, txid, signed_hex: signedHex } = payout
  if (signedHex === null) return
  const said = await sendStored(context, 'payout', { txid, signedHex })
  await context.db
    .updateTable('payouts')
    .set((eb) => ({
      broadcast_at: now,
      broadcasts: eb('broadcasts', '+', 1),
      last_answer: said,
    }))
    .where('no', '=', no)
    .execute()
}

async function settlePayout(context: Paying, reach: Reach, payout: Packed): Promise<void> {
  const { result, owner_address: owner, from_address: from, from_own: isOwn } = payout
  const isFeeBooked = await isFeeExplained(context.db, payout)
  const fee = isOwn && owner === from && !isFeeBooked ? payout.fee_sun : 0n
  if (result !== 'SUCCESS') {
    context.tron.forgetPrices()
    const reason = `It failed on the network: ${result}.`
    return endPayout(context, payout, { state: 'failed', fee, reason })
  }
  const moved = await movedBy(context, reach, payout)
  if (moved === null) return
  const reason = missingReason(payout, moved)
  if (reason !== null) return endPayout(context, payout, { state: 'failed', fee, reason })
  // Coins that an operator paid from an outside wallet were never in custody. The company puts
  // them in there, so that the payout can take them out, and the wallet's entries add up to zero.
  // The same takes back an explanation, which took them out as a loss and booked the fee.
  const paid = moved.find((each) => paysExactly(each, payout))
  const isPutIn = !isOwn || (await isExplained(context.db, payout, paid))
  if (paid && isPutIn) await receiveTreasury(context, { ...paid, to: from })
  return endPayout(context, payout, { state: 'confirmed', fee, reason: '' })
}

/**
 * What a successful transaction moved, in full if it isn't ours and our record lacks the payment.
 * Null while we can't tell whether it paid, because then nobody may pay or return the amount.
 */
async function movedBy(
  context: Paying,
  reach: Reach,
  payout: Packed,
): Promise<ChainTransfer[] | null> {
  const moved = await recordedTransfers(context.db, reach, payout.txid)
  const isPayment = (each: ChainTransfer) => paysExactly(each, payout)
  // A plain transfer of TRX is in the block itself.
  const isWhole = payout.signed_hex !== null || payout.kind === 'TransferContract'
  if (isWhole || moved.some(isPayment)) return moved
  if (!payout.may_ask) return null
  const reported = await reportedTransfers(context.tron, reach, payout.txid)
  // Most nodes agree on transfers of USDT. A node that reports TRX sent by a contract reports all
  // that the transaction sent. Without such a node, a payment may be missing.
  const isCertain =
    payout.asset === ASSET_CODES.USDT ||
    reported?.some((each) => !each.attributable || isPayment(each)) === true
  if (reported && isCertain) return reported
  await markUnreported(context, payout)
  return null
}

const UNREPORTED =
  'The transaction succeeded, but no node reports this payment. We ask again every minute.'

async function markUnreported({ db, log }: Paying, { no, txid, ...row }: Packed): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('payouts')
    .set({ broadcast_at: now, last_answer: UNREPORTED })
    .where('no', '=', no)
    .where('last_answer', '<>', UNREPORTED)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await markLookedUp(db, no)
  else log.error({ withdrawal: row.withdrawal_no, txid }, 'no node reports an outside payment')
}

/** Whether an operator's explanation has booked the payment of a payout that we didn't make. */
async function isExplained(db: Db, { signed_hex }: Packed, paid?: ChainTransfer): Promise<boolean> {
  if (signed_hex !== null || !paid) return false
  // An explanation that was cut off may have booked only other transfers of the transaction.
  const row = await db
    .selectFrom('outside_moves')
    .select('txid')
    .where('txid', '=', paid.txid)
    .where('asset', '=', paid.asset)
    .where('log_index', '=', paid.logIndex)
    .executeTakeFirst()
  return row !== undefined
}

/** The same for its fee. */
async function isFeeExplained(db: Db, { signed_hex, txid }: Packed): Promise<boolean> {
  if (signed_hex !== null) return false
  const row = await db
    .selectFrom('unexplained_transfers')
    .select('fee_sun')
    .where('txid', '=', txid)
    .executeTakeFirst()
  return (row?.fee_sun ?? null) !== null
}

/** Why what a successful transaction moved doesn't pay the withdrawal; null if it does. */
function missingReason(payout: Packed, moved: readonly ChainTransfer[]): string | null {
  if (payout.signed_hex === null) {
    // We didn't make this transaction, so only what it moved shows that it is a payment.
    const isPaid = moved.some((each) => paysExactly(each, payout))
    return isPaid
      ? null
      : 'We found no such payment in the transaction. Look it up before you approve it again.'
  }
  if (payout.asset !== ASSET_CODES.USDT) return null
  // Accept any amount: a payout in a token that keeps a transfer fee is still paid.
  const isLogged = moved.some((each) => isBetween(each, payout))
  return isLogged ? null : 'The network logged no transfer of USDT.'
}

/** Whether a transfer moved the payout's coin from its payer to its receiver. */
const isBetween = (
  { asset, from, to }: ChainTransfer,
  { asset: coin, from_address: payer, to_address: receiver }: Packed,
): boolean => asset === coin && from === payer && to === receiver

const paysExactly = (transfer: ChainTransfer, payout: Packed): boolean =>
  isBetween(transfer, payout) && transfer.amount === payout.units
