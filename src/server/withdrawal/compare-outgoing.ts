import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/address.ts'
import type { TronNodes } from '../../tron/nodes.ts'
import type { Outgoing } from '../../tron/outgoing.ts'
import { liftPause, raisePause } from './payout-pauses.ts'

type Deps = { db: Db; tron: TronNodes; log: Logger }

const OVERLAP_MS = 3_600_000

/**
 * Compares what a wallet sent on chain with the payouts that we know, before anything is signed.
 * What nothing explains pauses all payouts: a database restored from before a payout would pay
 * it again. Throws while the chain cannot be read, so that nothing is signed unseen.
 */
export async function compareOutgoing(deps: Deps, wallet: Address): Promise<void> {
  const { db, tron } = deps
  const known = await db
    .selectFrom('own_wallets')
    .select('checked_until')
    .where('address', '=', wallet)
    .executeTakeFirst()
  const sinceMs = Math.max(0, (known?.checked_until?.getTime() ?? 0) - OVERLAP_MS)
  const solid = await tron.solidHead()
  if (!solid.ok) throw new Error(`the payout wallet cannot be compared: ${solid.trouble.kind}`)
  const sent = await tron.outgoing(wallet, sinceMs)
  if (!sent.ok) throw new Error(`the payout wallet cannot be compared: ${sent.trouble.kind}`)
  const strangers = await unexplained(db, sent.value)
  for (const transfer of strangers) await keepStranger(db, wallet, transfer)
  if (strangers.length === 0) await markChecked(db, wallet, new Date(solid.value.timeMs))
  await pauseWhileUnexplained(deps)
}

async function unexplained(db: Db, sent: readonly Outgoing[]): Promise<Outgoing[]> {
  if (sent.length === 0) return []
  const ids = sent.map(({ txid }) => txid)
  const { rows } = await sql<{ txid: string }>`
    select txid from payouts where txid = any(${ids}::text[])
    union
    select txid from custody_moves where txid = any(${ids}::text[])
    union
    select txid from unexplained_transfers
      where txid = any(${ids}::text[]) and explained_by is not null`.execute(db)
  const explained = new Set(rows.map(({ txid }) => txid))
  return sent.filter(({ txid }) => !explained.has(txid))
}

async function keepStranger(db: Db, address: Address, transfer: Outgoing): Promise<void> {
  const { txid, blockNumber, transfer: paid } = transfer
  const what = paid ? `${paid.amount} millionths of ${paid.asset} to ${paid.to}` : 'another call'
  await db
    .insertInto('unexplained_transfers')
    .values({ txid, address, detail: `block ${blockNumber}: ${what}` })
    .onConflict((conflict) => conflict.column('txid').doNothing())
    .execute()
}

async function markChecked(db: Db, address: Address, until: Date): Promise<void> {
  await db
    .updateTable('own_wallets')
    .set({ checked_until: until })
    .where('address', '=', address)
    .execute()
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
