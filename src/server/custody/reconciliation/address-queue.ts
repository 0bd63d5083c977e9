import { sql, type Expression } from 'kysely'
import { now, subquery, type Condition, given, lit } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import type { Address } from '../../../tron/encoding/address.ts'

// Decides which addresses to read next. Each statement reads a bounded number of index rows, no
// matter how many addresses there are.

/** The most ledger transfers that one statement reads. */
const MAX_TRANSFERS = 5_000
/** The most company wallets that we read in every round. */
const MAX_WALLETS = 500

/** An address to read, and its turn in the queue of touched addresses (null if not queued). */
export type QueuedAddress = { address: Address; turn: bigint | null }

/**
 * Leaves out waiting addresses, which we decide for the block of their reading, and failing ones,
 * which have a retry date.
 */
export const isReadable = (address: Expression<string>): Condition =>
  subquery.and([
    subquery.not(
      subquery.exists(
        subquery
          .selectFrom('address_checks')
          .where('address_checks.address', '=', address)
          .where('address_checks.state', '=', lit('waiting')),
      ),
    ),
    subquery.not(
      subquery.exists(
        subquery
          .selectFrom('reconciliation_retries')
          .where('reconciliation_retries.address', '=', address)
          .where('reconciliation_retries.retry_at', '>', now),
      ),
    ),
  ])

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
      order by no limit ${MAX_TRANSFERS}),
    queued as (
      insert into reconciliation_queue (address)
      select distinct to_address from next where member_no =
        (select d.member_no from deposit_addresses d where d.address = to_address)
      order by to_address
      on conflict (address) do update set turn = excluded.turn),
    moved as (
      update reconciliation_cursor set transfer_no = last.no
      from (select max(no) as no from next) last where last.no > transfer_no)
    select count(*) = ${MAX_TRANSFERS} as full from next`.execute(db)
  return rows[0]?.full === true
}

/** The company's own wallets, whose coins move all the time. */
export async function readWallets(db: Db): Promise<QueuedAddress[]> {
  const rows = await db
    .selectFrom('own_wallets')
    .leftJoin('reconciliation_queue', 'reconciliation_queue.address', 'own_wallets.address')
    .select(['own_wallets.address', 'reconciliation_queue.turn'])
    .$narrowType<{ address: Address }>()
    .where((eb) => isReadable(eb.ref('own_wallets.address')))
    .orderBy('own_wallets.address')
    .limit(MAX_WALLETS)
    .execute()
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
  const part = (moved: boolean, above: bigint) =>
    db
      .selectFrom('reconciliation_queue')
      .select(['address', 'turn', 'moved', 'place'])
      .$narrowType<{ address: Address }>()
      .where('moved', '=', lit(moved))
      .where('place', '>', above)
      .where((eb) => isReadable(eb.ref('reconciliation_queue.address')))
      .orderBy('place')
      .limit(most)
  // Places start at 1.
  const firstMoved = after === null ? 0n : after.place
  const firstOthers = after === null || after.moved ? 0n : after.place
  if (after !== null && !after.moved) return await part(false, firstOthers).execute()
  return await db
    .selectFrom(part(true, firstMoved).as('moved'))
    .selectAll()
    .unionAll(db.selectFrom(part(false, firstOthers).as('others')).selectAll())
    .orderBy('moved', 'desc')
    .orderBy('place')
    .limit(most)
    .execute()
}

/** Removes compared addresses from the queue, unless they were queued again meanwhile. */
export async function leaveQueue(db: Db, batch: readonly QueuedAddress[]): Promise<void> {
  const queued = batch.filter(({ turn }) => turn !== null)
  if (queued.length === 0) return
  await db
    .deleteFrom('reconciliation_queue')
    .using(
      given('done', {
        address: { values: queued.map(({ address }) => address), type: 'text' },
        turn: { values: queued.map(({ turn }) => turn), type: 'bigint' },
      }),
    )
    .whereRef('reconciliation_queue.address', '=', 'done.address')
    .whereRef('reconciliation_queue.turn', '=', 'done.turn')
    .execute()
}

/** Addresses that no node could answer about and that are due for a retry. */
export async function readRetries(db: Db, most: number): Promise<QueuedAddress[]> {
  const rows = await db
    .selectFrom('reconciliation_retries')
    .leftJoin(
      'reconciliation_queue',
      'reconciliation_queue.address',
      'reconciliation_retries.address',
    )
    .select(['reconciliation_retries.address', 'reconciliation_queue.turn'])
    .$narrowType<{ address: Address }>()
    .where('reconciliation_retries.retry_at', '<=', now)
    .orderBy('reconciliation_retries.retry_at')
    .limit(most)
    .execute()
  return rows
}

/** Doubles from a minute up to 17 hours. */
const FIRST_RETRY_MINUTES = 1
const MAX_DOUBLINGS = 10

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
        * 2 ^ least(reconciliation_retries.failures, ${MAX_DOUBLINGS}),
      reason = excluded.reason`.execute(db)
}
