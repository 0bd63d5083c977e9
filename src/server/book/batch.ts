/**
 * Runs one batch of commands in one transaction: take the lock, catch up with other processes, look
 * up submissions and keys, apply in memory, write everything, commit. An error before the COMMIT
 * leaves nothing behind.
 */
import type { Db, Tx } from '../../db/types.ts'
import { digestOf } from '../../domain/ledger/digest.ts'
import { commit, mark, rollback, type Mark, type State } from '../../domain/ledger/state.ts'
import type { HookItem, ReadyHook } from './batch-hook.ts'
import type { Memory } from './catch-up.ts'
import { encodeInput } from './rows/encode-command.ts'
import { lockHead, type Fence, type LockTerms, type References } from './head.ts'
import { ANSWERS } from './idempotency.ts'
import type { Phase } from './judge-error.ts'
import { runCommands, type Run } from './run-commands.ts'
import { lookUpSubmissions, seal, type Logged } from './submitted.ts'
import { actorName, type Outcome, type Result } from './submission.ts'
import type { Waiting } from './waiting.ts'
import { writeEvents } from './write-events.ts'
import { rowsOf, writeTogether, type ShapeOf } from './rows/write-rows.ts'

/** One try of a batch. It records how far the batch got, which tells us what an error means. */
export type Try = {
  phase: Phase
  /** The batch hook that is writing. If it fails, one of its commands is at fault. */
  hook: ReadyHook | null
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
  db: Db,
  memory: Memory,
  terms: LockTerms & { readonly fence: Fence },
  attempt: Try,
): Promise<Settled> {
  let before: Mark | undefined
  let run: Run | undefined
  try {
    const isSealed = await db.transaction().execute(async (tx) => {
      const head = await lockHead(tx, memory, terms, attempt.references)
      attempt.onClock(head.clockMs, memory.at)
      const batch = attempt.begin()
      const logged = await lookUpDoubtful(tx, batch)
      attempt.phase = 'running'
      before = mark(memory.state)
      // Use the database's clock, since process clocks differ. Never go back before the head.
      const at = Math.max(head.clockMs, memory.at)
      const known = { ...head, logged, recent: terms.recent }
      run = await runCommands(tx, memory, batch, known, at)
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
  await writeEvents(
    tx,
    done.map(({ outcome }) => outcome),
    at,
    {
      writes: [...rowsOf(COMMANDS, logging), ...rowsOf(BATCHES, [batch]), ...answers],
      notified: String(lastSeq),
    },
  )
  await runHooks(tx, done, attempt)
}

/** Runs each hook once for all the commands in the batch that use it. */
async function runHooks(tx: Tx, done: Run['done'], attempt: Try): Promise<void> {
  const groups = new Map<ReadyHook, HookItem<unknown>[]>()
  for (const { waiting, outcome } of done) {
    if (!waiting.called) continue
    const { hook, input } = waiting.called
    const group = groups.get(hook) ?? []
    group.push({ outcome, input })
    groups.set(hook, group)
  }
  for (const [hook, group] of groups) {
    attempt.hook = hook
    await hook.write(tx, group)
  }
  attempt.hook = null
}
