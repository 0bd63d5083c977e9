/**
 * A ledger process: loads the state, follows the log, and leads as soon as it gets the leader lock.
 * The lock belongs to a session, so the database passes it on when this process dies.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  foundBook,
  LIMITS,
  makeBook,
  openMemory,
  reloadMemory,
  type Book,
  type BookOptions,
  type Lead,
} from '../book/book.ts'
import { BrokenLog, type Memory } from '../book/state/catch-up.ts'
import { LostHistory, type Fence } from '../book/head.ts'
import { recordLoss } from '../book/lost-history.ts'
import { RecentOutcomes } from '../book/state/recent-outcomes.ts'
import { NotLeader } from '../book/submission.ts'
import type { Leader } from '../forward/find-leader.ts'
import type { DirectSession } from './direct-session.ts'
import { elect, type Election } from './election.ts'
import { startFollowing, type Follower } from './follow.ts'
import { freeOldLock, openLockSession, tryLeaderLock } from './locks.ts'
import { tellSeldom } from './tell-seldom.ts'

const RETRY_MS = 100
/** The next start of a standby that crashed then replays about an hour of commands. */
const SAVE_EVERY_MS = 3_600_000

/** `refused`: this process can't follow the log, and must not lead. */
type LedgerRole = 'standby' | 'leading' | 'refused' | 'stopping'

export type LedgerOptions = BookOptions & {
  readonly directUrl: string
  readonly holder: string
  readonly places: NonNullable<Election['places']>
  /** How often a standby saves its state. */
  readonly saveEveryMs?: number
}

export type Ledger = {
  readonly book: Book
  role(): LedgerRole
  /** The epoch that this process leads, or led last. */
  epoch(): number
  /** The leader, as far as this process knows. */
  leader(): { epoch: number; address: string | null }
  /** Called with what the database reports about the leader. */
  hear(leader: Pick<Leader, 'epoch' | 'address' | 'holder'>): void
  lag(): number
  /** Called for commands of other processes whose digest differs here. */
  mismatches(): number
  /** Hands over: accepts no more commands, finishes those it has, and frees the lock. */
  stop(): Promise<void>
}

export const newHolder = (): string => randomUUID()

export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const memory = await openMemory(options)
  const candidate = new Candidate(options, memory)
  candidate.start()
  return candidate
}

class Candidate implements Ledger {
  readonly book: Book
  readonly #options: LedgerOptions
  readonly #memory: Memory
  readonly #recent = new RecentOutcomes()
  readonly #log: Logger
  readonly #writer: ReturnType<typeof makeBook>
  readonly #follower: Follower
  readonly #stop = Promise.withResolvers<void>()
  #role: LedgerRole = 'standby'
  #epoch = 0
  #known: { epoch: number; address: string | null } = { epoch: 0, address: null }
  #mismatches = 0
  #endTerm: () => void = () => {}
  #running: Promise<void> = Promise.resolve()
  #savedAt = performance.now()
  #saving: Promise<void> | null = null

