import { coinOf } from '../../book/rows/ledger-rows.ts'
import { z } from 'zod'
import type { Db, Tx } from '../../../db/types.ts'
import { formatUnits, units } from '../../../domain/money/money.ts'
import { callHook, int8, type BatchHook } from '../../book/batch-hook.ts'
import { DoneElsewhere, submitOrThrow } from '../../book/submission.ts'
import type { Context } from '../../context.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { ChainTransfer, transfersOf } from '../../chain/chain-transfer.ts'
import { isInCustody, lockWallets } from '../../addresses/whose-address.ts'
import { audit } from '../../audit/audit.ts'
import { readArrival, requireArrival } from '../../deposit/incoming/arrival.ts'
import { recordUnexplained } from '../../chain/record-unexplained.ts'
import {
  isRecorded,
  payeesOf,
  refusePayout,
  refusePossiblePayment,
  requireNoPayment,
  requireNoPayout,
} from './possible-payment.ts'

type Deps = Pick<Context, 'db' | 'book' | 'tron'>
type Explanation = {
  readonly txid: string
  readonly operator: string
  readonly why: string
  /** The withdrawals that it doesn't pay, although it went to their address. */
  readonly notFor?: readonly number[]
}
const OutsideMove = ChainTransfer.extend({
  /** Whether the coins stay in custody, and the receiver hasn't booked them. */
  toOwn: z.boolean(),
  // The previous version doesn't send these.
  payees: z.array(z.string()).default([]),
  notFor: z.array(z.int()).default([]),
})
type Move = z.output<typeof OutsideMove>

/**
 * Books a transaction that took coins from our addresses without a payout or move, according to an
 * operator's explanation. The ledger follows the chain. Coins that went outside are the company's
 * loss or withdrawal (`house:treasury`), coins that reached another address of ours stay in
 * custody, and what the network burned from us is a network fee. Retries book each part once, and
 * payouts resume when every part is booked. Returns what was booked, or null if the transfer isn't
 * ours or is already explained.
 * @throws BatchRefused while the chain can't be read or the transfer isn't final, or if it pays or
 * may pay an open withdrawal
 */
export async function explainTransfer(
  deps: Deps,
  explanation: Explanation,
): Promise<string[] | null> {
  const { db } = deps
  const { txid, notFor = [] } = explanation
  const known = await readKnown(db, txid)
  if (known?.explained_by) return null
  const waiting = known ?? (await findSweep(deps, txid))
  if (!waiting) return null
  const booked: string[] = []
  // A payout or move that was recorded meanwhile books itself, unless we gave up on it.
  const isBooked = await isRecorded(db, txid)
  if (!isBooked) await refusePayout(db, txid, notFor)
  const { moves, feeSun, blockNumber, paid } = await readMoves(deps, txid, waiting.address)
  // It may have paid others, too.
  const unpaid = await refusePossiblePayment(db, { ...paid, notFor }, isBooked)
  if (!isBooked) {
    // One transaction may take coins from several of our addresses.
    for (const move of moves) booked.push(await bookMove(deps, move, unpaid))
    if (waiting.fee_sun === null)
      booked.push(...(await bookFee(deps, { txid, feeSun, blockNumber })))
  }
  booked.push(...unpaid.map((no) => `not a payment of withdrawal ${no}`))
  await db.transaction().execute((tx) => markExplained(tx, explanation, booked))
  return booked
}

type Waiting = { address: string; fee_sun: bigint | null }

const readKnown = (db: Db, txid: string) =>
  db
    .selectFrom('unexplained_transfers')
    .select(['address', 'fee_sun', 'explained_by'])
    .where('txid', '=', txid)
    .executeTakeFirst()

/**
 * Finds a transfer from one of our addresses that the comparison missed. We compare payout wallets
 * automatically, but not deposit addresses. So if a restored database has forgotten a sweep, we
 * record it here when an operator names it.
 */
async function findSweep(deps: Deps, txid: string): Promise<Waiting | null> {
  const { db, tron } = deps
  if (await isRecorded(db, txid)) return null
  const [chain, found] = [await tron.chainName(), await tron.transaction(txid)]
  if (!chain.ok || !found.ok) throw new BatchRefused('The chain cannot be read.')
  if (found.value.state !== 'final') return null
  const { reading, owner } = found.value
  for (const { from, to, amount, asset } of transfersOf(chain.value, reading)) {
    if (!(await isInCustody(db, from))) continue
    const detail = `${amount} millionths of ${coinOf(asset)} to ${to}`
    // The fee is booked at this address, so it is the sender's if that is ours.
    const address = owner !== undefined && (await isInCustody(db, owner)) ? owner : from
    await recordUnexplained(db, { txid, address, detail })
    return { address, fee_sun: null }
  }
  return null
}

/**
 * What the transaction moved out of our addresses, and the fee it burned from the recorded one: 0
 * if a stranger sent the transaction.
 */
async function readMoves({ db, tron }: Deps, txid: string, wallet: string) {
  const [chain, found] = [await tron.chainName(), await tron.transaction(txid)]
  if (!chain.ok || !found.ok) throw new BatchRefused('The chain cannot be read.')
  if (found.value.state !== 'final') throw new BatchRefused('The transfer is not final yet.')
  const { reading, owner, blockNumber, blockTimeMs } = found.value
  const transfers = transfersOf(chain.value, reading)
  const payees = await payeesOf(db, txid, transfers)
  const moves: { transfer: ChainTransfer; payees: string[] }[] = []
  for (const transfer of transfers) {
    if (await isInCustody(db, transfer.from)) moves.push({ transfer, payees })
  }
  const isPayer = owner === wallet && (await isInCustody(db, owner))
  const feeSun = isPayer ? found.value.feeSun : 0n
  return { moves, feeSun, blockNumber, paid: { txid, blockAt: new Date(blockTimeMs), payees } }
}

