import { anyOf, is, lit } from '../../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../../db/types.ts'
import { DoneElsewhere } from '../../book/submission.ts'
import { isFinal } from '../../../domain/wallet/withdrawal.ts'
import type { ChainTransfer } from '../../chain/chain-transfer.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { findExported, findImportable } from '../../custody/exported-payouts.ts'

// An explanation books what left our addresses as a loss. If it paid an open withdrawal, we would
// pay that withdrawal a second time.

/** A transaction that an operator explains. */
export type Explained = {
  readonly txid: string
  readonly blockAt: Date
  /** The receivers of its coins who are, or were, the payees of withdrawals. */
  readonly payees: readonly string[]
  /** The withdrawals that it doesn't pay, as the operator says. */
  readonly notFor: readonly number[]
}

type Open = RowOf<'withdrawals', 'no' | 'state'>

/**
 * Refuses a transaction that pays a withdrawal: a payout that we gave up on, or one that someone
 * sent without an import. If the withdrawal has ended, the operator names it in `notFor` after
 * taking the amount back. One that failed paid nothing, so only its fee is left to explain. Also
 * refuses what may still be imported.
 */
export async function refusePayout(db: Db, txid: string, notFor: readonly number[]): Promise<void> {
  const batch = await findImportable(db, txid)
  if (batch !== undefined) throw importable(batch)
  const exported = await findExported(db, txid)
  if (await hasFailed(db, txid)) {
    if (exported?.batch !== undefined) throw importable(exported.batch)
    return
  }
  const open = (await findPaid(db, txid)) ?? exported
  if (!open) return
  if (isFinal(open.state)) {
    if (notFor.includes(open.no)) return
    throw new BatchRefused(
      `It paid withdrawal ${open.no}, which is ${open.state}. If the member has the amount, too, ` +
        'suspend the member, and take it back with an adjustment. ' +
        `Then explain this with --not-for ${open.no}.`,
    )
  }
  const pays = `It pays withdrawal ${open.no}`
  if (open.state === 'sent') {
    throw new BatchRefused(`${pays}, which has a later payout. Wait until that payout ends.`)
  }
  throw new BatchRefused(
    exported?.batch === undefined
      ? `${pays}. Mark that as sent first. It must be approved.`
      : `${pays}. Import the signed file of batch ${exported.batch}, which records it. If you no ` +
          'longer have the file, approve the withdrawal if it is pending, and mark it as sent.',
  )
}

const importable = (batch: string): BatchRefused =>
  new BatchRefused(`It is in a file for the signer. Import or discard batch ${batch} first.`)

/** Whether our record of final blocks has a transaction, and it failed. */
async function hasFailed(db: Db, txid: string): Promise<boolean> {
  const row = await db
    .selectFrom('chain_transactions')
    .select('txid')
    .where('txid', '=', txid)
    .where('result', '<>', lit('SUCCESS'))
    .executeTakeFirst()
  return row !== undefined
}

const PAID =
  'If it does, approve the withdrawal and record this transaction as sent in the console.'
const PAID_TOO =
  'This transaction is already recorded for another one. If it paid this one, too, suspend the ' +
  'member, name it with --not-for, reject it, and take the amount back with an adjustment.'

/**
 * Refuses a transaction that may pay an open withdrawal, unless the operator says that it doesn't.
 * @param isBooked whether the transaction is recorded as the payment of another one
 * @returns the withdrawals that it doesn't pay although it may
 */
export async function refusePossiblePayment(
  db: Db,
  explained: Explained,
  isBooked: boolean,
): Promise<number[]> {
  const open = await findPossible(db, explained)
  const { paying, unnamed } = judge(open, explained.notFor)
  if (paying.length > 0) {
    throw new BatchRefused(
      `It may pay ${named(paying)}, to whose address a payout is under way. ` +
        'Wait until that payout ends, and then explain this again.',
    )
  }
  if (unnamed.length > 0) {
    throw new BatchRefused(
      `It may pay ${named(unnamed)}, because it went to the same address after the request. ` +
        `${isBooked ? PAID_TOO : PAID} ` +
        `If it doesn't, explain it with --not-for ${open.map(({ no }) => no).join(',')}.`,
    )
  }
  return open.map(({ no }) => no)
}

