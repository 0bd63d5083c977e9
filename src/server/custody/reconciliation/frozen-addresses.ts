import { lit } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { DAY_MS } from '../../../domain/time/time.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import type { Context } from '../../context.ts'

type Checking = Pick<Context, 'db' | 'tron' | 'log' | 'stopping'>

/** How many deposit addresses we check: those with the most USDT. One request each. */
const CHECKED_ADDRESSES = 20
const MAX_WALLETS = 500

/** Checks at startup and once a day whether the issuer of USDT has frozen addresses of ours. */
export function openFrozenWatch(context: Checking): { look(atMs?: number): Promise<void> } {
  let nextMs = 0
  return {
    async look(atMs = performance.now()) {
      if (atMs < nextMs) return
      if (await checkFrozen(context)) nextMs = atMs + DAY_MS
    },
  }
}

/** Checks our wallets and the richest deposit addresses. False if it didn't finish. */
async function checkFrozen({ db, tron, log, stopping }: Checking): Promise<boolean> {
  for (const address of await readAddresses(db)) {
    if (stopping.aborted) return false
    const frozen = await tron.isBlackListed(address)
    if (!frozen.ok) return false
    if (!frozen.value) {
      await db.deleteFrom('frozen_addresses').where('address', '=', address).execute()
      continue
    }
    const found = await db
      .insertInto('frozen_addresses')
      .values({ address })
      .onConflict((conflict) => conflict.column('address').doNothing())
      .returning('address')
      .executeTakeFirst()
    if (found) log.error({ address }, 'the issuer of USDT has frozen an address of ours')
  }
  return true
}

/** Includes addresses that were frozen before, whatever they hold. */
async function readAddresses(db: Db): Promise<Address[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('own_wallets')
        .select('address')
        .orderBy('address')
        .limit(MAX_WALLETS)
        .as('own'),
    )
    .select('own.address')
    .union(db.selectFrom('frozen_addresses').select('address'))
    .union((eb) =>
      eb.parens(
        eb
          .selectFrom('address_checks')
          .select('address')
          .where('state', '=', lit('agrees'))
          .where('chain_usdt', '>', lit(1n))
          .orderBy('chain_usdt', 'desc')
          .orderBy('address')
          .limit(CHECKED_ADDRESSES),
      ),
    )
    .$narrowType<{ address: Address }>()
    .execute()
  return rows.map(({ address }) => address)
}
