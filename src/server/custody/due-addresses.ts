import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/address.ts'

// Which addresses are compared with the chain next. Every read ends after so many rows of an index,
// however many addresses there are.

const PER_ROUND = 25
/** Of these, what each kind of address has before another takes more. */
const PLACES_EACH = 5
/** Transfers of the book looked at in one round. */
const MOST_TRANSFERS = 1_000

/** An address to be compared; its turn in the queue, null when it stands there for no move. */
export type Due = { address: Address; turn: bigint | null }

/**
 * Queues the addresses that the next transfers of the book reached. One that stands in the queue
 * keeps its place. Moves queue theirs by trigger, when they are settled.
 */
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
 * The house's own wallets, and 25 others: what differed once, then what a move left or reached,
 * then what is new or was reached by a transfer, then what was last compared longest ago, and more
 * than a day. Each of the four has five places before the first takes a sixth.
 */
export async function readDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with house as (
      select w.address, d.turn, row(false, 0, 0::bigint) as place
      from own_wallets w left join address_dues d using (address)
      order by w.address limit ${PER_ROUND}),
    due as (
      (select address, null::bigint as turn, 1 as rank,
          row_number() over (order by checked_at) as nth
        from address_checks where state = 'suspect' order by checked_at limit ${PER_ROUND})
      union all (select address, turn, 2, row_number() over (order by place)
        from address_dues where moved order by place limit ${PER_ROUND})
      union all (select address, turn, 3, row_number() over (order by place)
        from address_dues where not moved order by place limit ${PER_ROUND})
      union all (select address, null, 4, row_number() over (order by checked_at)
        from address_checks where checked_at < now() - interval '1 day'
        order by checked_at limit ${PER_ROUND})),
    chosen as (
      select address, max(turn) as turn, min((nth > ${PLACES_EACH}, rank, nth)) as place from due
      where address not in (select address from house)
      group by address order by place limit ${PER_ROUND})
    select address, turn from (select * from house union all select * from chosen) every
    order by place, address`.execute(db)
  return rows
}

/** Takes an address that was compared out of the queue, unless it was queued anew meanwhile. */
export async function leaveQueue(db: Db, { address, turn }: Due): Promise<void> {
  if (turn === null) return
  await sql`delete from address_dues where address = ${address} and turn = ${turn}`.execute(db)
}
