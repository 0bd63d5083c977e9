/** The metrics of a process. docs/metrics.md lists them; `npm run reference` writes it. */
import type { Pool } from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { productVersion } from './product-version.ts'
import type { BatchFigures } from '../book/batch-timer.ts'
import { BookUnavailable, OutcomeUnknown } from '../book/submission.ts'
import type { Book } from '../book/book.ts'
import { isRefusal } from './is-refusal.ts'
import { lostLines } from '../../terminal/log-output.ts'
import { workerFailures } from '../workers/repeat.ts'
import { snapshotResults, type SnapshotResult } from '../book/snapshot/snapshots.ts'

type Labels = Record<string, string>
type Collect = (set: (value: number, labels?: Labels) => void) => void | Promise<void>

/** Adds a metric whose samples are taken at every scrape. */
type AddSampled = (name: string, help: string, labels: string[], collect: Collect) => void

export type Metrics = {
  registry: Registry
  gauge: AddSampled
  counter: AddSampled
  /** Counts a read of the database, by the server that it goes to. */
  countRead(target: 'primary' | 'replica'): void
  /** Exports how a pool's connections are used. */
  watchPool(name: string, pool: Pool): void
  onBatch(batch: BatchFigures): void
  onSnapshot(result: SnapshotResult): void
  /** Times an envelope of commands to the ledger's leader. */
  onEnvelope(ms: number, items: number): void
  /** Counts commands that we have to send to the leader again. */
  onRetry(items: number): void
  /** Counts a final transfer that is booked, by the seconds since we recorded it. */
  onDeposit(seconds: number): void
  /** Keeps the age of the newest block for the next scrapes. */
  onBlockAge(seconds: number): void
  /** Exports the metrics of a ledger process. */
  watchLedger(ledger: WatchedLedger): void
  /** The same ledger writer, with its commands timed and its refusals counted. */
  watchBook(book: Book): Book
}

const LEDGER_ROLES = ['standby', 'leading', 'refused', 'stopping'] as const

/** A ledger process, as its metrics see it. */
export type WatchedLedger = {
  role(): (typeof LEDGER_ROLES)[number]
  epoch(): number
  lag(): number
  mismatches(): number
}

const COMMAND_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** The objective is 30 s. */
const DEPOSIT_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 600, 3_600]
const SIZE_BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000]

/** Opens the registry with what every process has. Others add theirs. */
export function openMetrics(role: string): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const pools = new Map<string, Pool>()
  const { gauge, counter } = samplersOf(registry)
  gauge(
    'build_info',
    'This process’s version, Node.js version, and role',
    ['version', 'node', 'role'],
    (set) => {
      set(1, { version: productVersion, node: process.version, role })
    },
  )
  gauge('pool_connections', 'Database connections, by pool and state', ['pool', 'state'], (set) => {
    for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
      set(idleCount, { pool, state: 'idle' })
      set(totalCount - idleCount, { pool, state: 'busy' })
      set(waitingCount, { pool, state: 'awaited' })
    }
  })
  const failures = 'Rounds of a background worker that failed in a row'
  gauge('worker_failures', failures, ['worker'], (set) => {
    for (const [worker, count] of workerFailures) set(count, { worker })
  })
  counter('log_lines_lost_total', 'Log lines that couldn’t be written', [], (set) => {
    set(lostLines())
  })
  const reads = new Counter({
    name: 'reads_total',
    help: 'Reads that can use a replica, by target',
    labelNames: ['target'],
    registers: [registry],
  })
  const deposits = new Histogram({
    name: 'deposit_seconds',
    help: 'Time from recording a final transfer to a member to booking it',
    buckets: DEPOSIT_BUCKETS,
    registers: [registry],
  })
  return {
    registry,
    gauge,
    counter,
    countRead: (target) => reads.inc({ target }),
    onDeposit: (seconds) => deposits.observe(seconds),
    onBlockAge: openBlockAgeGauge(gauge),
    watchPool: (name, pool) => void pools.set(name, pool),
    ...ledgerMetrics(registry),
    ...forwardMetrics(registry),
    watchLedger: (ledger) => exportLedgerProcess({ gauge, counter }, ledger),
  }
}

/** Another process may follow the chain by now, so a measurement doesn't count for long. */
const BLOCK_AGE_LASTS_MS = 180_000

function openBlockAgeGauge(gauge: AddSampled): Metrics['onBlockAge'] {
  let measured: { seconds: number; atMs: number } | undefined
  const help = 'Age of the newest block by the database’s clock when we first saw it'
  gauge('newest_block_age_seconds', help, [], (set) => {
    if (!measured || performance.now() - measured.atMs > BLOCK_AGE_LASTS_MS) return
    set(measured.seconds)
  })
  return (seconds) => {
    measured = { seconds, atMs: performance.now() }
  }
}