/** For batch hooks that book an explanation: refuses what is a payment or may be one by now. */
export async function requireNoPayment(tx: Tx, explained: Explained): Promise<void> {
  const { txid, notFor } = explained
  const [, paid, open] = await Promise.all([
    requireNoPayout(tx, txid),
    findPaid(tx, txid),
    findPossible(tx, explained),
  ])
  if (paid) throw new DoneElsewhere(`transaction ${txid} pays withdrawal ${paid.no}`)
  const { paying, unnamed } = judge(open, notFor)
  const [may] = [...paying, ...unnamed]
  if (may) throw new DoneElsewhere(`transaction ${txid} may pay withdrawal ${may.no}`)
}

/** Refuses a transaction that was recorded as a payout, which books itself. */
export async function requireNoPayout(tx: Tx, txid: string): Promise<void> {
  if (await isRecorded(tx, txid)) {
    throw new DoneElsewhere(`transaction ${txid} was recorded as a payout`)
  }
}

/**
 * Whatever the operator says, we wait for a payout to end. If it fails, the coins that we explained
 * were the only ones that the member got.
 */
const judge = (open: readonly Open[], notFor: readonly number[]) => ({
  paying: open.filter(({ state }) => state === 'sent'),
  unnamed: open.filter(({ no }) => !notFor.includes(no)),
})

const named = (open: readonly Open[]): string =>
  `withdrawal${open.length > 1 ? 's' : ''} ${open.map(({ no }) => no).join(' and ')}`

/**
 * The open withdrawals whose address got coins after the request. Whatever the amount or the coin:
 * an operator may pay in the other coin, and at another rate.
 */
const findPossible = (db: Db | Tx, { payees, blockAt }: Explained): Promise<Open[]> =>
  db
    .selectFrom('withdrawals')
    .select(['no', 'state'])
    .where('address', '=', anyOf(payees, 'text'))
    .where('state', 'in', [lit('pending'), lit('approved'), lit('sent')])
    .where('requested_at', '<=', blockAt)
    .orderBy('no')
    .execute()

/** The open withdrawal of a payout. A later payout may be under way, and may still fail. */
const findPaid = (db: Db | Tx, txid: string): Promise<Open | undefined> =>
  db
    .selectFrom('payouts')
    .innerJoin('withdrawals', 'withdrawals.no', 'payouts.withdrawal_no')
    .select(['withdrawals.no', 'withdrawals.state'])
    .where('payouts.txid', '=', txid)
    .where('withdrawals.state', 'in', [lit('pending'), lit('approved'), lit('sent')])
    .executeTakeFirst()

/** Whether a transaction is a payout or a move that books itself, unless we gave up on it. */
export async function isRecorded(db: Db | Tx, txid: string): Promise<boolean> {
  const row = await db
    .selectNoFrom((eb) =>
      is(
        eb.or([
          eb.exists(
            eb.selectFrom('payouts').where('txid', '=', txid).where('state', '<>', lit('expired')),
          ),
          eb.exists(
            eb
              .selectFrom('custody_moves')
              .where('txid', '=', txid)
              .where('state', '<>', lit('expired')),
          ),
        ]),
      ).as('known'),
    )
    .executeTakeFirst()
  return row?.known === true
}

/**
 * The payees of withdrawals among the receivers of a transaction, which may be thousands. Leaves
 * out those whom it paid only as often as it is recorded as a payout to them.
 */
export async function payeesOf(
  db: Db,
  txid: string,
  transfers: readonly ChainTransfer[],
): Promise<string[]> {
  const recorded = await db
    .selectFrom('payouts')
    .select('to_address')
    .where('txid', '=', txid)
    .where('state', '<>', lit('expired'))
    .execute()
  const times = Map.groupBy(transfers, ({ to }) => to)
  const receivers = [...times].flatMap(([to, paid]) => {
    const known = recorded.filter(({ to_address: address }) => address === to)
    return paid.length > known.length ? [to] : []
  })
  const rows = await db
    .selectFrom('withdrawals')
    .select('address')
    .distinct()
    .where('address', '=', anyOf(receivers, 'text'))
    .execute()
  return rows.map(({ address }) => address)
}
