/**
 * What the leader checks itself. A web process reports transfers and rates, but other processes
 * recorded both in tables that the web's database role can only read.
 */
import type { Db } from '../../db/types.ts'
import type { CommandKind, CommandOf } from '../../domain/ledger/command.ts'
import { depositFee } from '../../domain/money/fee.ts'
import { micros, PAR_RATE } from '../../domain/money/money.ts'
import { coinsFor } from '../../domain/money/rate.ts'
import { ASSET_CODES } from '../book/rows/ledger-rows.ts'
import { NotRecorded } from '../book/submission.ts'
import { memberOf, readOwners } from '../addresses/whose-address.ts'
import { blockRate, priceTransfer } from '../deposit/incoming/receive-transfer.ts'
import { requireRecordedByMember } from '../deposit/require-creditable.ts'
import { paymentIn } from '../payout/outside/record-sent.ts'
import { databaseTime } from '../clock/database-time.ts'
import type { IsInForce } from './known-rate.ts'
import { NotTaken } from './read-item.ts'

/** Where the leader looks. */
export type Provable = { readonly db: Db; readonly isInForce: IsInForce }
type Proof<K extends CommandKind> = (
  provable: Provable,
  command: CommandOf<K>,
  input: unknown,
) => Promise<void>

/** How far the chain's clock may be ahead of the database's. */
const MOST_AHEAD_MS = 60_000

/**
 * A transfer counts when the watcher has recorded it from a final block, for the address of this
 * member, and at the rate of its block.
 */
export const provesTransfer: Proof<'receive_transfer'> = async ({ db }, command) => {
  const { member, coin, network, txid, logIndex, from, to, blockAt } = command
  const asset = ASSET_CODES[coin]
  if (from === null) throw new NotTaken('this transfer has no sender')
  const found = await db
    .selectFrom('incoming_transfers')
    .select('attributable')
    .where('network', '=', network)
    .where('txid', '=', txid)
    .where('asset', '=', asset)
    .where('log_index', '=', logIndex)
    .where('from_address', '=', from)
    .where('to_address', '=', to)
    .where('amount', '=', command.amountUnits)
    .where('block_number', '=', BigInt(command.blockNumber))
    .where('block_at', '=', new Date(blockAt))
    .executeTakeFirst()
  // For a transfer that is already booked, the ledger has its own refusal.
  if (!found) {
    if (await isBooked(db, command)) return
    throw new NotRecorded('the watcher has not recorded this transfer yet')
  }
  const owners = await readOwners(db, [from, to])
  const priced = await priceTransfer(db, { asset, blockAt: new Date(blockAt) })
  const isRight =
    found.attributable === command.attributable &&
    memberOf(owners, to) === member &&
    !owners.has(from)
  if (!isRight) throw new NotTaken('this transfer is not as recorded')
  // Whether USDT is worth a dollar may have changed since the sender looked.
  if (priced?.rateE8 !== command.blockE8 || priced.held !== (command.held ?? null)) {
    throw new NotRecorded('the price of this transfer has changed')
  }
}

async function isBooked(db: Db, { network, txid, coin, logIndex }: CommandOf<'receive_transfer'>) {
  const row = await db
    .selectFrom('transfers')
    .select('no')
    .where('network', '=', network)
    .where('txid', '=', txid)
    .where('asset', '=', ASSET_CODES[coin])
    .where('log_index', '=', logIndex)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * A request's figures must follow from its amount and the rate, and the rate must be the feed's.
 */
export const provesDeposit: Proof<'open_deposit'> = async ({ db, isInForce }, command) => {
  const { coin, amountMicros, feeMicros, cryptoUnits, lockedE8 } = command
  const total = micros(amountMicros + feeMicros)
  const isRight =
    feeMicros === depositFee(amountMicros) && cryptoUnits === coinsFor(coin, total, lockedE8)
  if (!isRight) throw new NotTaken('the figures of this deposit request are not ours')
  const isCurrent = coin === 'USDT' ? lockedE8 === PAR_RATE : await isInForce(db, lockedE8)
  if (!isCurrent) throw new NotRecorded('this rate is not in force')
}

/**
 * A payment that an operator made outside the product: the leader can't look it up on the chain,
 * and the worker compares it later. But the rate must be that of its block, and the block can't be
 * older than the request or newer than now. The worker gives up on a payment that isn't on the
 * chain a day after its block.
 */
export const provesOutsidePayment: Proof<'send_withdrawal'> = async ({ db }, command, input) => {
  const paid = paymentIn(input)
  if (!paid) throw new NotTaken('this payment is malformed')
  const { blockAt, asset, amount, to, txid } = paid
  const withdrawal = await db
    .selectFrom('withdrawals')
    .select('requested_at')
    .where('no', '=', command.withdrawal)
    .executeTakeFirst()
  const latest = (await databaseTime(db)).getTime() + MOST_AHEAD_MS
  const isRight =
    asset === ASSET_CODES[command.coin] &&
    amount === command.sentUnits &&
    to === command.address &&
    txid === command.txid &&
    blockAt.getTime() <= latest &&
    // The ledger refuses a withdrawal that doesn't exist.
    (!withdrawal || blockAt >= withdrawal.requested_at)
  if (!isRight) throw new NotTaken('this payment is not one that its member could have got')
  if ((await blockRate(db, paid)) !== command.rateE8) {
    throw new NotRecorded('this rate is not that of the block')
  }
}

/**
 * A member accepts a transfer only if it needs no operator's review and may be credited now. The
 * leader has no nodes, so only the web process checks that an address holds what a contract sent.
 */
export const provesAcceptance: Proof<'accept_transfer'> = ({ db }, { transfer }) =>
  requireRecordedByMember(db, transfer)
