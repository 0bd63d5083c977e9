import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { liftPause, raisePause } from './payout-pauses.ts'

type Deps = { db: Db; log: Logger }

/** Five blocks of the main network. The scan polls every few seconds. */
export const MOST_BEHIND_MS = 15_000

/** How many of a wallet's newest transactions we compare with the payouts again. */
const NEWEST = 1_000

/**
 * Records transactions that no payout or move explains. The scan did this when it first saw them;
 * we repeat it because the tables may have changed since.
 */
export async function keepStrangers(db: Db, wallet: Address): Promise<void> {
  await sql`
    insert into unexplained_transfers (txid, address, detail)
    select txid, ${wallet}, format('block %s: %s', block_number, kind)
    from (select txid, block_number, kind from chain_transactions
      where owner_address = ${wallet} order by block_number desc limit ${NEWEST}) sent
    where not exists (select from payouts p where p.txid = sent.txid and state <> 'expired')
      and not exists (select from custody_moves m where m.txid = sent.txid and state <> 'expired')
    on conflict (txid) do nothing`.execute(db)
}

/** Pauses payouts while a transfer awaits an explanation. Returns whether they are paused. */
export async function pauseWhileUnexplained(deps: Deps): Promise<boolean> {
  const open = await deps.db
    .selectFrom('unexplained_transfers')
    .select(['txid', 'detail'])
    .where('explained_by', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!open) {
    await liftPause(deps, 'unexplained_transfer')
    return false
  }
  const detail = `Transaction ${open.txid} left the payout wallet and no payout explains it.`
  await raisePause(deps, 'unexplained_transfer', detail)
  return true
}

/** Transfers that await an explanation, for operators. */
export const readUnexplained = (db: Db) =>
  db
    .selectFrom('unexplained_transfers')
    .select(['txid', 'detail', 'found_at'])
    .where('explained_by', 'is', null)
    .orderBy('found_at')
    .limit(100)
    .execute()
