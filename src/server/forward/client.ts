/**
 * A ledger writer in another process. Commands that arrive while an envelope awaits its first
 * result go out together. After a lost connection, the submissions without an answer go to
 * the next leader, which answers what is done already: nothing is done twice.
 */
import { atMostEvery } from '../../clock/waits.ts'
import type { Book } from '../book/book.ts'
import type { Context } from '../context.ts'
import { BookUnavailable, DatabaseRefuses, NotLeader, OutcomeUnknown } from '../book/submission.ts'
import { readLeader, type Leader } from './find-leader.ts'
import { Flights, openItems, UNKNOWN, type Flight } from './flights.ts'
import type { LedgerTls } from '../config/ledger-settings.ts'
import { dropAnswered, makePending, takeItems, type Pending } from './pending.ts'
import { NotReached, type Reply } from './post.ts'
import { isRefusing, type DatabaseState } from '../book/waiting.ts'
import { readResult } from './read-result.ts'
import {
  Busy,
  MOST_WAITING,
  CHECKS_SESSIONS,
  OLDEST_PROTOCOL,
  readAnswer,
  readLine,
  Redirect,
  type Results,
} from './wire.ts'

/**
 * While an envelope awaits its first result, new commands wait at most this long so that they can
 * go out together. The leader would put them into its next batch anyway, and an envelope costs as
 * much as twenty commands.
 */
const GATHER_MS = 50
/**
 * The pause between tries while no leader accepts our commands. A standby takes over within
 * milliseconds.
 */
const RETRY_MS = 25
/** The longest that a busy leader can make us wait. */
const MAX_BUSY_MS = 1_000
/** A frozen or disconnected leader doesn't respond, so we ask the database who leads. */
const ASK_EVERY_MS = 250
const TELL_EVERY_MS = 10_000

export type ForwardOptions = Pick<Context, 'db' | 'log'> & {
  readonly token: string
  readonly tls: LedgerTls | null
  /** Called with each envelope's duration in milliseconds and its number of commands. */
  readonly onEnvelope?: (ms: number, items: number) => void
  /** Called with the number of commands that we have to send again. */
  readonly onRetry?: (items: number) => void
  /** Called with the current leader each time this process looks it up. */
  readonly onLeader?: (leader: Leader) => void
}

const noop = (): null => null

const describeRefusal = (status: number, text: string): string =>
  status === 401
    ? 'the ledger port refused this process: its LEDGER_SECRET_… differs from the one of the ' +
      'ledger process, or its certificate is of another role'
    : `the ledger port answered ${status}: ${text.slice(0, 200)}`

/**
 * Opens a ledger writer that forwards commands. Opening it needs no leader, only its answers do.
 */
export async function openForwardedBook(options: ForwardOptions): Promise<Book> {
  return new Forwarder(options, await readLeader(options.db)).book
}

class Forwarder {
  readonly #options: ForwardOptions
  readonly #queue: Pending[] = []
  readonly #flights: Flights
  readonly #reloaded = new Set<() => void>()
  readonly #waiting = new Set<Promise<unknown>>()
  #leader: Leader
  #isScheduled = false
  /** Runs for a while after each envelope. */
  #gathering: NodeJS.Timeout | null = null
  #isFailing = false
  readonly #database: DatabaseState = { refusedAtMs: null }
  #isClosed = false
  #asking: Promise<void> | null = null
  #askedAt = -Infinity
  readonly #mayTell = atMostEvery(TELL_EVERY_MS)
  /** The newest version that the leader accepted when it last answered. */
  #protocol = OLDEST_PROTOCOL

  constructor(options: ForwardOptions, leader: Leader) {
    this.#options = options
    this.#leader = leader
    const { token, tls } = options
    const onWatch = (): void => void this.#askWhoLeads()
    this.#flights = new Flights({ token, tls, onWatch, watchMs: ASK_EVERY_MS })
    options.onLeader?.(leader)
  }

