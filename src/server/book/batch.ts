/**
 * Runs one batch of commands in one transaction: take the lock, catch up with other processes, look
 * up submissions and keys, apply in memory, write everything, commit. An error before the COMMIT
 * leaves nothing behind.
 */
import type { Pool } from 'pg'
import { pipelined } from '../../db/connection/pipelined.ts'
import type { Tx } from '../../db/types.ts'
import { commit, mark, rollback, type Mark } from '../../domain/ledger/state.ts'
import type { Memory, Outcome } from './state/catch-up.ts'
import { followTo, lockBook, type Fence, type LockTerms, type References } from './head.ts'
import type { Phase } from './judge-error.ts'
import { readFacts, runCommands, type Run } from './run-commands.ts'
import { lookUpSubmissions, seal, type Logged } from './submitted.ts'
import type { Result } from './submission.ts'
import type { Waiting } from './waiting.ts'
import { writeBatch, type Blame } from './write-batch.ts'

/** One try of a batch. It records how far the batch got, which tells us what an error means. */
export type Try = Blame & {
  phase: Phase
  /** The commands that waited when the try began. */
  readonly live: readonly Waiting[]
  readonly references: References
  /**
   * Called once we hold the lock. Returns the commands that callers still wait for, which now run.
   */
  readonly begin: () => readonly Waiting[]
  /** Receives the database's clock and the time of the last command, both in milliseconds. */
  readonly onClock: (clockMs: number, headMs: number) => void
}

export type Settled = {
  /** The result of each command, in order, or the error that only this command gets. */
  readonly results: readonly { waiting: Waiting; result: Result | Error }[]
  /** The outcomes of the new commands, in order. */
  readonly outcomes: readonly Outcome[]
}

type Terms = LockTerms & {
  readonly fence: Fence
  /**
   * Hears what is in the log already, too. That may be what an earlier try of ours committed before
   * its answer was lost, and announcing another writer's commands twice is harmless.
   */
  readonly onOutcomes: (outcomes: readonly Outcome[]) => void
}

/** Tries a batch. Memory advances when this returns; when it throws, memory is unchanged. */
export async function settleBatch(
  pool: Pool,
  memory: Memory,
  terms: Terms,
  attempt: Try,
): Promise<Settled> {
  let before: Mark | undefined
  let run: Run | undefined
  try {
    const isSealed = await pipelined(pool, async (tx) => {
      const locking = lockBook(tx, memory, terms, attempt.references)
      // These travel with the lock. PostgreSQL runs them in order, so they are read under it.
      const reading = readFacts(tx, attempt.live)
      reading.catch(() => {})
      const head = await locking
      attempt.phase = 'running'
      // If this fails, the transaction is over, so we can't follow the log in it.
      const facts = await reading
      attempt.phase = 'locking'
      await followTo(tx, memory, head, terms.recent, terms.onOutcomes)
      attempt.onClock(head.clockMs, memory.at)
      const batch = attempt.begin()
      const logged = await lookUpDoubtful(tx, batch)
      attempt.phase = 'running'
      before = mark(memory.state)
      // Use the database's clock, since process clocks differ. Never go back before the head.
      const at = Math.max(head.clockMs, memory.at)
      const known = { ...head, logged, recent: terms.recent }
      run = runCommands(memory, batch, known, facts, at)
      attempt.phase = 'writing'
      await writeBatch(tx, run, head.epoch, memory.state, attempt)
      const seals = await sealIfNeeded(tx, memory, run)
      attempt.phase = 'committing'
      expectAnswers(run)
      return seals
    })
    commit(memory.state)
    if (run && run.done.length > 0) {
      Object.assign(memory, { seq: run.lastSeq, at: run.at, batch: run.id })
    }
    memory.sealed ||= isSealed
    return {
      results: run?.settled ?? [],
      outcomes: run?.done.map(({ outcome }) => outcome) ?? [],
    }
  } catch (error) {
    if (before) rollback(memory.state, before)
    throw error
  }
}

/** Marks the commands as pending: from here on, only a look-up can tell whether they are done. */
function expectAnswers(run: Run): void {
  for (const { waiting, result } of run.done) waiting.pending = { batch: run.id, result }
}

/** Settles earlier tries in doubt: a command that isn't in the log now was never done. */
async function lookUpDoubtful(tx: Tx, batch: readonly Waiting[]): Promise<Map<string, Logged>> {
  const doubtful = batch.filter(({ mayBeLogged }) => mayBeLogged)
  if (doubtful.length === 0) return new Map()
  const logged = await lookUpSubmissions(
    tx,
    doubtful.map(({ id }) => id),
  )
  for (const waiting of doubtful) if (!logged.has(waiting.id)) waiting.pending = null
  return logged
}

/**
 * Makes sure that the standby has everything our answers rely on. If a COMMIT was cut off while it
 * waited for the standby, this server may show data that the standby lacks, and a failover would
 * lose it. Any later COMMIT of ours waits until everything before it is replicated. Returns whether
 * this transaction makes such a COMMIT.
 */
async function sealIfNeeded(tx: Tx, memory: Memory, run: Run): Promise<boolean> {
  if (run.done.length > 0) return true
  const repeats = run.settled.some(
    ({ result }) => !(result instanceof Error) && result.accepted && result.replayed,
  )
  if (!repeats && !run.recalled && memory.sealed) return false
  await seal(tx)
  return true
}
