/**
 * Runs one batch of commands in one transaction: take the lock, catch up with other processes, look
 * up submissions and keys, apply in memory, write everything, commit. An error before the COMMIT
 * leaves nothing behind.
 */
import type { Pool } from 'pg'
import { isAborted } from '../../db/errors.ts'
import { pipelined } from '../../db/pipelined.ts'
import type { Tx } from '../../db/types.ts'
import { digestOf } from '../../domain/ledger/digest.ts'
import { commit, mark, rollback, type Mark, type State } from '../../domain/ledger/state.ts'
import type { HookItem, ReadyHook } from './batch-hook.ts'
import type { Memory } from './catch-up.ts'
import { encodeInput } from './rows/encode-command.ts'
import { followTo, lockBook, type Fence, type LockTerms, type References } from './head.ts'
import { ANSWERS } from './idempotency.ts'
import type { Phase } from './judge-error.ts'
import { readFacts, runCommands, type Run } from './run-commands.ts'
import { lookUpSubmissions, seal, type Logged } from './submitted.ts'
import { actorName, type Outcome, type Result } from './submission.ts'
import type { Waiting } from './waiting.ts'
import { writeEvents } from './write-events.ts'
import { rowsOf, writeTogether, type ShapeOf } from './rows/write-rows.ts'

/** One try of a batch. It records how far the batch got, which tells us what an error means. */
export type Try = {
  phase: Phase
  /** The batch hook that failed, so that one of its commands is at fault. */
  hook: ReadyHook | null
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

type Logging = { readonly seq: number; readonly waiting: Waiting }
const COMMANDS: ShapeOf<'commands', Logging> = {
  table: 'commands',
  stamp: 'at',
  columns: [
    ['seq', 'int8', ({ seq }) => seq],
    ['kind', 'text', ({ waiting }) => waiting.item.command.kind],
    ['by', 'text', ({ waiting }) => actorName(waiting.item.by)],
    ['input', 'jsonb', ({ waiting }) => encodeInput(waiting.item.command)],
    ['submission', 'uuid', ({ waiting }) => waiting.id],
  ],
}

type Batch = {
  readonly first: number
  readonly last: number
  readonly writer: string
  readonly epoch: number
  readonly digest: bigint
}
const BATCHES: ShapeOf<'batches', Batch> = {
  table: 'batches',
  columns: [
    ['first_seq', 'int8', ({ first }) => first],
    ['last_seq', 'int8', ({ last }) => last],
    ['writer', 'uuid', ({ writer }) => writer],
    ['epoch', 'int8', ({ epoch }) => epoch],
    ['digest', 'int8', ({ digest }) => digest],
    ['queued_emails', 'bool', () => false],
  ],
}

/** Tries a batch. Memory advances when this returns; when it throws, memory is unchanged. */
export async function settleBatch(
  pool: Pool,
  memory: Memory,
  terms: LockTerms & { readonly fence: Fence },
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
      await followTo(tx, memory, head, terms.recent)
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

async function writeBatch(
  tx: Tx,
  { id, at, lastSeq, done, refused }: Run,
  epoch: number,
  state: State,
  attempt: Try,
): Promise<void> {
  const answers = rowsOf(ANSWERS, [
    ...done.flatMap(({ waiting: { item }, result }) =>
      item.key ? [{ key: item.key, answer: { done: result.done } }] : [],
    ),
    ...refused.flatMap(({ item, refusal }) =>
      item.key ? [{ key: item.key, answer: { refusal } }] : [],
    ),
  ])
  const [first] = done
  if (!first) return await writeTogether(tx, answers, at)
  const effects = done.map(({ outcome }) => outcome.effects)
  const digest = digestOf(state, effects)
  const logging = done.map(({ waiting, outcome }) => ({ seq: outcome.seq, waiting }))
  const batch = { first: first.outcome.seq, last: lastSeq, writer: id, epoch, digest }
  const outcomes = done.map(({ outcome }) => outcome)
  const writing = writeEvents(tx, outcomes, at, {
    writes: [...rowsOf(COMMANDS, logging), ...rowsOf(BATCHES, [batch]), ...answers],
    notified: String(lastSeq),
  })
  // The hooks' first statements travel with the events, and run after them.
  await Promise.all([writing, ...runHooks(tx, done, attempt)])
}

/** Runs each hook once for all the commands in the batch that use it. */
function runHooks(tx: Tx, done: Run['done'], attempt: Try): Promise<void>[] {
  const groups = new Map<ReadyHook, HookItem<unknown>[]>()
  for (const { waiting, outcome } of done) {
    if (!waiting.called) continue
    const { hook, input } = waiting.called
    const group = groups.get(hook) ?? []
    group.push({ outcome, input })
    groups.set(hook, group)
  }
  return [...groups].map(async ([hook, group]) => {
    try {
      await hook.write?.(tx, group)
    } catch (error) {
      // One failed statement fails all the others, and only its hook is to blame.
      if (!isAborted(error)) attempt.hook ??= hook
      throw error
    }
  })
}
