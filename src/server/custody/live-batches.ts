import { expressionBuilder } from 'kysely'
import { ago, anyOf, lit, now, type Condition } from '../../db/expressions.ts'
import type { Database, Db } from '../../db/types.ts'
import type { Address } from '../../tron/encoding/address.ts'
import {
  readPayoutFile,
  type FileKind,
  type PayoutFile,
  type PayoutOrder,
} from '../../tron/signer/payout-file.ts'
import { txidOf } from '../../tron/signer/sign-payouts.ts'
import { BatchRefused } from './batch-refused.ts'
import { worstOfOrder } from './wallet-budget.ts'

// Files that someone may still sign and import. A second file must not spend the same coins.

const batchColumns = expressionBuilder<Database, 'signing_batches'>()

/** Whether someone may still sign and import a batch. */
export const isLive: Condition = batchColumns.and([
  batchColumns('signing_batches.imported_at', 'is', null),
  batchColumns('signing_batches.discarded_at', 'is', null),
  batchColumns('signing_batches.expires_at', '>', now),
])

/** The deposit address that an order sweeps or tops up. */
export const movedAddress = (kind: FileKind, { from, to }: PayoutOrder): Address =>
  kind === 'top_ups' ? to : from

/**
 * Deposit addresses in a file of sweeps or top-ups that someone may still sign and import. A top-up
 * counts on the TRX that is there, and a sweep of TRX takes it away.
 */
export async function liveAddresses(db: Db): Promise<Set<Address>> {
  const rows = await db
    .selectFrom('signing_batches')
    .select(['kind', 'orders'])
    .where('kind', '<>', lit('payouts'))
    .where(isLive)
    .execute()
  const addresses = rows.flatMap(({ kind, orders }) =>
    readPayoutFile(orders).payouts.map((order) => movedAddress(kind, order)),
  )
  return new Set(addresses)
}

/** Withdrawals in a file that someone may still sign and import, and the name of its batch. */
export async function liveWithdrawals(db: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('signing_batches')
    .select(['batch', 'withdrawals'])
    .where(isLive)
    .execute()
  return new Map(
    rows.flatMap(({ batch, withdrawals }) => withdrawals.map((no) => [no, batch] as const)),
  )
}

/** How long after its end the offline signer still counts a file as alive. */
const SIGNER_SLACK_HOURS = 1

type Attempt = { readonly no: number; readonly attempt: number }

/**
 * What a file must not pay again yet, because the signer would refuse the whole file: attempts in
 * signed files that an import skipped or didn't reach, and what the operator names.
 * @param named batches, or numbers of withdrawals such as `7,8` if a restored database lacks them
 * @throws BatchRefused if there is no such batch
 */
export async function signedBefore(
  db: Db,
  named: readonly string[],
): Promise<{ readonly size: number; has(due: Attempt): boolean }> {
  const [numbers, batches] = [named.filter(isNumbers), named.filter((name) => !isNumbers(name))]
  const rows = await db
    .selectFrom('signing_batches')
    .select(['batch', 'orders', 'imported_at'])
    .where('kind', '=', lit('payouts'))
    .where((eb) =>
      eb.or([
        eb('batch', '=', anyOf(batches, 'text')),
        eb('expires_at', '>', ago('hours', SIGNER_SLACK_HOURS)),
      ]),
    )
    .execute()
  const missing = batches.find((name) => !rows.some(({ batch }) => batch === name))
  if (missing !== undefined) {
    throw new BatchRefused(
      `There is no batch of payouts ${missing}. If the database has lost it, name its ` +
        'withdrawals instead, such as --without 7,8',
    )
  }
  const whole = new Set(numbers.flatMap((list) => list.split(',').map(Number)))
  await requireWithdrawals(db, whole)
  const attempts = new Set<string>()
  for (const { batch, orders, imported_at: importedAt } of rows) {
    const file = readPayoutFile(orders)
    const isKnown = importedAt !== null || batches.includes(batch)
    if (!isKnown && !(await isImportedInPart(db, file))) continue
    for (const { id, attempt } of file.payouts) attempts.add(`${id}/${attempt}`)
  }
  return {
    size: attempts.size + whole.size,
    has: ({ no, attempt }) => whole.has(no) || attempts.has(`${no}/${attempt}`),
  }
}

/** Whether we stored a payout of a file whose import stopped halfway. */
async function isImportedInPart(db: Db, file: PayoutFile): Promise<boolean> {
  const txids = file.payouts.map((order) => txidOf(file, order))
  const row = await db
    .selectFrom('payouts')
    .select('no')
    .where('txid', '=', anyOf(txids, 'text'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function requireWithdrawals(db: Db, numbers: ReadonlySet<number>): Promise<void> {
  const possible = [...numbers].filter((no) => no <= MAX_INT)
  const rows = await db
    .selectFrom('withdrawals')
    .select('no')
    .where('no', '=', anyOf(possible, 'int'))
    .execute()
  const known = new Set(rows.map(({ no }) => no))
  const missing = [...numbers].find((no) => !known.has(no))
  if (missing !== undefined) throw new BatchRefused(`There is no withdrawal ${missing}.`)
}

const MAX_INT = 2 ** 31 - 1

const isNumbers = (text: string): boolean => /^\d+(?:,\d+)*$/.test(text)

type Coins = { sun: bigint; usdt: bigint }

/** The most that a wallet's orders may take from it, in files that can still be imported. */
export type Reserved = {
  all: Coins
  /** Without those that an import has stored, which are under way or have ended. */
  left: Coins
}

/** An imported payout has the expiration of its batch. */
const nameOf = (id: number | string, expiresAt: Date | null): string =>
  `${id} ${expiresAt?.getTime()}`

export async function readReserved(db: Db, wallet: string): Promise<Reserved> {
  const files = await db
    .selectFrom('signing_batches')
    .select(['orders', 'expires_at', 'withdrawals'])
    // Sweeps take coins from deposit addresses alone.
    .where('kind', '<>', lit('sweeps'))
    .where(isLive)
    .execute()
  const numbers = files.flatMap(({ withdrawals }) => withdrawals)
  const payouts = await db
    .selectFrom('payouts')
    .select(['withdrawal_no', 'expires_at'])
    .where('withdrawal_no', '=', anyOf(numbers, 'int'))
    .where('signed_hex', 'is not', null)
    .execute()
  const stored = new Set(payouts.map((row) => nameOf(row.withdrawal_no, row.expires_at)))
  const orders = files.flatMap((file) =>
    readPayoutFile(file.orders)
      .payouts.filter(({ from }) => from === wallet)
      .map((order) => ({ ...order, isStored: stored.has(nameOf(order.id, file.expires_at)) })),
  )
  return { all: takenBy(orders), left: takenBy(orders.filter(({ isStored }) => !isStored)) }
}

function takenBy(orders: readonly PayoutOrder[]): Coins {
  const coins = { sun: 0n, usdt: 0n }
  for (const { asset, amount, feeLimitSun } of orders) {
    coins.sun += worstOfOrder(feeLimitSun)
    if (asset === 'TRX') coins.sun += amount
    else coins.usdt += amount
  }
  return coins
}
