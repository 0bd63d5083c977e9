import { nowMs } from '../../clock/clock.ts'
import { within } from '../../clock/waits.ts'
import type { Db } from '../../db/types.ts'
import type { NodeHealth } from '../../tron/quorum/node-set.ts'
import type { Book } from '../book/book.ts'
import type { LedgerTls } from '../config/ledger-settings.ts'
import type { Replica } from '../reads/replicas.ts'
import { firstExpiry } from './certificate-expiry.ts'
import { readFigures, type Figures } from './figures.ts'
import type { Metrics } from './metrics.ts'

/** A scrape waits for the database no longer than this, and then omits its figures. */
const DATABASE_TIMEOUT_MS = 4_000
/** The metrics of one scrape share one query. */
const SHARED_FOR_MS = 1_000

type Sources = {
  db: Db
  replicas: readonly Pick<Replica, 'name' | 'lagMs'>[]
  book: Pick<Book, 'status'>
  tron: { health(): readonly Pick<NodeHealth, 'host' | 'asked'>[] }
  ledgerTls: Pick<LedgerTls, 'ca' | 'cert'> | null
}

/** Adds the figures of a scrape: the database, the ledger writer, the nodes, and certificates. */
export function exportFigures(metrics: Metrics, sources: Sources): void {
  const { db, replicas, book, tron, ledgerTls } = sources
  exportDatabase(metrics, db)
  metrics.gauge('replica_lag_seconds', 'Replication lag of a replica', ['replica'], (set) => {
    for (const { name, lagMs } of replicas) set(lagMs() / 1_000, { replica: name })
  })
  exportLedger(metrics, book)
  const requests = 'Requests sent to each TRON node since this process started'
  metrics.counter('tron_node_requests_total', requests, ['node'], (set) => {
    for (const { host, asked } of tron.health()) set(asked, { node: host })
  })
  const expiry = ledgerTls && firstExpiry([ledgerTls.ca, ledgerTls.cert])
  const left = 'Time until the first of this process’s ledger port certificates expires'
  metrics.gauge('ledger_certificate_seconds', left, [], (set) => {
    if (expiry !== null) set((expiry - nowMs()) / 1_000)
  })
}

const numbers = [
  ['emails_waiting', 'Unsent emails, counted up to 10,000'],
  ['emails_oldest_seconds', 'Age of the oldest unsent email'],
  ['chain_lag_blocks', 'Blocks between the newest block and the newest final block we read'],
  ['chain_lag_seconds', 'Age of the newest final block we read'],
  ['chain_checked_seconds', 'Time since we last requested blocks from the nodes'],
  ['incoming_transfers_waiting', 'Final incoming transfers that aren’t booked yet'],
  ['incoming_transfers_oldest_seconds', 'Time since we recorded the oldest unbooked transfer'],
  ['payouts_waiting', 'Approved withdrawals that aren’t paid yet'],
  ['payouts_oldest_seconds', 'Time since we signed the oldest unsettled payout'],
  ['rate_age_seconds', 'Age of the TRX rate'],
  ['database_transaction_age', 'Age of the oldest unfrozen transaction, in transactions'],
  ['database_dead_rows', 'Dead rows that vacuum hasn’t removed'],
  ['database_vacuum_held_up', 'Age of the oldest snapshot, in transactions'],
  ['database_archive_failing_seconds', 'How long WAL archiving has been failing'],
  ['database_slot_bytes', 'WAL retained for the slowest replication slot'],
  ['database_slots_lost', 'Replication slots whose WAL is gone'],
  ['database_standbys', 'Connected standbys'],
  ['database_standbys_missing', 'Missing synchronous standbys'],
  ['clock_difference_seconds', 'Minimum difference between process, database, and ledger clocks'],
  ['console_alerts_checked_seconds', 'Time since a worker last evaluated the console alerts'],
  ['backup_age_seconds', 'Age of the newest backup seen by a drill, or of the installation'],
  ['drill_age_seconds', 'Time since the last successful restore drill, or since the installation'],
] as const satisfies [keyof Figures, help: string][]

const lists = [
  ['console_alert', 'name', 'A console alert: 1 while it is active'],
  [
    'payouts_paused',
    'reason',
    '1 while payouts are paused for a reason. `float_limit` doesn’t pause them',
  ],
] as const satisfies [keyof Figures, label: string, help: string][]

function exportDatabase({ gauge, counter }: Metrics, db: Db): void {
  const ask = shared(() => readFigures(db))
  gauge('database_up', 'Whether the database responded to this scrape', [], async (set) => {
    set((await ask()) === null ? 0 : 1)
  })
  for (const [name, help] of numbers) {
    gauge(name, help, [], async (set) => {
      const value = (await ask())?.[name] ?? null
      if (value !== null) set(value)
    })
  }
  for (const [name, label, help] of lists) {
    gauge(name, help, [label], async (set) => {
      for (const row of (await ask())?.[name] ?? []) set(row.value, { [label]: row.label })
    })
  }
  const lost = 'Times the database lost commands known to a ledger writer'
  counter('ledger_history_lost_total', lost, [], async (set) => {
    const figures = await ask()
    if (figures) set(figures.ledger_history_lost_total)
  })
}

function exportLedger({ gauge }: Metrics, { status }: Sources['book']): void {
  gauge('ledger_seq', 'The last command in this process’s memory', [], (set) => set(status().seq))
  const waiting = 'Commands waiting for this process’s ledger writer'
  gauge('ledger_queue_length', waiting, [], (set) => set(status().queued))
  const bytes = 'Memory used by the ledger’s state'
  gauge('ledger_state_bytes', bytes, [], (set) => set(status().bytes))
}

/** One answer for all scrapes within a second; null if it fails or takes too long. */
function shared<T>(read: () => Promise<T>): () => Promise<T | null> {
  let answer: Promise<T | null> | undefined
  let askedAt = 0
  return () => {
    const now = performance.now()
    if (answer === undefined || now - askedAt > SHARED_FOR_MS) {
      askedAt = now
      answer = within(DATABASE_TIMEOUT_MS, read(), () => null).catch(() => null)
    }
    return answer
  }
}
