import { sql } from 'kysely'
import { anyOf, lit, subquery } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { readPayoutFile, type PayoutFile, type PayoutOrder } from '../../tron/signer/payout-file.ts'
import { txidOf } from '../../tron/signer/sign-payouts.ts'
import { isLive } from './live-batches.ts'

type Exported = RowOf<'withdrawals', 'no' | 'state'> & {
  /** Its batch, if an import can still record the payout. */
  batch?: string
}

/**
 * The withdrawal that a transaction pays if we exported it for an offline signer. Anyone who has
 * the signed file can send it without an import, even after we discarded the batch or the
 * withdrawal ended.
 */
export async function findExported(db: Db, txid: string): Promise<Exported | undefined> {
  const rows = await db
    .selectFrom('signing_batches')
    .select(['batch', 'orders', 'imported_at', 'discarded_at'])
    .where('kind', '=', lit('payouts'))
    .where('expires_at', '>=', earliestEnd(txid))
    .execute()
  for (const { batch, orders, ...ends } of rows) {
    const order = orderOf(orders, txid)
    if (order === undefined) continue
    const row = await db
      .selectFrom('withdrawals')
      .select(['no', 'state', 'attempt'])
      .where('no', '=', Number(order.id))
      .executeTakeFirst()
    if (!row) return undefined
    const { attempt, ...found } = row
    const isOpen = ends.imported_at === null && ends.discarded_at === null
    const isNext = attempt === order.attempt && ['pending', 'approved'].includes(row.state)
    return isOpen && isNext ? { ...found, batch } : found
  }
  return undefined
}

/** No block takes a transaction that has expired, so we need no older files. */
const earliestEnd = (txid: string) => sql<Date>`coalesce(
  ${subquery
    .selectFrom('chain_transactions')
    .select(({ fn }) => fn.max('block_at').as('at'))
    .where('txid', '=', txid)} - interval '1 min',
  '-infinity')`

function orderOf(orders: string, txid: string): PayoutOrder | undefined {
  const file = readPayoutFile(orders)
  return file.payouts.find((order) => txidOf(file, order) === txid)
}

/** What a sender says of a payout of a batch. */
type Claimed = {
  readonly batch?: string | undefined
  readonly withdrawal: number
  readonly attempt: number
  readonly coin: PayoutOrder['asset']
  readonly units: bigint
  readonly from: string
  readonly to: string
  readonly txid: string
}

/** Those of these payouts that are exactly what their batch has for their withdrawals. */
export async function readExported<C extends Claimed>(
  db: Db | Tx,
  claimed: readonly C[],
): Promise<Set<C>> {
  if (claimed.length === 0) return new Set()
  const rows = await db
    .selectFrom('signing_batches')
    .select(['batch', 'orders'])
    .where('kind', '=', lit('payouts'))
    .where(
      'batch',
      '=',
      anyOf(
        claimed.flatMap(({ batch }) => batch ?? []),
        'text',
      ),
    )
    .execute()
  const files = new Map(rows.map(({ batch, orders }) => [batch, readPayoutFile(orders)]))
  return new Set(claimed.filter((each) => isOrder(files.get(each.batch ?? ''), each)))
}

function isOrder(file: PayoutFile | undefined, claimed: Claimed): boolean {
  const { withdrawal, attempt, coin, units, from, to, txid } = claimed
  const order = file?.payouts.find(({ id }) => id === String(withdrawal))
  if (!file || !order) return false
  const isSame = order.attempt === attempt && order.asset === coin && order.amount === units
  return isSame && order.from === from && order.to === to && txidOf(file, order) === txid
}

/**
 * The batch of sweeps or top-ups with a transaction, while someone may still import it. The import
 * would book the move again.
 */
export async function findImportable(db: Db, txid: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('signing_batches')
    .select(['batch', 'orders'])
    .where('kind', '<>', lit('payouts'))
    .where(isLive)
    .execute()
  return rows.find(({ orders }) => orderOf(orders, txid) !== undefined)?.batch
}