/** What only a ledger process has. */
export function exportLedgerProcess(
  { gauge, counter }: Pick<Metrics, 'gauge' | 'counter'>,
  ledger: WatchedLedger,
): void {
  const role =
    'This ledger process’s state: 1 for its current role, 0 for others. ' +
    'The roles are `standby`, `leading`, `refused` (it can’t follow the log), and `stopping`'
  gauge('ledger_role', role, ['role'], (set) => {
    for (const each of LEDGER_ROLES) set(ledger.role() === each ? 1 : 0, { role: each })
  })
  const epoch = 'The epoch that this process leads or last led; 0 if it never led'
  gauge('ledger_epoch', epoch, [], (set) => set(ledger.epoch()))
  const lag = 'Commands in the log that aren’t in this process’s memory yet'
  gauge('ledger_follow_lag', lag, [], (set) => set(ledger.lag()))
  const refused =
    'Times this process could not follow the log, for example because digests differed'
  counter('ledger_digest_mismatches_total', refused, [], (set) => set(ledger.mismatches()))
}

function forwardMetrics(registry: Registry): Pick<Metrics, 'onEnvelope' | 'onRetry'> {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'forward_seconds',
    help: 'Response time of the ledger’s leader',
    buckets: COMMAND_BUCKETS,
    registers,
  })
  const sizes = new Histogram({
    name: 'forward_commands',
    help: 'Commands per request to the ledger’s leader',
    buckets: SIZE_BUCKETS,
    registers,
  })
  const retries = new Counter({
    name: 'forward_retries_total',
    help: 'Commands resent to the ledger’s leader',
    registers,
  })
  return {
    onEnvelope(ms, items) {
      seconds.observe(ms / 1_000)
      sizes.observe(items)
    },
    onRetry: (items) => retries.inc(items),
  }
}

function samplersOf(registry: Registry): Pick<Metrics, 'gauge' | 'counter'> {
  const registers = [registry]
  return {
    gauge(name, help, labelNames, sample) {
      const collect = async (): Promise<void> => {
        made.reset()
        // A metric without labels starts at 0, which would be a figure that nobody measured.
        if (labelNames.length === 0) made.remove()
        await sample((value, labels) => (labels ? made.set(labels, value) : made.set(value)))
      }
      const made = new Gauge({ name, help, labelNames, registers, collect })
    },
    counter(name, help, labelNames, sample) {
      const collect = async (): Promise<void> => {
        made.reset()
        if (labelNames.length === 0) made.remove()
        await sample((value, labels) => (labels ? made.inc(labels, value) : made.inc(value)))
      }
      const made = new Counter({ name, help, labelNames, registers, collect })
    },
  }
}

const COMMAND_RESULTS = ['accepted', 'refused', 'unavailable', 'failed'] as const

function resultOf(error: unknown): (typeof COMMAND_RESULTS)[number] {
  if (error instanceof BookUnavailable || error instanceof OutcomeUnknown) return 'unavailable'
  return isRefusal(error) ? 'refused' : 'failed'
}

function ledgerMetrics(registry: Registry): Pick<Metrics, 'onBatch' | 'onSnapshot' | 'watchBook'> {
  const registers = [registry]
  const sizes = new Histogram({
    name: 'ledger_batch_size',
    help: 'Commands per batch',
    buckets: SIZE_BUCKETS,
    registers,
  })
  const phases = new Histogram({
    name: 'ledger_batch_seconds',
    help: 'Duration of a batch, by phase',
    labelNames: ['phase'],
    buckets: COMMAND_BUCKETS,
    registers,
  })
  const commands = new Histogram({
    name: 'ledger_command_seconds',
    help: 'Time from a command’s submission to its result, by result',
    labelNames: ['result'],
    buckets: COMMAND_BUCKETS,
    registers,
  })
  const refusals = new Counter({
    name: 'ledger_refusals_total',
    help: 'Commands refused by the rules, by code',
    labelNames: ['code'],
    registers,
  })
  const snapshots = new Counter({
    name: 'ledger_snapshots_total',
    help: 'State snapshots, by result',
    labelNames: ['result'],
    registers,
  })
  // An increase from nothing would not be seen.
  for (const result of COMMAND_RESULTS) commands.zero({ result })
  for (const result of snapshotResults) snapshots.inc({ result }, 0)
  return {
    onSnapshot: (result) => snapshots.inc({ result }),
    onBatch({ commands: count, ms }) {
      sizes.observe(count)
      for (const [phase, each] of Object.entries(ms)) phases.observe({ phase }, each / 1_000)
    },
    watchBook: (book) => ({
      ...book,
      async submit(item) {
        const end = commands.startTimer()
        try {
          const result = await book.submit(item)
          end({ result: result.accepted ? 'accepted' : 'refused' })
          if (!result.accepted) refusals.inc({ code: result.refusal.code })
          return result
        } catch (error) {
          end({ result: resultOf(error) })
          throw error
        }
      },
    }),
  }
}
