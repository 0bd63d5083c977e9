import { sql } from 'kysely'
import type { Logger } from 'pino'
import { lit } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import { liftPause, raisePause } from '../../pauses/pauses.ts'

type Deps = { db: Db; log: Logger }

/** Five blocks of the main network. The scan polls every few seconds. */
export const MAX_BEHIND_MS = 15_000

/** How many of a wallet's newest transactions we compare with the payouts again. */
const NEWEST = 1_000

/**
 * Records transactions that no payout or move explains. The scan did this when it first saw them;
 * we repeat it because the tables may have changed since.
 */
export async function recheckOutgoing(db: Db, wallet: Address): Promise<void> {
  await db
    .insertInto('unexplained_transfers')
    .columns(['txid', 'address', 'detail'])
    .expression((eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('chain_transactions')
            .select(['txid', 'block_number', 'kind'])
            .where('owner_address', '=', wallet)
            .orderBy('block_number', 'desc')
            .limit(NEWEST)
            .as('sent'),
        )
        .select(({ ref }) => {
          const [block, kind] = [ref('sent.block_number'), ref('sent.kind')]
          return [
            'sent.txid',
            sql<string>`${wallet}::text`.as('address'),
            sql<string>`format('block %s: %s', ${block}, ${kind})`.as('detail'),
          ]
        })
        .where(({ and, not, exists, selectFrom }) =>
          and([
            not(
              exists(
                selectFrom('payouts')
                  .whereRef('payouts.txid', '=', 'sent.txid')
                  .where('payouts.state', '<>', lit('expired')),
              ),
            ),
            not(
              exists(
                selectFrom('custody_moves')
                  .whereRef('custody_moves.txid', '=', 'sent.txid')
                  .where('custody_moves.state', '<>', lit('expired')),
              ),
            ),
          ]),
        ),
    )
    .onConflict((conflict) => conflict.column('txid').doNothing())
    .execute()
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
