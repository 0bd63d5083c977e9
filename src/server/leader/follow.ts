/** A standby writer: follows the log in the background, so that it can lead at any moment. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import { BrokenLog, catchUp, type Memory } from '../book/state/catch-up.ts'
import { LostHistory } from '../book/head.ts'
import type { RecentOutcomes } from '../book/state/recent-outcomes.ts'
import { openSession, type DirectSession } from './direct-session.ts'
import { requireHistory } from './election.ts'
import { tellSeldom } from './tell-seldom.ts'

/** Each batch sends a notification. This interval covers lost ones. */
const POLL_MS = 1_000
const RETRY_MS = 250

export type FollowOptions = {
  readonly db: Db
  readonly memory: Memory
  readonly recent: RecentOutcomes
  readonly directUrl: string
  readonly name: string
  readonly log: Logger
  /** Called before each round. */
  readonly onRound?: () => Promise<void>
  /** Called after each round, while memory is at its position in the log. Must not wait. */
  readonly onFollowed?: () => void
  /** The database lost commands that we followed. Record that, and reload memory. */
  readonly onLost: (error: LostHistory) => Promise<void>
  /** We can't follow the log, because our memory or rules differ from the writer's. */
  readonly onBroken: (error: BrokenLog) => void
}

export type Follower = {
  /** Ends the current round and pauses. Memory belongs to the caller until `resume`. */
  pause(): Promise<void>
  resume(): void
  stop(): Promise<void>
  /** How many commands of the log aren't in memory yet, as far as we know. */
  lag(): number
}

export function startFollowing(options: FollowOptions): Follower {
  const { memory, log } = options
  const stopping = new AbortController()
  let announcedSeq = memory.seq
  let isPaused = false
  let round: Promise<void> = Promise.resolve()
  let wake = Promise.withResolvers<void>()

  // Any role may send a notification with any text, so it counts only until we have checked.
  const onNotice = (payload: string): void => {
    const seq = Number(payload)
    if (Number.isSafeInteger(seq)) announcedSeq = Math.max(announcedSeq, seq)
    wake.resolve()
  }
  const follow = async (): Promise<void> => {
    try {
      await options.onRound?.()
      announcedSeq = await followOnce(options)
      options.onFollowed?.()
    } catch (error) {
      if (error instanceof LostHistory) {
        await options.onLost(error)
        announcedSeq = memory.seq
      } else if (error instanceof BrokenLog) {
        isPaused = true
        options.onBroken(error)
      } else throw error
    }
  }
  const listener = openListener(options, onNotice)
  const tell = tellSeldom(log, 'the log cannot be followed right now')
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await listener.listen()
        wake = Promise.withResolvers<void>()
        if (!isPaused) await (round = follow())
      } catch (error) {
        tell(error)
        await sleep(RETRY_MS)
      }
      if (stopping.signal.aborted) break
      const timer = setTimeout(() => wake.resolve(), POLL_MS)
      await wake.promise
      clearTimeout(timer)
    }
    await listener.end()
  }
  const running = loop()
  return {
    async pause() {
      isPaused = true
      await round.catch(() => {})
    },
    resume() {
      isPaused = false
      wake.resolve()
    },
    async stop() {
      stopping.abort()
      wake.resolve()
      await running
    },
    lag: () => Math.max(0, announcedSeq - memory.seq),
  }
}

/** Listens on a dedicated session, and on a new one after that ends. */
function openListener({ directUrl, name }: FollowOptions, onNotice: (payload: string) => void) {
  let session: DirectSession | null = null
  return {
    async listen(): Promise<void> {
      if (session) return
      const opened = await openSession(directUrl, name, { setUp: 'listen book', onNotice })
      session = opened
      void opened.ended.finally(() => {
        if (session === opened) session = null
      })
    },
    end: async (): Promise<void> => session?.end(),
  }
}

/** Applies new commands. The visible part of the log never has gaps, so no lock is needed. */
async function followOnce({ db, memory, recent }: FollowOptions): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const seq = await requireHistory(tx, memory)
    if (seq > memory.seq) await catchUp(tx, memory, (commands) => recent.add(commands))
    return seq
  })
}