  get book(): Book {
    return {
      submit: (item) => {
        if (this.#isClosed) return Promise.reject(new BookUnavailable('the book is closed'))
        if (this.#queue.length >= MOST_WAITING) {
          return Promise.reject(new BookUnavailable('too many commands wait'))
        }
        const { pending, result } = makePending(item)
        const settled = result.then(noop, noop).finally(() => this.#waiting.delete(settled))
        this.#waiting.add(settled)
        this.#queue.push(pending)
        this.#schedule()
        return result
      },
      // Only the leader knows what a command did, and tells everyone through the database.
      onCommitted: () => () => {},
      onReloaded: (listener) => {
        this.#reloaded.add(listener)
        return () => void this.#reloaded.delete(listener)
      },
      status: () => {
        if (performance.now() - this.#askedAt > ASK_EVERY_MS) void this.#askWhoLeads()
        const queued = this.#queue.length
        return { ...this.#leader.size, queued, bytes: 0, isRefusing: isRefusing(this.#database) }
      },
      checksSessions: () => this.#protocol >= CHECKS_SESSIONS,
      close: async () => {
        this.#isClosed = true
        await Promise.all(this.#waiting)
        if (this.#gathering) clearTimeout(this.#gathering)
        this.#flights.close()
      },
    }
  }

  /** Sends all commands of this turn of the event loop together. */
  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#pump()
    })
  }

  #hasRoom(): boolean {
    if (this.#isFailing) return this.#flights.size === 0
    const { load } = this.#flights
    return load === 'answered' || (load === 'unanswered' && this.#gathering === null)
  }

  #pump(): void {
    // An envelope that fails before we send it has already put its commands back into the queue.
    while (!this.#isScheduled && this.#queue.length > 0 && this.#hasRoom()) {
      if (this.#leader.address === null) {
        dropAnswered(this.#queue)
        return this.#queue.length > 0 ? this.#retry([], RETRY_MS) : undefined
      }
      const items = takeItems(this.#queue)
      if (items.length > 0) void this.#send(items, this.#leader.address)
    }
  }

  /** Sends the commands that wait for a slow envelope's first result. */
  #gather(): void {
    if (this.#gathering) clearTimeout(this.#gathering)
    this.#gathering = setTimeout(() => {
      this.#gathering = null
      this.#schedule()
    }, GATHER_MS)
  }

  async #send(items: readonly Pending[], address: string): Promise<void> {
    const sentAt = performance.now()
    this.#gather()
    const flight = this.#flights.start(this.#leader, items)
    try {
      const reply = await this.#flights.post(flight, address, (line) =>
        this.#settle(flight, readLine(line)),
      )
      this.#flights.end(flight)
      this.#read(flight, reply)
      this.#options.onEnvelope?.(performance.now() - sentAt, items.length)
    } catch (error) {
      this.#flights.end(flight)
      const left = openItems(flight)
      if (!(error instanceof NotReached)) for (const item of left) item.mayBeDone = true
      this.#tell(error, 'the ledger’s leader does not answer')
      this.#retry(left, RETRY_MS)
    }
    this.#schedule()
  }

  #read(flight: Flight, { status, text, protocol }: Reply): void {
    this.#protocol = protocol
    if (status === 200) {
      if (text !== '') this.#settle(flight, readAnswer(text))
      if (flight.open.size > 0) throw new Error('the answer has too few results')
      return
    }
    const { items } = flight
    if (status === 503) {
      const { retryMs } = Busy.parse(JSON.parse(text))
      return this.#retry(items, Math.min(Math.max(retryMs, 0), MAX_BUSY_MS))
    }
    if (status === 409) {
      const { epoch, address } = Redirect.parse(JSON.parse(text))
      const isNewer = address !== null && epoch > this.#leader.epoch
      if (isNewer) this.#leader = { ...this.#leader, epoch, address, holder: UNKNOWN }
      return this.#retry(items, isNewer ? 0 : RETRY_MS)
    }
    this.#tell(new Error(describeRefusal(status, text)), 'refused')
    if (status === 400 || status === 426) return this.#endUndone(items)
    // A leader that fails may already have run them. A leader that refuses has done nothing.
    if (status >= 500) for (const item of items) item.mayBeDone = true
    // Another process may accept them until their callers give up.
    this.#retry(items, ASK_EVERY_MS)
  }

  /**
   * A leader with an incompatible version read none of them. Those that it can check will come
   * again without the others, which therefore can't wait for another leader.
   */
  #endUndone(items: readonly Pending[]): void {
    const needCheck = items.filter(({ needsCheck }) => needsCheck)
    for (const item of needCheck.length > 0 ? needCheck : items) {
      if (!item.mayBeDone)
        item.answer(new BookUnavailable('the ledger process is of another version'))
      else if (item.needsCheck) item.answer(new OutcomeUnknown())
    }
    this.#retry(items, ASK_EVERY_MS)
  }

  #settle({ items, open }: Flight, { at, results }: Results): void {
    // Check all positions before we settle any command, so that none is lost.
    const isValid = new Set(at).size === at.length && at.every((place) => open.has(place))
    if (!isValid) throw new Error('a result belongs to no command')
    const again: Pending[] = []
    for (const [i, place] of at.entries()) {
      const item = items[place]
      open.delete(place)
      if (!item) continue
      const result = readResult(results[i])
      if (result instanceof DatabaseRefuses) this.#database.refusedAtMs = performance.now()
      else if (!(result instanceof Error)) this.#database.refusedAtMs = null
      const isUnknown = result instanceof OutcomeUnknown
      item.mayBeDone ||= isUnknown
      // If this leader can't look it up now, an earlier leader may still have run it.
      const isOpen = isUnknown || (item.mayBeDone && result instanceof BookUnavailable)
      if (isOpen || result instanceof NotLeader) again.push(item)
      else item.answer(result)
    }
    if (again.length > 0) this.#retry(again, RETRY_MS)
    else this.#isFailing = false
    this.#schedule()
  }

  /**
   * Puts the commands back at the front of the queue, looks up the leader, and continues after a
   * moment.
   */
  #retry(items: readonly Pending[], afterMs: number): void {
    const live = items.filter(({ isAnswered }) => !isAnswered)
    for (const item of live) item.isSent = false
    this.#queue.unshift(...live)
    if (live.length > 0) this.#options.onRetry?.(live.length)
    this.#isFailing = afterMs > 0
    const asked = this.#askWhoLeads()
    if (afterMs === 0) return this.#schedule()
    if (this.#isScheduled) return
    this.#isScheduled = true
    setTimeout(() => {
      void asked.then(() => {
        this.#isScheduled = false
        this.#pump()
        return undefined
      })
    }, afterMs)
  }

  #askWhoLeads(): Promise<void> {
    if (this.#isClosed && this.#waiting.size === 0) return Promise.resolve()
    this.#askedAt = performance.now()
    this.#asking ??= readLeader(this.#options.db)
      .then((leader) => this.#follow(leader))
      .catch((error: unknown) => this.#tell(error, 'the database does not say who leads'))
      .finally(() => (this.#asking = null))
    return this.#asking
  }

  #follow(leader: Leader): void {
    if (leader.losses > this.#leader.losses) for (const listener of this.#reloaded) listener()
    this.#leader = leader
    this.#options.onLeader?.(leader)
    this.#flights.abortOthers(leader)
  }

  #tell(error: unknown, what: string): void {
    if (this.#mayTell()) this.#options.log.warn({ err: error }, what)
  }
}
