import { sql } from 'kysely'
import type { Db, RowOf } from '../../db/types.ts'
import type { Address } from '../../tron/encoding/address.ts'

// A pass reads every deposit address once, in index order. The next pass begins when the last one
// has ended and the interval is over.

export type Pass = RowOf<'reconciliation_passes', 'no' | 'last_index'>

/** The open pass, or a new one if the last began long enough ago; null if none is due. */
export async function openPass(db: Db, everyMs: number): Promise<Pass | null> {
  const { rows } = await sql<Pass>`
    with open as (select no, last_index from reconciliation_passes where finished_at is null),
    begun as (
      insert into reconciliation_passes (started_at)
      select now() where not exists (select from open)
        and not exists (select from reconciliation_passes
          where started_at > now() - ${everyMs} * interval '1 millisecond')
      on conflict do nothing
      returning no, last_index)
    select * from open union all select * from begun`.execute(db)
  return rows[0] ?? null
}

export type Indexed = RowOf<'deposit_addresses', 'address_index'> & {
  address: Address
}

/** The next readable addresses after an index. */
export async function readNext(db: Db, after: number, most: number): Promise<Indexed[]> {
  const { rows } = await sql<Indexed>`
    select d.address, d.address_index from deposit_addresses d
    where d.address_index > ${after}
      and not exists (select from address_checks c
        where c.address = d.address and c.state = 'waiting')
      and not exists (select from reconciliation_retries r
        where r.address = d.address and r.retry_at > now())
    order by d.address_index limit ${most}`.execute(db)
  return rows
}

/** Records how far a pass has come and what it found. */
export async function advancePass(
  db: Db,
  no: bigint,
  progress: { lastIndex: number; compared: number; differing: number },
): Promise<void> {
  const { lastIndex, compared, differing } = progress
  await sql`update reconciliation_passes
    set last_index = greatest(last_index, ${lastIndex}), compared = compared + ${compared},
      differing = differing + ${differing}
    where no = ${no}`.execute(db)
}

export async function finishPass(db: Db, no: bigint): Promise<void> {
  await db
    .updateTable('reconciliation_passes')
    .set({ finished_at: new Date() })
    .where('no', '=', no)
    .where('finished_at', 'is', null)
    .execute()
}

export type Reconciliation = {
  /**
   * The number of deposit addresses, estimated above 10,000, and how many the newest pass has read.
   */
  addresses: number
  compared: number
  startedAt: Date | null
  /** When the last complete pass ended. */
  finishedAt: Date | null
  differing: number
  /** Touched addresses that wait for a reading. */
  queued: number
  /** Addresses that the nodes can't answer about. */
  unanswered: number
}

/** Above this number, we estimate the addresses. */
const MOST_COUNTED = 10_000

/** How far reconciliation has come, for operators. */
export async function readReconciliation(db: Db): Promise<Reconciliation> {
  const { rows } = await sql<Reconciliation>`
    select (select case when counted < ${MOST_COUNTED} then counted
          else greatest(counted, (select reltuples::int from pg_class
            where oid = 'deposit_addresses'::regclass)) end
        from (select count(*)::int as counted
          from (select from deposit_addresses limit ${MOST_COUNTED}) some_rows) few) as addresses,
      coalesce(p.compared, 0) as compared, p.started_at as "startedAt",
      (select max(finished_at) from reconciliation_passes) as "finishedAt",
      (select count(*)::int from address_checks where state = 'differs') as differing,
      (select count(*)::int from (select from reconciliation_queue limit 10000) q) as queued,
      (select count(*)::int from (select from reconciliation_retries limit 10000) r) as unanswered
    from (select) one left join reconciliation_passes p
      on p.no = (select max(no) from reconciliation_passes)
    `.execute(db)
  const [row] = rows
  if (!row) throw new Error('counting gave no row')
  return row
}
