import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Pool } from 'pg'
import { preparing } from '../../db/pool.ts'
import { endOfRecords, parsePosition } from '../../db/wal-position.ts'

// Which replica a read may use. We know how far each one is from the positions alone: clocks
// differ, and a replica that is cut off believes that it is up to date.

type ReplicaPools = {
  /** For metrics and the log, without credentials. */
  readonly name: string
  readonly pool: Pool
  /** Asks how it is. Apart, so that a busy pool doesn't look like a replica that is down. */
  readonly checks: Pool
}

export type Replica = ReplicaPools & {
  /** Milliseconds since it last had everything that the primary had. */
  lagMs(): number
  isUp(): boolean
  /** A read failed there. No other one goes there until it answers a check. */
  noteFailure(error: unknown): void
  /** Tells that a check failed: one read that fails says little about others. @returns the end */
  onDown(listener: Listener): () => void
}

type Listener = (error: unknown) => void

export type Replicas = {
  readonly all: readonly Replica[]
  /**
   * A replica that has what the caller has seen, which may take a moment; null if there is none.
   * @param seen null: any replica that isn't far behind
   */
  choose(seen: bigint | null): Promise<Replica | null>
  /** Waits until every usable replica is there, but not for long. */
  caughtUp(position: bigint): Promise<void>
  stop(): void
}

/** A replica further behind than this answers no reads. */
const MOST_LAG_MS = 5_000
const ROUND_MS = 1_000
/** Ten minutes of the primary's positions, one for each round. */
const MOST_SAMPLES = 600
/** How old a replica's position may be, and how long a read waits for it to advance. */
const FRESH_MS = 50
const READ_WAIT_MS = 50
const NOTICE_WAIT_MS = 100
const STEP_MS = 5
/** The primary can't write this much in one round, so such a position isn't ours. */
const MOST_AHEAD_BYTES = 1n << 36n

const PRIMARY_POSITION = 'select pg_current_wal_flush_lsn()::text as position'
const REPLICA_POSITION = `select case when pg_is_in_recovery()
  then coalesce(pg_last_wal_replay_lsn(), '0/0')::text end as position`

type Known = {
  readonly pools: ReplicaPools
  replayed: bigint
  isUp: boolean
  /** False for the primary itself: a list may name all servers, whichever is the primary. */
  isStandby: boolean
  /** When the last check began that brought `replayed`. */
  askedAt: number
  asking: Promise<void> | null
  readonly listeners: Set<Listener>
}

type Sample = { readonly at: number; readonly position: bigint }

type Options = {
  readonly primary: Pool
  readonly replicas: readonly ReplicaPools[]
  readonly log: Logger
}

export async function openReplicas({ primary, replicas, log }: Options): Promise<Replicas> {
  const known = replicas.map(unasked)
  let turn = 0

  const { newest, sample, ageOfFirstAfter } = openSamples(primary)
  const lagMs = ({ replayed, isStandby }: Known): number =>
    isStandby ? ageOfFirstAfter(replayed) : 0
  const isUsable = (each: Known): boolean =>
    each.isUp && each.isStandby && lagMs(each) <= MOST_LAG_MS
  const all = known.map((each) => replicaOf(each, () => lagMs(each), log))
  const handleOf = (each: Known): Replica | null => all[known.indexOf(each)] ?? null

  const round = async (): Promise<void> => {
    await Promise.all([sample(), ...known.map((each) => ask(each, log))])
  }
  let rounding: Promise<void> | null = round()
  await rounding
  const timer = setInterval(() => {
    rounding ??= round().finally(() => (rounding = null))
  }, ROUND_MS).unref()
  rounding = null

  /** Asks all whose position is older, and returns those that are there. */
  const reached = async (position: bigint, maxAgeMs: number): Promise<Known[]> => {
    const usable = known.filter(isUsable)
    const behind = usable.filter(({ replayed }) => replayed < position)
    const now = performance.now()
    const old = behind.filter(({ askedAt }) => now - askedAt > maxAgeMs)
    await Promise.all(old.map((each) => ask(each, log)))
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
      if (seen > newest() + MOST_AHEAD_BYTES) return null
      const needed = endOfRecords(seen)
      const until = performance.now() + READ_WAIT_MS
      for (let maxAgeMs = FRESH_MS; ; maxAgeMs = STEP_MS) {
        const there = await reached(needed, maxAgeMs)
        if (there.length > 0) return inTurn(there)
        if (performance.now() > until || !known.some(isUsable)) return null
        await wait(STEP_MS)
      }
    },
    async caughtUp(position) {
      const needed = endOfRecords(position)
      const until = performance.now() + NOTICE_WAIT_MS
      for (;;) {
        const there = await reached(needed, STEP_MS)
        if (there.length === known.filter(isUsable).length || performance.now() > until) return
        await wait(STEP_MS)
      }
    },
    stop: () => clearInterval(timer),
  }
}

const unasked = (pools: ReplicaPools): Known => ({
  pools,
  replayed: 0n,
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
  noteFailure: (error) => setUp(each, false, log, error),
  onDown(listener) {
    each.listeners.add(listener)
    return () => void each.listeners.delete(listener)
  },
})

/** Where the primary was, second by second. */
function openSamples(primary: Pool) {
  const samples: Sample[] = []
  return {
    newest: (): bigint => samples.at(-1)?.position ?? 0n,
    /** Without the primary, the replicas are as far behind as they were. */
    async sample(): Promise<void> {
      const at = performance.now()
      const position = await askPosition(primary, PRIMARY_POSITION).catch(() => null)
      if (position === null) return
      samples.push({ at, position })
      if (samples.length > MOST_SAMPLES) samples.shift()
    },
    /** For how long there has been more than this; 0 if there isn't. */
    ageOfFirstAfter(replayed: bigint): number {
      const missed = samples.find(({ position }) => position > replayed)
      return missed ? performance.now() - missed.at : 0
    },
  }
}

/** Asks a replica how far it is. All who ask at once share one answer. */
function ask(each: Known, log: Logger): Promise<void> {
  each.asking ??= askOnce(each, log).finally(() => (each.asking = null))
  return each.asking
}

async function askOnce(each: Known, log: Logger): Promise<void> {
  const at = performance.now()
  try {
    const position = await askPosition(each.pools.checks, REPLICA_POSITION)
    each.isStandby = position !== null
    each.replayed = position ?? 0n
    each.askedAt = at
    setUp(each, true, log)
  } catch (error) {
    setUp(each, false, log, error)
    for (const listener of each.listeners) listener(error)
  }
}

function setUp(each: Known, isUp: boolean, log: Logger, error?: unknown): void {
  if (each.isUp === isUp) return
  each.isUp = isUp
  const replica = each.pools.name
  if (isUp) log.info({ replica }, 'a replica answers: it gets reads')
  else log.warn({ err: error, replica }, 'a replica fails: it gets no reads')
}

/** Null if the server has none. Fails if the pool's time for an answer is over. */
async function askPosition(pool: Pool, text: string): Promise<bigint | null> {
  const client = await preparing(pool, () => {}).connect()
  try {
    const { rows } = await client.query<{ position: string | null }>(text, [])
    return parsePosition(rows[0]?.position ?? '')
  } finally {
    client.release()
  }
}
