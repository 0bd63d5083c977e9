import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Pool } from 'pg'
import { endOfRecords } from '../../db/wal-position.ts'
import { openSamples, queryPlace, REPLICA_PLACE } from './log-places.ts'

// Decides which replica a read may use. We judge a replica's lag by log positions alone. Clocks
// differ, and a replica that is cut off believes it is up to date.
//
// After a failover that lost the end of the log, a replica may still have that end. Its position
// looks up to date, but what it shows was lost, and it can't follow the new primary. We recognize
// it in two ways: it has replayed more than the primary had written later, or it doesn't have the
// primary's latest term of the ledger's leader.

type ReplicaPools = {
  /** The name for metrics and the log, without credentials. */
  readonly name: string
  readonly pool: Pool
  /**
   * Connections for checks. A pool of their own, so that a busy one doesn't look like a dead
   * replica.
   */
  readonly checks: Pool
}

export type Replica = ReplicaPools & {
  /** Milliseconds since it last had everything that the primary had. */
  lagMs(): number
  isUp(): boolean
  /** A read failed there. No other read uses it until it passes a check. */
  recordFailure(error: unknown): void
  /**
   * Listens for failed checks, because one failed read says little about the others.
   * @returns stops listening
   */
  onDown(listener: Listener): () => void
}

type Listener = (error: unknown) => void

export type Replicas = {
  readonly all: readonly Replica[]
  /**
   * A replica that has what the caller has seen, possibly after a moment; null if there is none.
   * @param seen null: any replica that doesn't lag far behind
   */
  choose(seen: bigint | null): Promise<Replica | null>
  /** Waits, but not for long, until every usable replica has reached a position. */
  caughtUp(position: bigint): Promise<void>
  stop(): void
}

/** A replica that lags further than this answers no reads. */
const MAX_LAG_MS = 5_000
const ROUND_MS = 1_000
/** How old a replica's position may be, and how long a read waits for it to advance. */
const FRESH_MS = 50
const READ_WAIT_MS = 50
const NOTICE_WAIT_MS = 100
const STEP_MS = 5
/** The primary can't write this much in one round, so a client made such a position up. */
const MAX_AHEAD_BYTES = 1n << 36n

type Known = {
  readonly pools: ReplicaPools
  replayed: bigint
  /** The leader's term that its data has. */
  term: string
  /** The position at which it had more than the primary; null once it has moved on from there. */
  aheadAt: bigint | null
  /** Since when its log isn't the primary's; null while it is. */
  apartSince: number | null
  isUp: boolean
  /** False while it answers as the primary, because the list may name all servers. */
  isStandby: boolean
  /** When the last check that updated `replayed` began. */
  askedAt: number
  asking: Promise<void> | null
  readonly listeners: Set<Listener>
}

type Options = {
  readonly primary: Pool
  readonly replicas: readonly ReplicaPools[]
  readonly log: Logger
}

