import { sql } from 'kysely'
import { lit, secondsSince, subquery } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { countWaiting, oldestEmail } from '../email/backlog.ts'
import { pauseReasons, type PauseReason } from '../pauses/pauses.ts'
import { countMissing } from './missing-standbys.ts'

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
  database_vacuum_held_up: number
  database_archive_failing_seconds: number
  database_slot_bytes: number
  database_slots_lost: number
  database_standbys: number
  database_standbys_missing: number | null
  clock_difference_seconds: number
  console_alerts_checked_seconds: number | null
  backup_age_seconds: number
  drill_age_seconds: number
  console_alert: { label: string; value: number }[]
  payouts_paused: { label: string; value: number }[]
}

/** The columns, some of which we convert. */
type Read = Omit<
  Figures,
  'database_standbys' | 'database_standbys_missing' | 'clock_difference_seconds' | 'payouts_paused'
> & {
  standby_names: string
  standbys: string[]
  clock: number
  ledger_ahead: number | null
  pause_reasons: PauseReason[]
}

const age = (moment: ReturnType<typeof sql>) =>
  sql`extract(epoch from clock_timestamp() - (${moment}))::float8`

const checks = subquery.selectFrom('backup_checks')
const newestBackup = checks.select(({ fn }) => fn.max('backup_at').as('backup_at'))
const newestDrill = checks
  .select(({ fn }) => fn.max('at').as('at'))
  .where('kind', '=', lit('drill'))
  .where('problem', 'is', null)
// Until there is a first one, its age counts from the installation.
const installed = sql`(select min(applied_at) from schema_migrations)`
const unpaid = sql`from withdrawals where state in ('approved', 'sent')`

/** Reads the figures. If this rejects, the scrape omits them. */
export async function readFigures(db: Db): Promise<Figures> {
  const before = Date.now()
  const read = await readRow(db)
  const after = Date.now()
  const {
    standby_names: names,
    standbys,
    clock,
    ledger_ahead: ahead,
    pause_reasons: reasons,
    ...figures
  } = read
  // The database read its clock at some point in between, which a slow answer doesn't change.
  const own = Math.max(before - clock, clock - after) / 1_000
  return {
    ...figures,
    database_standbys: standbys.length,
    database_standbys_missing: countMissing(names, standbys),
    clock_difference_seconds: Math.max(own, ahead ?? 0, 0),
    payouts_paused: reasons.map((label) => ({ label, value: 1 })),
  }
}

/** Everything in one query, so that a scrape needs only one connection for a moment. */
async function readRow(db: Db): Promise<Read> {
  const { rows } = await sql<Read>`
    select (${countWaiting}) as emails_waiting,
      ${age(oldestEmail)} as emails_oldest_seconds,
      (select max(head_number - final_number)::float8 from chain_cursors) as chain_lag_blocks,
      ${secondsSince(sql`select max(final_at) from chain_cursors`)} as chain_lag_seconds,
      ${secondsSince(sql`select max(checked_at) from chain_cursors`)} as chain_checked_seconds,
      (select count(*)::int from incoming_transfers) as incoming_transfers_waiting,
      ${age(sql`select min(recorded_at) from incoming_transfers`)}
        as incoming_transfers_oldest_seconds,
      (select count(*)::int ${unpaid}) as payouts_waiting,
      ${age(sql`select min(created_at) from payouts where state = 'stored'`)}
        as payouts_oldest_seconds,
      ${secondsSince(sql`select max(as_of) from live_rates`)} as rate_age_seconds,
      (select count(*)::int from history_losses) as ledger_history_lost_total,
      (select age(datfrozenxid)::float8 from pg_database
        where datname = current_database()) as database_transaction_age,
      (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables)
        as database_dead_rows,
      (select coalesce(max(age), 0)::float8 from (
          select greatest(age(backend_xmin), age(backend_xid)) as age from pg_stat_activity
          union all select age(xmin) from pg_replication_slots
          union all select age(transaction) from pg_prepared_xacts) as held)
        as database_vacuum_held_up,
      -- Zero as soon as one segment gets through.
      (select case when last_failed_time > coalesce(last_archived_time, '-infinity')
          then extract(epoch from clock_timestamp()
            - coalesce(last_archived_time, stats_reset))::float8
          else 0 end from pg_stat_archiver) as database_archive_failing_seconds,
      (select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8
        from pg_replication_slots) as database_slot_bytes,
      (select count(*)::int from pg_replication_slots
        where wal_status = 'lost') as database_slots_lost,
      case when current_setting('synchronous_commit') in ('off', 'local') then ''
        else current_setting('synchronous_standby_names') end as standby_names,
      -- Without pg_monitor, a role sees the names but no states.
      (select coalesce(json_agg(application_name), '[]') from pg_stat_replication
        where coalesce(state, 'streaming') = 'streaming'
          and application_name <> 'pg_basebackup') as standbys,
      extract(epoch from clock_timestamp())::float8 * 1000 as clock,
      (select extract(epoch from at - clock_timestamp())::float8
        from commands order by seq desc limit 1) as ledger_ahead,
      ${secondsSince(sql`select max(checked_at) from alerts`)}
        as console_alerts_checked_seconds,
      ${age(sql`coalesce(${newestBackup}, ${installed})`)} as backup_age_seconds,
      ${age(sql`coalesce(${newestDrill}, ${installed})`)} as drill_age_seconds,
      (select coalesce(json_agg(json_build_object('label', name,
          'value', (crossed_since is not null)::int) order by name), '[]')
        from alerts) as console_alert,
      ${pauseReasons} as pause_reasons
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('the figures gave no row')
  return row
}
