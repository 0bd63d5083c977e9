import { sql } from 'kysely'
import { now, countAll, ago, isBefore, lit } from '../../../db/expressions.ts'
import type { Db, RowOf } from '../../../db/types.ts'
import { isReadable } from './address-queue.ts'
import type { Address } from '../../../tron/encoding/address.ts'

// A pass reads every deposit address once, in index order. The next pass begins when the last one
// has ended and the interval is over.

export type Pass = RowOf<'reconciliation_passes', 'no' | 'last_index'>

/** The open pass, or a new one if the last began long enough ago; null if none is due. */
export async function openPass(db: Db, everyMs: number): Promise<Pass | null> {
  const rows = await db
    .with('open', (query) =>
      query
        .selectFrom('reconciliation_passes')
        .select(['no', 'last_index'])
        .where('finished_at', 'is', null),
    )
    .with('begun', (query) =>
      query
        .insertInto('reconciliation_passes')
        .columns(['started_at'])
        .expression((eb) =>
          db
            .selectNoFrom(now.as('started_at'))
            .where(eb.not(eb.exists(eb.selectFrom('open'))))
            .where(
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('reconciliation_passes')
                    .where((of) =>
                      of.not(isBefore(of.ref('started_at'), ago('secs', everyMs / 1000))),
                    ),
                ),
              ),
            ),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning(['no', 'last_index']),
    )
    .selectFrom('open')
    .selectAll()
    .unionAll((eb) => eb.selectFrom('begun').selectAll())
    .execute()
  return rows[0] ?? null
}

export type Indexed = RowOf<'deposit_addresses', 'address_index'> & {
  address: Address
}

/** The next readable addresses after an index. */
export async function readNext(db: Db, after: number, most: number): Promise<Indexed[]> {
  const rows = await db
    .selectFrom('deposit_addresses')
    .select(['address', 'address_index'])
    .$narrowType<{ address: Address }>()
    .where('address_index', '>', after)
    .where((eb) => isReadable(eb.ref('deposit_addresses.address')))
    .orderBy('address_index')
    .limit(most)
    .execute()
  return rows
}

/** Records how far a pass has come and what it found. */
export async function advancePass(
  db: Db,
  no: bigint,
  progress: { lastIndex: number; compared: number; differing: number },
): Promise<void> {
  const { lastIndex, compared, differing } = progress
  await db
    .updateTable('reconciliation_passes')
    .set((eb) => ({
      last_index: eb.fn<number>('greatest', ['last_index', eb.val(lastIndex)]),
      compared: eb('compared', '+', compared),
      differing: eb('differing', '+', differing),
    }))
    .where('no', '=', no)
    .execute()
}

export async function finishPass(db: Db, no: bigint): Promise<void> {
  await db
    .updateTable('reconciliation_passes')
    .set({ finished_at: now })
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
const MAX_COUNTED = 10_000

const estimatedAddresses = sql<number>`(
  select case when counted < ${MAX_COUNTED} then counted
    else greatest(counted, (select reltuples::int from pg_class
      where oid = 'deposit_addresses'::regclass)) end
  from (select count(*)::int as counted
    from (select from deposit_addresses limit ${MAX_COUNTED}) some_rows) few)`

/** How far reconciliation has come, for operators. */
export async function readReconciliation(db: Db): Promise<Reconciliation> {
  const row = await db
    .selectFrom(sql`(select)`.as('one'))
    .leftJoin('reconciliation_passes', (join) =>
      join.on('reconciliation_passes.no', '=', (eb) =>
        eb
          .selectFrom('reconciliation_passes as last')
          .select(({ fn }) => fn.max('last.no').as('no')),
      ),
    )
    .select((eb) => [
      estimatedAddresses.as('addresses'),
      eb.fn.coalesce('reconciliation_passes.compared', lit(0)).as('compared'),
      'reconciliation_passes.started_at as startedAt',
      eb
        .selectFrom('reconciliation_passes as each')
        .select(({ fn }) => fn.max('each.finished_at').as('at'))
        .$asScalar()
        .as('finishedAt'),
      eb
        .selectFrom('address_checks')
        .select(countAll.as('count'))
        .where('state', '=', lit('differs'))
        .$asScalar()
        .as('differing'),
      eb
        .selectFrom(eb.selectFrom('reconciliation_queue').limit(10_000).as('queued'))
        .select(countAll.as('count'))
        .$asScalar()
        .as('queued'),
      eb
        .selectFrom(eb.selectFrom('reconciliation_retries').limit(10_000).as('unanswered'))
        .select(countAll.as('count'))
        .$asScalar()
        .as('unanswered'),
    ])
    .executeTakeFirst()
  if (!row) throw new Error('the count returned no row')
  return row
}