  constructor(options: LedgerOptions, memory: Memory) {
    this.#options = options
    this.#memory = memory
    this.#log = options.log
    this.#writer = makeBook(options, memory, this.#recent)
    const { book } = this.#writer
    this.book = {
      ...book,
      submit: (item) =>
        this.#role === 'leading'
          ? book.submit(item)
          : Promise.reject(new NotLeader('this process does not lead the ledger')),
    }
    const { db, directUrl, log, holder } = options
    this.#follower = startFollowing({
      db,
      memory,
      directUrl,
      log,
      recent: this.#recent,
      name: `follow:${holder}`,
      onRound: () => this.#reloadSuspect(),
      onFollowed: () => this.#saveOften(),
      onLost: (error) => this.#reload(error),
      onBroken: (error) => this.#refuse(error),
    })
  }

  role = (): LedgerRole => this.#role
  epoch = (): number => this.#epoch
  leader = () => (this.#role === 'leading' ? this.#own() : this.#known)
  #own = () => ({ epoch: this.#epoch, address: this.#options.places.address })
  lag = (): number => (this.#role === 'leading' ? 0 : this.#follower.lag())
  mismatches = (): number => this.#mismatches

  hear({ epoch, address, holder }: Parameters<Ledger['hear']>[0]): void {
    this.#known = { epoch, address }
    // Senders follow the leader that the database names, so this process must not wait for them. A
    // batch would notice, but there may never be one.
    const isReplaced = holder !== this.#options.holder && epoch > this.#epoch
    if (this.#role === 'leading' && isReplaced) this.#endTerm()
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    const isRefused = this.#role === 'refused'
    this.#role = 'stopping'
    this.#stop.resolve()
    this.#endTerm()
    await this.#running
    await this.#follower.stop()
    await this.#saving
    // The next start must not begin with a state that can't follow the log.
    if (!isRefused) await this.#writer.book.close()
  }

  /** A leader reloads before its next batch. A standby has no batches. */
  async #reloadSuspect(): Promise<void> {
    const suspicion = this.#writer.suspicion()
    if (suspicion) await this.#reload(suspicion)
  }

  /** A standby serves no commands, so saving its state doesn't delay any. */
  #saveOften(): void {
    const { kept, saveEveryMs = SAVE_EVERY_MS } = this.#options
    if (!kept || this.#role !== 'standby' || this.#saving || this.#writer.suspicion()) return
    if (performance.now() - this.#savedAt < saveEveryMs) return
    this.#savedAt = performance.now()
    this.#saving = kept.save(this.#memory, true).finally(() => (this.#saving = null))
  }

  async #run(): Promise<void> {
    const tell = tellSeldom(this.#log, 'this process cannot lead right now')
    while (this.#role === 'standby') {
      try {
        await this.#seekAndLead()
      } catch (error) {
        if (error instanceof BrokenLog) this.#refuse(error)
        else {
          tell(error)
          await Promise.race([sleep(RETRY_MS), this.#stop.promise])
        }
      }
    }
  }

  /** Waits for the lock, and leads for as long as it holds it. */
  async #seekAndLead(): Promise<void> {
    const { directUrl, holder } = this.#options
    const session = await openLockSession(directUrl, holder)
    try {
      const locked = this.#waitForLock(session)
      // If the session ends during the query, it is rejected or never answered.
      const isOver = await Promise.race([
        locked.then(() => false),
        session.ended.then(() => true),
        this.#stop.promise.then(() => true),
      ])
      locked.catch(() => {})
      if (isOver || this.#role !== 'standby') return
      await this.#follower.pause()
      // Following may have found a fault that rules out leading.
      if (this.#role === 'standby') await this.#leadUntil(session)
    } finally {
      this.#writer.endTerm()
      if (this.#role === 'leading') {
        this.#role = 'standby'
        this.#savedAt = performance.now()
      }
      await this.#writer.drain()
      await session.end()
      if (this.#role === 'standby') this.#follower.resume()
    }
  }

  async #waitForLock(session: DirectSession): Promise<void> {
    while (this.#role === 'standby' && !(await tryLeaderLock(session)));
  }

  async #leadUntil(session: DirectSession): Promise<void> {
    const { promise: deposed, resolve } = Promise.withResolvers<void>()
    this.#endTerm = resolve
    await this.#reloadSuspect()
    const renew: Lead['renew'] = () => this.#elect(session)
    const fence = await renew()
    await freeOldLock(session)
    this.#writer.lead({ fence, renew, onDeposed: resolve })
    if (this.#role !== 'standby') return
    this.#role = 'leading'
    this.#log.warn({ epoch: fence.epoch }, 'this process leads the ledger')
    await foundBook(this.book, this.#memory)
    await Promise.race([session.ended, deposed])
    this.#log.warn({ epoch: fence.epoch }, 'this process no longer leads the ledger')
  }

  async #elect(lock: DirectSession): Promise<Exclude<Fence, 'shared'>> {
    const { db, holder, places, limits } = this.#options
    const election: Election = {
      db,
      holder,
      lock,
      places,
      memory: this.#memory,
      limits: { ...LIMITS, ...limits },
      recent: this.#recent,
    }
    for (;;) {
      try {
        const fence = await elect(election)
        this.#epoch = fence.epoch
        return fence
      } catch (error) {
        if (!(error instanceof LostHistory)) throw error
        await this.#reload(error)
      }
    }
  }

  async #reload(error: Error): Promise<void> {
    if (error instanceof LostHistory) {
      this.#log.error({ err: error }, 'the database lost commands: reloading memory')
      await recordLoss(this.#options.db, error)
    }
    this.#recent.clear()
    // If the load fails, the next round tries again, and this process neither leads nor saves.
    this.#writer.distrust(error)
    await reloadMemory(this.#memory, this.#options)
    this.#writer.distrust(null)
    // Instead of what may have been saved meanwhile.
    this.#savedAt = -Infinity
  }

  /** Stays up, so that its metrics raise the alert, but never leads. */
  #refuse(error: Error): void {
    this.#mismatches += 1
    this.#log.fatal({ err: error }, 'this process cannot follow the ledger and gives up')
    if (this.#role !== 'stopping') this.#role = 'refused'
    this.#stop.resolve()
  }
}