export const recordMoves: BatchHook<Move> = {
  name: 'outside-move',
  input: OutsideMove,
  fits: ({ command }, { asset, amount }) =>
    command.kind === 'move_treasury' &&
    command.coin === coinOf(asset) &&
    command.amountUnits === -amount,
  async write(tx, items) {
    await Promise.all(
      items.flatMap(({ input }) => {
        const { txid, blockAt, to, payees, notFor } = input
        const explained = { txid, blockAt, payees: [to, ...payees], notFor }
        return [
          requireNoPayment(tx, explained),
          requireArrival(tx, input, ['outside', 'booked']),
          recordMove(tx, input),
        ]
      }),
    )
  },
}

/** Refuses a second row for one transfer, and with it the command that books it. */
async function recordMove(db: Db | Tx, move: Move): Promise<void> {
  const { txid, asset, logIndex, amount, from, to, toOwn, blockNumber } = move
  const at = { log_index: logIndex, block_number: BigInt(blockNumber) }
  const row = { txid, asset, ...at, units: amount, from_address: from }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('outside_moves')
    .values({ ...row, to_address: to, to_own: toOwn })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new DoneElsewhere(`${txid} is booked already`)
}

async function bookMove(
  { db, book }: Deps,
  { transfer, payees }: { transfer: ChainTransfer; payees: string[] },
  notFor: number[],
): Promise<string> {
  const { txid, asset, logIndex, amount, to } = transfer
  const coin = coinOf(asset)
  const said = `${formatUnits(units(amount))} ${coin} to ${to}`
  const known = await db
    .selectFrom('outside_moves')
    .select('to_own')
    .where('txid', '=', txid)
    .where('asset', '=', asset)
    .where('log_index', '=', logIndex)
    .executeTakeFirst()
  const arrival = await readArrival(db, transfer)
  const toOwn = known?.to_own ?? arrival === 'own'
  if (known === undefined) {
    const move = { ...transfer, toOwn, payees, notFor }
    await refuseOvertaken(() => (toOwn ? moveWithin(db, move) : moveOutside(book, move)))
  }
  if (toOwn) return `${said}, which is ours`
  return arrival === 'booked'
    ? `${said}, where it was booked on arrival`
    : `${said}, out of custody`
}

/** Coins that stay in custody need no command. Nobody can retire their wallets meanwhile. */
const moveWithin = (db: Db, move: Move): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { txid, blockAt, from, to, payees, notFor } = move
    await lockWallets(tx, [from, to])
    await requireNoPayment(tx, { txid, blockAt, payees: [to, ...payees], notFor })
    await requireArrival(tx, move, ['own'])
    await recordMove(tx, move)
  })

async function moveOutside(book: Context['book'], move: Move): Promise<void> {
  const { txid, asset, amount } = move
  await submitOrThrow(book, {
    command: {
      kind: 'move_treasury',
      coin: coinOf(asset),
      amountUnits: units(-amount),
      reason: `sent outside with ${txid}`,
    },
    by: { system: 'explained' },
    hook: callHook(recordMoves, move),
  })
}

const OutsideFee = z.object({ txid: z.string(), feeSun: int8, blockNumber: z.int() })
type Fee = z.output<typeof OutsideFee>

export const recordFees: BatchHook<Fee> = {
  name: 'outside-fee',
  input: OutsideFee,
  fits: ({ command }, { txid, feeSun }) =>
    command.kind === 'book_network_fee' && command.txid === txid && command.feeSun === feeSun,
  async write(tx, items) {
    await Promise.all(
      items.flatMap(({ input }) => [requireNoPayout(tx, input.txid), recordFee(tx, input)]),
    )
  },
}

async function recordFee(db: Db | Tx, { txid, feeSun, blockNumber }: Fee): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('unexplained_transfers')
    .set({ fee_sun: feeSun, block_number: BigInt(blockNumber) })
    .where('txid', '=', txid)
    .where('fee_sun', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new DoneElsewhere(`the fee of ${txid} is booked already`)
}

async function bookFee({ db, book }: Deps, fee: Fee): Promise<string[]> {
  const { txid, feeSun } = fee
  if (feeSun === 0n) {
    await recordFee(db, fee)
    return []
  }
  const command = { kind: 'book_network_fee', feeSun: units(feeSun), txid } as const
  const submission = { command, by: { system: 'explained' }, hook: callHook(recordFees, fee) }
  await refuseOvertaken(() => submitOrThrow(book, submission))
  return [`${formatUnits(units(feeSun))} TRX burned`]
}

/**
 * A payout or receipt may have been recorded, or begun, since we looked. The next look says what to
 * do.
 */
async function refuseOvertaken(book: () => Promise<unknown>): Promise<void> {
  try {
    await book()
  } catch (error) {
    if (!(error instanceof DoneElsewhere)) throw error
    throw new BatchRefused(`We didn't book this, because ${error.message}. Try again.`)
  }
}

async function markExplained(
  tx: Tx,
  { txid, operator, why }: Explanation,
  booked: readonly string[],
): Promise<void> {
  await tx
    .updateTable('unexplained_transfers')
    .set({ explained_by: operator, explanation: why })
    .where('txid', '=', txid)
    .where('explained_by', 'is', null)
    .execute()
  const entry = { operator, action: 'explain transfer', object: `transaction ${txid}`, reason: why }
  await audit(tx, [{ ...entry, after: booked, requestId: 'command line' }])
}
