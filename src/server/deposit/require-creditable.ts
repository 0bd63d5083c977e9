import type { Db } from '../../db/types.ts'
import { parseAddress } from '../../tron/encoding/address.ts'
import type { Context } from '../context.ts'
import { ledgerOf } from '../chain/ledger-balances.ts'
import { reject } from '../../contract/reject.ts'
import { isUsdtOpen } from '../rate/usdt-price.ts'

/**
 * Refuses a transfer that nobody may credit: one that is worth too little, and held USDT while
 * USDT is not worth a dollar. Says nothing of what does not exist: the rules do.
 */
export async function requireCreditable(db: Db, transfer: number): Promise<void> {
  const row = await readTransfer(db, transfer)
  if (row?.state === 'too_small' || row?.state === 'dust') throw reject('too_small')
  if (row?.state !== 'unattributed') return
  if (row.held === 'usdt_price' && !(await isUsdtOpen(db))) throw reject('usdt_closed')
}

/** Refuses what the member's own word is not enough for, with 409 `needs_review`. */
export async function requireByMember(
  { db, tron }: Pick<Context, 'db' | 'tron'>,
  transfer: number,
): Promise<void> {
  const row = await readTransfer(db, transfer)
  if (row?.state !== 'unattributed') return
  if (row.held === 'late_rate') throw reject('needs_review')
  if (row.held !== 'contract') return
  // What a contract wrote into a receipt counts once the address holds it.
  const address = parseAddress(row.to_address)
  if (!address.ok) throw reject('needs_review')
  const balances = await tron.balances(address.address)
  if (!balances.ok) throw reject('chain_unavailable')
  const ledger = await ledgerOf(db, row.to_address)
  if (balances.value.trx < ledger.trx) throw reject('needs_review')
}

const readTransfer = (db: Db, transfer: number) =>
  db
    .selectFrom('transfers')
    .select(['state', 'held', 'to_address'])
    .where('no', '=', transfer)
    .executeTakeFirst()
