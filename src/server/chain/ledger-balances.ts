import { sql } from 'kysely'
import { given, lit } from '../../db/expressions.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { isOutside } from '../addresses/whose-address.ts'

/** An address, and the range of blocks in which its balance was read. */
export type BalanceQuery = { address: string; fromBlock: number; toBlock: number }

/** What an address should hold as of the first and the last block of the range. */
export type LedgerBalance = RowOf<'address_totals', 'address'> & {
  from_trx: bigint
  from_usdt: bigint
  to_trx: bigint
  to_usdt: bigint
}

/** Beyond every block, to get the balance by everything booked. */
const everyBlock = Number.MAX_SAFE_INTEGER

/**
 * What addresses should hold as of a block. It takes running totals of what our own wallets sent
 * and received, less what came in later blocks, and adds members' payments up to the block. The
 * cost doesn't grow with a wallet's history. Moves that settled before we recorded blocks count at
 * every block.
 */
export async function ledgerBalances(
  db: Db,
  asked: readonly BalanceQuery[],
): Promise<LedgerBalance[]> {
  if (asked.length === 0) return []
  const first = Math.min(...asked.map(({ fromBlock }) => fromBlock))
  const { rows } = await sql<LedgerBalance>`
    with asked as materialized (
      select u.address, u.from_block, u.to_block, d.member_no
      from unnest(${asked.map(({ address }) => address)}::text[],
        ${asked.map(({ fromBlock }) => fromBlock)}::bigint[],
        ${asked.map(({ toBlock }) => toBlock)}::bigint[]) u (address, from_block, to_block)
      left join deposit_addresses d using (address)),
    moved (address, asset, amount, block) as (
      select a.address, t.asset, t.amount, t.block_number
        from asked a join transfers t on t.member_no = a.member_no and t.to_address = a.address
      -- Seen in a final block, and not booked yet. What one of ours sent is a move of its own. What
      -- a contract sent to a wallet counts once the wallet holds it, and we have booked it.
      union all select a.address, i.asset, i.amount, i.block_number
        from asked a join incoming_transfers i on i.to_address = a.address
        where (i.attributable or a.member_no is not null)
          and ${isOutside(sql.ref('i.from_address'))}
      union all select t.address, t.asset, t.units, 0
        from asked a join address_totals t using (address)
      -- What the totals count, and what is later than the first block asked for: taken out at
      -- every block, and put in again at its own.
      union all select l.address, l.asset, l.amount * each.sign, case each.sign when 1 then l.block
          else 0 end
        from (${laterThan(first)}) l (address, asset, amount, block),
          (values (-1), (1)) each (sign))
    select a.address,
      ${sumOf(1, 'from_block')} as from_trx, ${sumOf(2, 'from_block')} as from_usdt,
      ${sumOf(1, 'to_block')} as to_trx, ${sumOf(2, 'to_block')} as to_usdt
    from asked a left join moved m using (address)
    group by a.address`.execute(db)
  return rows
}

/**
 * Entries in the totals from blocks after the given one. Payouts and moves get their block from our
 * record of the chain; the others have their own.
 */
const laterThan = (block: number) => sql`
  select e.address, e.asset, e.amount, c.block
    from (select txid, max(block_number) as block from chain_transactions
        where block_number > ${block} group by txid) c,
      lateral (
        select x.* from payouts p, address_entries('payouts', to_jsonb(p)) x
          where p.txid = c.txid
        union all select x.* from custody_moves m, address_entries('custody_moves', to_jsonb(m)) x
          where m.txid = c.txid) e
  union all select r.to_address, r.asset, r.amount, r.block_number
    from asked a join treasury_receipts r on r.to_address = a.address
    where r.block_number > ${block}
  union all select o.to_address, o.asset, o.units, o.block_number
    from asked a join outside_moves o on o.to_address = a.address
    where o.to_own and o.block_number > ${block}
  union all select o.from_address, o.asset, -o.units, o.block_number
    from asked a join outside_moves o on o.from_address = a.address
    where o.block_number > ${block}
  union all select u.address, 1::smallint, -u.fee_sun, u.block_number
    from asked a join unexplained_transfers u on u.address = a.address
    where u.fee_sun is not null and u.block_number > ${block}`

const sumOf = (asset: number, block: 'from_block' | 'to_block') =>
  sql`coalesce(sum(m.amount) filter (where m.asset = ${sql.lit(asset)}
    and coalesce(m.block, 0) <= a.${sql.ref(block)}), 0)::bigint`

/** What one address should hold by everything booked. */
export async function ledgerOf(db: Db, address: string): Promise<{ trx: bigint; usdt: bigint }> {
  const asked = { address, fromBlock: everyBlock, toBlock: everyBlock }
  const [balance] = await ledgerBalances(db, [asked])
  return { trx: balance?.to_trx ?? 0n, usdt: balance?.to_usdt ?? 0n }
}

/**
 * Which of the addresses have a payout or move under way, from or to them. With `sinceRead`, only
 * those from before the last reading, since a later one can't explain what we read.
 */
export async function movingAddresses(
  db: Db,
  addresses: readonly string[],
  sinceRead?: 'sinceRead',
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()

  const rows = await db
    .selectFrom(given('asked', { address: { values: addresses, type: 'text' } }))
    .leftJoin('address_checks', 'address_checks.address', 'asked.address')
    .select('asked.address')
    .where((eb) => {
      const before = sinceRead
        ? eb.ref('address_checks.checked_at')
        : sql<Date>`'infinity'::timestamptz`
      const moves = eb
        .selectFrom('custody_moves')
        .where('custody_moves.state', '=', lit('stored'))
        .where('custody_moves.created_at', '<=', before)
      return eb.or([
        eb.exists(
          eb
            .selectFrom('payouts')
            .whereRef('payouts.from_address', '=', 'asked.address')
            .where('payouts.state', '=', lit('stored'))
            .where('payouts.created_at', '<=', before),
        ),
        eb.exists(moves.whereRef('custody_moves.from_address', '=', 'asked.address')),
        eb.exists(moves.whereRef('custody_moves.to_address', '=', 'asked.address')),
      ])
    })
    .execute()
  return new Set(rows.map(({ address }) => address))
}
