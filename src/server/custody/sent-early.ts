import { anyOf, lit } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { audit } from '../audit/audit.ts'

// The transactions of a signed file may be on the chain before its import: a restore lost an
// earlier import, or someone sent them by hand. Their ids are those that we exported.

/** Those of these transactions that our record of final blocks has, and nobody has explained. */
export async function readSent(db: Db | Tx, txids: readonly string[]): Promise<Set<string>> {
  if (txids.length === 0) return new Set()
  const [rows, explained] = await Promise.all([
    db
      .selectFrom('chain_transactions')
      .select('txid')
      .where('txid', '=', anyOf(txids, 'text'))
      .execute(),
    readExplained(db, txids),
  ])
  return new Set(rows.map(({ txid }) => txid).filter((txid) => !explained.has(txid)))
}

/** The transactions among these that an explanation has booked, at least in part. */
export async function readExplained(db: Db | Tx, txids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('outside_moves')
    .select('txid')
    .where('txid', '=', anyOf(txids, 'text'))
    .union((eb) =>
      eb
        .selectFrom('unexplained_transfers')
        .select('txid')
        .where('txid', '=', anyOf(txids, 'text'))
        .where((row) =>
          row.or([row('explained_by', 'is not', null), row('fee_sun', 'is not', null)]),
        ),
    )
    .execute()
  return new Set(rows.map(({ txid }) => txid))
}

type Import = {
  readonly batch: string
  readonly operator: string
  readonly payouts: readonly { readonly txid: string }[]
}

/**
 * Ends the wait for an explanation of what a batch has recorded as payouts or moves, which book
 * themselves.
 */
export async function explainImported(tx: Tx, { batch, operator, payouts }: Import): Promise<void> {
  const reason = `sent before the import of ${batch}`
  const txids = payouts.map(({ txid }) => txid)
  const rows = await tx
    .updateTable('unexplained_transfers')
    .set({ explained_by: operator, explanation: reason })
    .where('txid', '=', anyOf(txids, 'text'))
    .where('explained_by', 'is', null)
    .where('fee_sun', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('payouts')
            .whereRef('payouts.txid', '=', 'unexplained_transfers.txid')
            .where('payouts.state', '<>', lit('expired')),
        ),
        exists(
          selectFrom('custody_moves')
            .whereRef('custody_moves.txid', '=', 'unexplained_transfers.txid')
            .where('custody_moves.state', '<>', lit('expired')),
        ),
      ]),
    )
    .returning('txid')
    .execute()
  if (rows.length === 0) return
  const entry = { operator, action: 'explain transfer', reason, requestId: 'command line' }
  const explained = new Set(rows.map(({ txid }) => txid))
  await audit(
    tx,
    txids
      .filter((txid) => explained.has(txid))
      .map((txid) => ({ ...entry, object: `transaction ${txid}`, after: [] })),
  )
}
