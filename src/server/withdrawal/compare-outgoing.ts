import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/address.ts'
import type { TronNodes } from '../../tron/nodes.ts'
import { readReach } from '../deposit/chain-record.ts'
import { liftPause, raisePause } from './payout-pauses.ts'

type Deps = { db: Db; tron: TronNodes; log: Logger }

/** Five blocks of the main network: the scan asks every few seconds. */
export const MOST_BEHIND_MS = 15_000

/**
 * Compares what a wallet sent on chain with the payouts that we know, before anything is signed:
 * the scan of final blocks keeps what nothing explains, as far as it has come. Throws while it has
 * not come to the head, or while the chain cannot be read: nothing is signed unseen.
 */
export async function compareOutgoing(
  deps: Deps,
  wallet: Address,
  mostBehindMs = MOST_BEHIND_MS,
): Promise<void> {
  const { db, tron } = deps
  const solid = await tron.solidHead()
  if (!solid.ok) throw new Error(`no payouts: ${solid.trouble.kind}`)
  const reach = await readReach(db, tron)
  if (!reach || solid.value.timeMs - reach.at.getTime() > mostBehindMs) {
    throw new Error(`no payouts: the scan has not come to block ${solid.value.number}`)
  }
  await keepStrangers(db, wallet)
  await pauseWhileUnexplained(deps)
}

/** As many of a wallet's newest transactions are held against the payouts once more. */
const NEWEST = 1_000

/** The scan did this when it saw them; here it is asked what the tables say now. */
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

/** Rests payouts while a transfer waits for an explanation; answers whether they rest. */
export async function pauseWhileUnexplained(deps: Pick<Deps, 'db' | 'log'>): Promise<boolean> {
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

/** Transfers that wait for an explanation, for operators. */
export const readUnexplained = (db: Db) =>
  db
    .selectFrom('unexplained_transfers')
    .select(['txid', 'detail', 'found_at'])
    .where('explained_by', 'is', null)
    .orderBy('found_at')
    .limit(100)
    .execute()
