import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { Address } from '../../tron/encoding/address.ts'

// Decides which addresses to read next. Each statement reads a bounded number of index rows, no
// matter how many addresses there are.

/** The most ledger transfers that one statement reads. */
const MOST_TRANSFERS = 5_000
/** The most company wallets that we read in every round. */
const MOST_WALLETS = 500

/** An address to read, and its turn in the queue of touched addresses (null if not queued). */
export type QueuedAddress = { address: Address; turn: bigint | null }

/**
 * Leaves out waiting addresses, which we decide for the block of their reading, and failing ones,
 * which have a retry date.
 */
const isReadable = sql`
  not exists (select from address_checks c where c.address = d.address and c.state = 'waiting')
  and not exists (select from reconciliation_retries r
    where r.address = d.address and r.retry_at > now())`

/**
 * Queues the addresses that the ledger's next transfers reached. An address already in the queue
 * keeps its turn. A trigger queues the addresses of moves when they settle. Returns whether there
 * are more to queue.
 */
export async function queueReached(db: Db): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    with next as materialized (
      select no, to_address, member_no from transfers
      where no > (select transfer_no from reconciliation_cursor)
      order by no limit ${MOST_TRANSFERS}),
    queued as (
      insert into reconciliation_queue (address)
      select distinct to_address from next where member_no =
        (select d.member_no from deposit_addresses d where d.address = to_address)
      order by to_address
      on conflict (address) do update set turn = excluded.turn),
    moved as (
      update reconciliation_cursor set transfer_no = last.no
      from (select max(no) as no from next) last where last.no > transfer_no)
    select count(*) = ${MOST_TRANSFERS} as full from next`.execute(db)
  return rows[0]?.full === true
}

/** The company's own wallets, whose coins move all the time. */
export async function readWallets(db: Db): Promise<QueuedAddress[]> {
  const { rows } = await sql<QueuedAddress>`
    select d.address, q.turn from own_wallets d left join reconciliation_queue q using (address)
    where ${isReadable} order by d.address limit ${MOST_WALLETS}`.execute(db)
  return rows
}

/** A place in the queue. Addresses that a move touched come first. */
export type QueuePosition = { moved: boolean; place: bigint }

/** The next touched addresses after a place, in queue order. */
export async function readTouched(
  db: Db,
  after: QueuePosition | null,
  most: number,
): Promise<(QueuedAddress & QueuePosition)[]> {
  const part = (moved: boolean, above: bigint) => sql<QueuedAddress & QueuePosition>`
    (select d.address, d.turn, d.moved, d.place from reconciliation_queue d
      where d.moved = ${sql.lit(moved)} and d.place > ${above} and ${isReadable}
      order by d.place limit ${most})`
  // Places start at 1.
  const firstMoved = after === null ? 0n : after.place
  const firstOthers = after === null || after.moved ? 0n : after.place
  const isPastMoved = after !== null && !after.moved
  const { rows } = await (
    isPastMoved
      ? part(false, firstOthers)
      : sql<QueuedAddress & QueuePosition>`
          ${part(true, firstMoved)} union all ${part(false, firstOthers)}
          order by moved desc, place limit ${most}`
  ).execute(db)
  return rows
}

/** Removes compared addresses from the queue, unless they were queued again meanwhile. */
export async function leaveQueue(db: Db, batch: readonly QueuedAddress[]): Promise<void> {
  const queued = batch.filter(({ turn }) => turn !== null)
  if (queued.length === 0) return
  await sql`
    delete from reconciliation_queue d
    using unnest(${queued.map(({ address }) => address)}::text[],
      ${queued.map(({ turn }) => turn)}::bigint[]) u (address, turn)
    where d.address = u.address and d.turn = u.turn`.execute(db)
}

/** Addresses that no node could answer about and that are due for a retry. */
export async function readRetries(db: Db, most: number): Promise<QueuedAddress[]> {
  const { rows } = await sql<QueuedAddress>`
    select r.address, q.turn from reconciliation_retries r
      left join reconciliation_queue q using (address)
    where r.retry_at <= now() order by r.retry_at limit ${most}`.execute(db)
  return rows
}

/** Doubles from a minute up to a day. */
const FIRST_RETRY_MINUTES = 1
const MOST_DOUBLINGS = 10

/** Gives addresses that failed on their own a retry date. */
export async function retryLater(
  db: Db,
  failed: readonly { address: string; reason: string }[],
): Promise<void> {
  if (failed.length === 0) return
  await sql`
    insert into reconciliation_retries (address, failures, retry_at, reason)
    select distinct on (address) address, 1, now() + ${FIRST_RETRY_MINUTES} * interval '1 minute',
      reason
    from unnest(${failed.map(({ address }) => address)}::text[],
      ${failed.map(({ reason }) => reason.slice(0, 200))}::text[]) u (address, reason)
    on conflict (address) do update set failures = reconciliation_retries.failures + 1,
      retry_at = now() + ${FIRST_RETRY_MINUTES} * interval '1 minute'
        * 2 ^ least(reconciliation_retries.failures, ${MOST_DOUBLINGS}),
      reason = excluded.reason`.execute(db)
}
