import { sql } from 'kysely'
import { lit, subquery } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'

/** The database's figures, by metric. Null while there is nothing to report. */
export type Figures = {
  emails_waiting: number
  emails_oldest_seconds: number | null
  chain_lag_blocks: number | null
  chain_lag_seconds: number | null
  chain_checked_seconds: number | null
  incoming_transfers_waiting: number
  incoming_transfers_oldest_seconds: number | null
  payouts_waiting: number
  payouts_oldest_seconds: number | null
  rate_age_seconds: number | null
  ledger_history_lost_total: number
  database_transaction_age: number
  database_dead_rows: number
  database_archive_failing_seconds: number
  database_slot_bytes: number
  console_alerts_checked_seconds: number | null
  backup_age_seconds: number
  drill_age_seconds: number
  console_alert: { label: string; value: number }[]
  payouts_paused: { label: string; value: number }[]
}

const age = (moment: ReturnType<typeof sql>) =>
  sql`extract(epoch from clock_timestamp() - (${moment}))::float8`

const unsent = sql`from emails where sent_at is null and failed_at is null`
const checks = subquery.selectFrom('backup_checks')
const newestBackup = checks.select(({ fn }) => fn.max('backup_at').as('backup_at'))
const newestDrill = checks
  .select(({ fn }) => fn.max('at').as('at'))
  .where('kind', '=', lit('drill'))
  .where('problem', 'is', null)
// Until there is a first one, its age counts from the installation.
const installed = sql`(select min(applied_at) from schema_migrations)`
const unpaid = sql`from withdrawals where state in ('approved', 'sent')`

/** Everything in one query, so that a scrape needs only one connection for a moment. */
export async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select (select count(*)::int ${unsent}) as emails_waiting,
      ${age(sql`select min(created_at) ${unsent}`)} as emails_oldest_seconds,
      (select max(head_number - final_number)::float8 from chain_cursors) as chain_lag_blocks,
      ${age(sql`select max(final_at) from chain_cursors`)} as chain_lag_seconds,
      ${age(sql`select max(checked_at) from chain_cursors`)} as chain_checked_seconds,
      (select count(*)::int from incoming_transfers) as incoming_transfers_waiting,
      ${age(sql`select min(recorded_at) from incoming_transfers`)}
        as incoming_transfers_oldest_seconds,
      (select count(*)::int ${unpaid}) as payouts_waiting,
      ${age(sql`select min(created_at) from payouts where state = 'stored'`)}
        as payouts_oldest_seconds,
      ${age(sql`select max(as_of) from live_rates`)} as rate_age_seconds,
      (select count(*)::int from history_losses) as ledger_history_lost_total,
      (select age(datfrozenxid)::float8 from pg_database
        where datname = current_database()) as database_transaction_age,
      (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables)
        as database_dead_rows,
      -- Zero as soon as one segment gets through.
      (select case when last_failed_time > coalesce(last_archived_time, '-infinity')
          then extract(epoch from clock_timestamp()
            - coalesce(last_archived_time, stats_reset))::float8
          else 0 end from pg_stat_archiver) as database_archive_failing_seconds,
      (select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8
        from pg_replication_slots) as database_slot_bytes,
      ${age(sql`select max(checked_at) from alerts`)} as console_alerts_checked_seconds,
      ${age(sql`coalesce(${newestBackup}, ${installed})`)} as backup_age_seconds,
      ${age(sql`coalesce(${newestDrill}, ${installed})`)} as drill_age_seconds,
      (select coalesce(json_agg(json_build_object('label', name,
          'value', (crossed_since is not null)::int) order by name), '[]')
        from alerts) as console_alert,
      (select coalesce(json_agg(json_build_object('label', reason,
          'value', 1) order by reason), '[]') from payout_pauses) as payouts_paused
  `.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('the figures gave no row')
  return figures
}
