import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/address.ts'

// Which addresses are compared with the chain next. Every read ends after so many rows of an index,
// however many addresses there are.

const PER_ROUND = 25
/** Transfers of the book looked at in one round. */
const MOST_TRANSFERS = 1_000

/** An address to be compared; its turn in the queue, null when it stands there for no move. */
export type Due = { address: Address; turn: bigint | null }

/** Queues the addresses that the next transfers of the book reached. */
export async function queueReached(db: Db): Promise<void> {
  await sql`
    with next as materialized (
      select no, to_address, member_no from transfers
      where no > (select transfer_no from address_cursors) order by no limit ${MOST_TRANSFERS}),
    queued as (
      insert into address_dues (address)
      select distinct to_address from next where member_no =
        (select d.member_no from deposit_addresses d where d.address = to_address)
      order by to_address
      on conflict (address) do update set turn = excluded.turn)
    update address_cursors set transfer_no = last.no
    from (select max(no) as no from next) last where last.no > transfer_no`.execute(db)
}

/**
 * The house's own wallets, then what differed once, then what is new or was reached by a transfer
 * or left by a move, then what was last compared a day ago.
 */
export async function readDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select address, max(turn) as turn from (
      select address, null::bigint as turn, 0 as rank, 0::numeric as place from own_wallets
      union all (select address, null, 1, extract(epoch from checked_at) from address_checks
        where state = 'suspect' order by checked_at limit ${PER_ROUND})
      union all (select address, turn, 2, turn from address_dues order by turn limit ${PER_ROUND})
      union all (select m.from_address, null, 3, extract(epoch from m.settled_at)
        from custody_moves m join address_checks c on c.address = m.from_address
        where m.settled_at > now() - interval '1 day' and m.settled_at > c.checked_at
        order by m.settled_at limit ${PER_ROUND})
      union all (select address, null, 4, extract(epoch from checked_at) from address_checks
        where checked_at < now() - interval '1 day' order by checked_at limit ${PER_ROUND})
    ) due group by address order by min((rank, place)) limit ${PER_ROUND}`.execute(db)
  return rows
}

/** Takes an address that was compared out of the queue, unless it was queued anew meanwhile. */
export async function leaveQueue(db: Db, { address, turn }: Due): Promise<void> {
  if (turn === null) return
  await sql`delete from address_dues where address = ${address} and turn = ${turn}`.execute(db)
}
