import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { AddressChecks } from '../../db/tables/money.ts'
import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/address.ts'
import type { TronNodes } from '../../tron/nodes.ts'
import { leaveQueue, queueReached, readDue } from './due-addresses.ts'

type Deps = { db: Db; tron: TronNodes; log: Logger }
type Amounts = { trx: bigint; usdt: bigint }

/**
 * Compares addresses with the ledger: the house's own wallets, which move all the time, in every
 * round; others after they differed, moved or were paid, and when they were not compared for a
 * day, as far as the places of a round go (`readDue`). An address that differs twice in a row is
 * reported. Answers how many were looked at; a bounded number for each call.
 */
export async function checkAddresses(deps: Deps): Promise<number> {
  await queueReached(deps.db)
  const due = await readDue(deps.db)
  for (const each of due) {
    await checkAddress(deps, each.address)
    await leaveQueue(deps.db, each)
  }
  return due.length
}

async function checkAddress({ db, tron, log }: Deps, address: Address): Promise<void> {
  // Asked before and after the chain: what is booked in between is no difference.
  const before = await ledgerOf(db, address)
  const balances = await tron.balances(address)
  if (!balances.ok) throw new Error(`the balance cannot be read: ${balances.trouble.kind}`)
  const after = await ledgerOf(db, address)
  const chain = balances.value
  const agrees = isSame(chain, before) || isSame(chain, after)
  const known = await db
    .selectFrom('address_checks')
    .selectAll()
    .where('address', '=', address)
    .executeTakeFirst()
  const now = new Date()
  const repeated = known !== undefined && isSteady(known, chain, after, now)
  const state = agrees ? 'agrees' : repeated ? 'differs' : 'suspect'
  const row = {
    checked_at: now,
    chain_trx: chain.trx,
    chain_usdt: chain.usdt,
    ledger_trx: after.trx,
    ledger_usdt: after.usdt,
    state,
    differs_since: agrees ? null : (known?.differs_since ?? now),
  } as const
  await db
    .insertInto('address_checks')
    .values({ address, ...row })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(row))
    .execute()
  if (state === 'differs' && known?.state !== 'differs') {
    log.error({ address, chain, ledger: after }, 'an address holds other than the ledger says')
  }
}

const PASSING_MS = 10 * 60_000

/**
 * Whether an address that differs did so before: by as much, or for longer than anything that is
 * on its way takes to be booked. A busy wallet is now and then caught between chain and book.
 */
function isSteady(known: AddressChecks, chain: Amounts, ledger: Amounts, now: Date): boolean {
  if (known.state === 'agrees') return false
  const by = { trx: known.chain_trx - known.ledger_trx, usdt: known.chain_usdt - known.ledger_usdt }
  const since = known.differs_since ?? known.checked_at
  return (
    isSame(by, { trx: chain.trx - ledger.trx, usdt: chain.usdt - ledger.usdt }) ||
    now.getTime() - since.getTime() > PASSING_MS
  )
}

const isSame = (one: Amounts, other: Amounts): boolean =>
  one.trx === other.trx && one.usdt === other.usdt

/** What an address should hold: all that came, less all that went and the fees it paid. */
export async function ledgerOf(db: Db, address: string): Promise<Amounts> {
  const { rows } = await sql<{ trx: bigint; usdt: bigint }>`
    select coalesce(sum(amount) filter (where asset = 1), 0)::bigint as trx,
      coalesce(sum(amount) filter (where asset = 2), 0)::bigint as usdt
    from (
      select asset, amount from transfers
        where to_address = ${address}
          and member_no = (select member_no from deposit_addresses where address = ${address})
      union all select asset, amount from treasury_receipts where to_address = ${address}
      union all select asset, units from custody_moves
        where to_address = ${address} and state = 'confirmed'
      union all select asset, -units from custody_moves
        where from_address = ${address} and state = 'confirmed'
      union all select asset, -units from payouts
        where from_address = ${address} and state = 'confirmed'
      union all select asset, units from outside_moves where to_address = ${address} and to_own
      union all select asset, -units from outside_moves where from_address = ${address}
      union all select 1, -fee_sun from unexplained_transfers
        where address = ${address} and fee_sun is not null
      union all select 1, -fee_sun from payouts
        where from_address = ${address} and fee_sun is not null
      union all select 1, -fee_sun from custody_moves
        where from_address = ${address} and fee_sun is not null
    ) moves (asset, amount)`.execute(db)
  return rows[0] ?? { trx: 0n, usdt: 0n }
}