export async function openReplicas({ primary, replicas, log }: Options): Promise<Replicas> {
  const known = replicas.map(uncheckedReplica)
  let turn = 0

  const { newest, term, sample, hasFirst, ageOfFirstAfter } = openSamples(primary)
  const ask = (each: Known): Promise<void> => askOnce(each, newest, log)
  const lagMs = (each: Known): number => lagOf(each, ageOfFirstAfter(each.replayed))
  const isApart = (each: Known): boolean =>
    each.isStandby && (each.aheadAt !== null || each.term !== (term() ?? each.term))
  const isNear = (each: Known): boolean => hasFirst(each.replayed) && lagMs(each) <= MAX_LAG_MS
  const isUsable = (each: Known): boolean =>
    each.isUp && each.isStandby && !isApart(each) && isNear(each)
  const all = known.map((each) => replicaOf(each, () => lagMs(each), log))
  const handleOf = (each: Known): Replica | null => all[known.indexOf(each)] ?? null

  const round = async (): Promise<void> => {
    await Promise.all([compareAhead(known, sample), ...known.map(ask)])
    for (const each of known) {
      each.apartSince = isApart(each) ? (each.apartSince ?? performance.now()) : null
    }
  }
  let rounding: Promise<void> | null = round()
  await rounding
  const timer = setInterval(() => {
    rounding ??= round().finally(() => (rounding = null))
  }, ROUND_MS).unref()
  rounding = null

  /** Checks all replicas with an older position, and returns those that have reached this one. */
  const reached = async (position: bigint, maxAgeMs: number): Promise<Known[]> => {
    const usable = known.filter(isUsable)
    const behind = usable.filter(({ replayed }) => replayed < position)
    const now = performance.now()
    const old = behind.filter(({ askedAt }) => now - askedAt > maxAgeMs)
    await Promise.all(old.map(ask))
    return usable.filter((each) => each.isUp && each.replayed >= position)
  }
  return {
    all,
    async choose(seen) {
      turn = (turn + 1) % known.length
      const inTurn = (list: Known[]): Replica | null => {
        const each = list[turn % list.length]
        return each ? handleOf(each) : null
      }
      if (seen === null) return inTurn(known.filter(isUsable))
      if (seen > newest() + MAX_AHEAD_BYTES) return null
      const needed = endOfRecords(seen)
      const until = performance.now() + READ_WAIT_MS
      for (let maxAgeMs = FRESH_MS; ; maxAgeMs = STEP_MS) {
        const there = await reached(needed, maxAgeMs)
        if (there.length > 0) return inTurn(there)
        if (performance.now() > until || !known.some(isUsable)) return null
        await sleep(STEP_MS)
      }
    },
    async caughtUp(position) {
      const needed = endOfRecords(position)
      const until = performance.now() + NOTICE_WAIT_MS
      for (;;) {
        const there = await reached(needed, STEP_MS)
        if (there.length === known.filter(isUsable).length || performance.now() > until) return
        await sleep(STEP_MS)
      }
    },
    stop: () => clearInterval(timer),
  }
}

/** A replica with another log lags since we noticed that, whatever its position. */
function lagOf({ isStandby, apartSince }: Known, missedMs: number): number {
  if (!isStandby) return 0
  return apartSince === null ? missedMs : Math.max(performance.now() - apartSince, missedMs)
}

const uncheckedReplica = (pools: ReplicaPools): Known => ({
  pools,
  replayed: 0n,
  term: '',
  aheadAt: null,
  apartSince: null,
  isUp: false,
  isStandby: true,
  askedAt: -Infinity,
  asking: null,
  listeners: new Set(),
})

const replicaOf = (each: Known, lagMs: () => number, log: Logger): Replica => ({
  ...each.pools,
  lagMs,
  isUp: () => each.isUp,
  recordFailure: (error) => setUp(each, false, log, error),
  onDown(listener) {
    each.listeners.add(listener)
    return () => void each.listeners.delete(listener)
  },
})

/**
 * Records which replicas had more than the primary had when we asked it later. Only a lost end of
 * the log explains that.
 */
async function compareAhead(
  known: readonly Known[],
  sample: () => Promise<bigint | null>,
): Promise<void> {
  const had = known.map((each) => ({ each, before: each.replayed }))
  const primary = await sample()
  if (primary === null) return
  for (const { each, before } of had) {
    if (before > primary) each.aheadAt = before
    else if (each.replayed !== each.aheadAt) each.aheadAt = null
  }
}

/** Asks a replica for its position. Simultaneous callers share one answer. */
function askOnce(each: Known, newest: () => bigint, log: Logger): Promise<void> {
  each.asking ??= queryOnce(each, newest, log).finally(() => (each.asking = null))
  return each.asking
}

async function queryOnce(each: Known, newest: () => bigint, log: Logger): Promise<void> {
  const at = performance.now()
  try {
    const { position, term } = await queryPlace(each.pools.checks, REPLICA_PLACE)
    each.isStandby = position !== null
    each.replayed = position ?? 0n
    each.term = term
    each.askedAt = at
    setUp(each, true, log)
  } catch (error) {
    // A primary that can't be reached is about to be replaced. Until now, it had everything.
    if (!each.isStandby) Object.assign(each, { isStandby: true, replayed: newest() })
    setUp(each, false, log, error)
    for (const listener of each.listeners) listener(error)
  }
}

function setUp(each: Known, isUp: boolean, log: Logger, error?: unknown): void {
  if (each.isUp === isUp) return
  each.isUp = isUp
  const replica = each.pools.name
  if (isUp) log.info({ replica }, 'a replica answers: it gets reads again')
  else log.warn({ err: error, replica }, 'a replica failed: it gets no reads')
}
