/**
 * Runs one batch of commands in one transaction: take the lock, catch up with other processes, look
 * up submissions and keys, apply in memory, write everything, commit. An error before the COMMIT
 * leaves nothing behind.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { commit, mark, rollback, type Mark } from '../../domain/ledger/state.ts'
import type { Memory } from './catch-up.ts'
import { encodeInput } from './rows/encode-command.ts'
import { lockHead, type BatchLimits } from './head.ts'
import { rememberAnswers, type Answer } from './idempotency.ts'
import type { Phase } from './judge-error.ts'
import { runCommands, type Run } from './run-commands.ts'
import { lookUpSubmissions, seal, type Logged } from './submitted.ts'
import {
  actorName,
  type Outcome,
  type Result,
  type BatchHook,
  type Submission,
} from './submission.ts'
import type { Waiting } from './waiting.ts'
import { writeEvents } from './write-events.ts'
import { writeRows, type ShapeOf } from './rows/write-rows.ts'

/** One try of a batch. It records how far the batch got, so that we can judge an error. */
export type Try = {
  phase: Phase
  /** Called once we hold the lock. Returns the commands still waiting, which now run. */
  readonly begin: () => readonly Waiting[]
  /** Receives the database's clock and the time of the last command, both in milliseconds. */
  readonly onClock: (clockMs: number, headMs: number) => void
}

/** The result of each command, in order, or the error that only this command gets. */
export type Settled = readonly { waiting: Waiting; result: Result | Error }[]

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

/** Tries a batch. Memory advances when this returns; when it throws, memory is unchanged. */
export async function settleBatch(
  db: Db,
  memory: Memory,
  limits: BatchLimits,
  attempt: Try,
): Promise<Settled> {
  let before: Mark | undefined
  let run: Run | undefined
  try {
    const settled = await db.transaction().execute(async (tx) => {
      const head = await lockHead(tx, memory, limits)
      attempt.onClock(head.clockMs, memory.at)
      const batch = attempt.begin()
      const logged = await lookUp(tx, batch)
      attempt.phase = 'running'
      before = mark(memory.state)
      // Use the database's clock, since process clocks differ. Never go back before the head.
      const at = Math.max(head.clockMs, memory.at)
      run = await runCommands(tx, memory, batch, logged, at)
      await writeBatch(tx, run)
      const isSealed = await sealIfNeeded(tx, memory, run)
      attempt.phase = 'committing'
      expectAnswers(run)
      return { results: run.settled, isSealed }
    })
    commit(memory.state)
    if (run && run.done.length > 0) {
      Object.assign(memory, { seq: run.lastSeq, at: run.at, batch: run.id })
    }
    memory.sealed ||= settled.isSealed
    return settled.results
  } catch (error) {
    if (before) rollback(memory.state, before)
    throw error
  }
}

/** Marks the commands as pending: from here on, only a look-up can tell whether they are done. */
function expectAnswers({ id, done, settled }: Run): void {
  for (const { index, waiting } of done) {
    const result = settled[index]?.result
    if (!(result instanceof Error) && result?.accepted) waiting.pending = { batch: id, result }
  }
}

/** Settles the doubt about earlier tries: a command that isn't in the log now was never done. */
async function lookUp(tx: Tx, batch: readonly Waiting[]): Promise<Map<string, Logged>> {
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
 * Makes sure that the standby has what our answers rest on. If a COMMIT was cut off while it waited
 * for the standby, this server may show data that the standby lacks, and a failover would lose it.
 * Any later COMMIT of ours waits until everything before it is replicated. Returns whether this
 * transaction makes such a COMMIT.
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

async function writeBatch(tx: Tx, run: Run): Promise<void> {
  const { at, done, refused, settled } = run
  const bodies = new Map<number, unknown>()
  if (done.length > 0) {
    const logging = done.map(({ waiting, outcome }) => ({ seq: outcome.seq, waiting }))
    await writeRows(tx, COMMANDS, logging, at)
    await writeEvents(
      tx,
      done.map(({ outcome }) => outcome),
      at,
    )
    await runHooks(tx, done, bodies)
    for (const [index, body] of bodies) {
      const { waiting, result } = settled[index] as Run['settled'][number] // its own index
      // Hooks see accepted commands only.
      settled[index] = { waiting, result: { ...(result as Result & { accepted: true }), body } }
    }
    // There is one: see above.
    const first = (done[0] as Run['done'][number]).outcome.seq
    await sql`with added as (
        insert into batches (first_seq, last_seq, writer)
        values (${first}, ${run.lastSeq}, ${run.id}))
      select pg_notify('book', ${String(run.lastSeq)})`.execute(tx)
  }
  const answers: { key: NonNullable<Submission<unknown>['key']>; answer: Answer }[] = []
  for (const { index, waiting } of done) {
    const { key } = waiting.item
    if (key) answers.push({ key, answer: { body: bodies.get(index) ?? null } })
  }
  for (const { item, refusal } of refused) {
    if (item.key) answers.push({ key: item.key, answer: { refusal } })
  }
  await rememberAnswers(tx, answers)
}

/** Runs each hook once for all the commands in the batch that use it. */
async function runHooks(tx: Tx, done: Run['done'], bodies: Map<number, unknown>): Promise<void> {
  const groups = new Map<
    BatchHook<unknown>,
    { index: number; outcome: Outcome; input: unknown }[]
  >()
  for (const { index, waiting, outcome } of done) {
    const { item } = waiting
    if (!item.hook) continue
    const group = groups.get(item.hook) ?? []
    group.push({ index, outcome, input: item.input })
    groups.set(item.hook, group)
  }
  for (const [hook, group] of groups) {
    const answers = await hook.run(tx, group)
    for (const [i, { index }] of group.entries()) bodies.set(index, answers[i] ?? null)
  }
}
