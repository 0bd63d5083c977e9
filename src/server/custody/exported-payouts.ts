import { sql } from 'kysely'
import { lit } from '../../db/expressions.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { readPayoutFile } from '../../tron/signer/payout-file.ts'
import { txidOf } from '../../tron/signer/sign-payouts.ts'
import { isLive } from './signing-batches.ts'

/**
 * The open withdrawal that a transaction pays if we exported it for an offline signer. Anyone who
 * has the signed file can send it without an import, even after we discarded the batch.
 */
export async function findExported(
  db: Db,
  txid: string,
): Promise<RowOf<'withdrawals', 'no' | 'state'> | undefined> {
  const rows = await db
    .selectFrom('signing_batches')
    .innerJoin('withdrawals', (join) =>
      join.on(sql<boolean>`withdrawals.no = any (signing_batches.withdrawals)`),
    )
    .select(['withdrawals.no', 'withdrawals.state', 'signing_batches.orders'])
    .where('signing_batches.kind', '=', lit('payouts'))
    .where('withdrawals.state', 'in', [lit('pending'), lit('approved'), lit('sent')])
    .execute()
  return rows.find(({ no, orders }) => {
    const file = readPayoutFile(orders)
    const order = file.payouts.find(({ id }) => Number(id) === no)
    return order !== undefined && txidOf(file, order) === txid
  })
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
  const found = rows.find(({ orders }) => {
    const file = readPayoutFile(orders)
    return file.payouts.some((order) => txidOf(file, order) === txid)
  })
  return found?.batch
}
