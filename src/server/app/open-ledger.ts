import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { openKysely, type PoolOptions } from '../../db/pool.ts'
import type { Db } from '../../db/types.ts'
import { openBook, type Book } from '../book/book.ts'
import { directUrlOf, type Config } from '../config/config.ts'
import { roles } from '../config/roles.ts'
import { startPublisher } from '../events/publish.ts'
import { openAdmission } from '../forward/allowed-commands.ts'
import { checkLedgerName } from '../forward/check-name.ts'
import { openForwardedBook } from '../forward/client.ts'
import { ledgerPlaces } from '../forward/ledger-address.ts'
import { serveLedger } from '../forward/server.ts'
import { ledgerToken, ledgerTokens } from '../forward/token.ts'
import { serveAlive } from '../leader/alive.ts'
import { newHolder, openLedger } from '../leader/leadership.ts'
import { startEndingApprovals } from '../leader/end-approvals.ts'
import { startExtendingPostings } from '../leader/extend-postings.ts'
import { startRaisingRules } from '../leader/raise-rules.ts'
import { shareLedger } from '../leader/share.ts'
import { startWatchdog } from '../leader/watchdog.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { StopList } from '../startup/stop-list.ts'
import { logEpoch } from '../startup/log.ts'
import { traceCommands } from '../traces/traced-book.ts'
import { productHooks } from './batch-hooks.ts'
import { savedState } from './saved-state.ts'

const BOOK_CONNECTIONS = 3
/** Shorter than the eight seconds that the ledger writer's callers wait. */
const bookLimits = { connectTimeoutMs: 3_000, answerTimeoutMs: 6_500 }

export type Connect = (
  name: string,
  connectionString: string,
  maxConnections: number,
  limits?: Pick<PoolOptions, 'connectTimeoutMs' | 'answerTimeoutMs'>,
) => Pool

export type LedgerParts = {
  readonly config: Config
  readonly db: Db
  readonly log: Logger
  readonly stops: StopList
  readonly stopping: AbortSignal
  readonly metrics: Metrics
  readonly connect: Connect
}

/**
 * Opens the ledger for this process's role: its own, a candidate for leading it, or a client that
 * forwards commands.
 */
export function openProcessLedger(parts: LedgerParts): Promise<Book> {
  switch (roles[parts.config.part].ledger) {
    case 'own':
      return openOwn(parts)
    case 'leads':
      return openCandidate(parts)
    case 'forwards':
      return openForwarding(parts)
  }
}

/** Separate connections, so that the single writer never queues behind many readers. */
function writing({ config, connect, log, metrics }: LedgerParts, name: string) {
  const pool = connect(name, directUrlOf(config), BOOK_CONNECTIONS, bookLimits)
  const { onBatch } = metrics
  const db = openKysely(pool)
  const kept = savedState(config, db, metrics, log)
  return { db, pool, log, onBatch, kept, hooks: productHooks(config) }
}

async function openOwn(parts: LedgerParts): Promise<Book> {
  await shareLedger(parts.db, directUrlOf(parts.config))
  const own = writing(parts, 'book')
  const book = await openBook(own)
  parts.stops.add('book', () => book.close())
  raiseWhile({ ...parts, pool: own.pool }, book, () => true)
  return traceCommands(book, 'command')
}

function raiseWhile(
  parts: LedgerParts & { pool: Pool },
  book: Book,
  isLeading: () => boolean,
): void {
  const raising = startRaisingRules({ ...parts, book }, isLeading)
  parts.stops.add('rules', () => raising.stop())
  const ending = startEndingApprovals({ ...parts, book }, isLeading)
  parts.stops.add('approvals', () => ending.stop())
  const extending = startExtendingPostings(parts, isLeading)
  parts.stops.add('partitions', () => extending.stop())
}

async function openForwarding({ config, db, log, stops, metrics }: LedgerParts): Promise<Book> {
  const { ledgerTls: tls } = config
  const token = ledgerToken(config, roles[config.part].sends)
  const { onEnvelope, onRetry } = metrics
  let epoch: number | undefined
  logEpoch(() => epoch)
  const onLeader = (leader: { epoch: number }): void => void (epoch = leader.epoch)
  const options = { db, log, token, tls, onEnvelope, onRetry, onLeader }
  const book = await openForwardedBook(options)
  stops.add('book', () => book.close())
  return traceCommands(book, 'forward')
}

async function openCandidate(parts: LedgerParts): Promise<Book> {
  const { config, db, log, stops, metrics } = parts
  const { ledgerTls: tls } = config
  const places = ledgerPlaces(config, tls)
  // It can take many seconds, and the start doesn't depend on it.
  void checkLedgerName(places.commands.address, log)
  const holder = newHolder()
  const tokens = ledgerTokens(config)
  const own = writing(parts, `ledger:${holder}`)
  const ledger = await openLedger({
    ...own,
    directUrl: directUrlOf(config),
    holder,
    places: { address: places.commands.address, aliveAddress: places.alive.address },
  })
  const book = traceCommands(ledger.book, 'command')
  logEpoch(() => ledger.leader().epoch)
  const position = () => ({ epoch: ledger.epoch(), seq: book.status().seq })
  const stopAlive = await serveAlive({ place: places.alive, tls, tokens }, position, log)
  stops.add('alive', stopAlive)
  const stopWatchdog = startWatchdog({
    db,
    log,
    holder,
    // Any role's token opens /alive.
    token: ledgerToken(config, 'chain'),
    tls,
    onLeader: (leader) => ledger.hear(leader),
    isStandby: () => ledger.role() === 'standby',
  })
  const leading = {
    isOpen: () => ledger.role() === 'leading',
    isStopping: () => ledger.role() === 'stopping',
    known: ledger.leader,
  }
  const admit = openAdmission(config, { db })
  const place = places.commands
  const stopServer = await serveLedger({ book, leading, place, tokens, admit, tls, log })
  stops.add('ledger port', stopServer)
  const stopPublisher = startPublisher(book, db, (error) =>
    log.warn({ err: error }, 'changes were not announced'),
  )
  metrics.watchLedger(ledger)
  stops.add('ledger', async () => {
    stopWatchdog()
    await ledger.stop()
    await stopPublisher()
  })
  raiseWhile({ ...parts, pool: own.pool }, book, () => ledger.role() === 'leading')
  return book
}
