/**
 * One batch of commands as one transaction: take the lock, catch up with other processes, look
 * up keys, apply in memory, write everything, commit. What is thrown here leaves nothing behind.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { apply } from '../../domain/book.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { commit, mark, rollback, type Mark } from '../../domain/state.ts'
import { catchUp, type Memory } from './catch-up.ts'
import { encodeInput } from './encode-command.ts'
import {
  keyName,
  lookUpKeys,
  rememberAnswers,
  type Answer,
  type Remembered,
} from './idempotency.ts'
import { findKnownTransfers, transferName } from './known-transfers.ts'
import { lockBook } from './lock.ts'
import {
  actorName,
  KeyReused,
  type Outcome,
  type Result,
  type Rider,
  type Submission,
} from './submission.ts'
import { writeFacts } from './write-facts.ts'
import { writeRows, type Shape } from './write-rows.ts'

/** A batch keeps its id when it is tried again, so that a lost COMMIT is recognised. */
export type Batch = {
  readonly id: string
  readonly items: readonly Submission<unknown>[]
  /** The last command known before the first try: the batch's own have later numbers. */
  readonly after: number
  /** A try before this one came as far as its COMMIT. */
  readonly mayBeDone: boolean
}

/** What became of each command, in order: its result, or the error that it alone gets. */
export type Settled = readonly (Result | Error)[]

type Logged = { readonly seq: number; readonly item: Submission<unknown> }
const COMMANDS: Shape<Logged> = {
  table: 'commands',
  stamp: 'at',
  columns: [
    ['seq', 'int8', ({ seq }) => seq],
    ['kind', 'text', ({ item }) => item.command.kind],
    ['by', 'text', ({ item }) => actorName(item.by)],
    ['input', 'jsonb', ({ item }) => encodeInput(item.command)],
  ],
}

/** Thrown when the batch turns out to be durable already: a COMMIT whose answer was lost. */
export class AlreadyCommitted extends Error {}

/**
 * Settles a batch. Memory has advanced when this returns, and is as before when it throws.
 * @param now milliseconds; the batch's time is never before that of the command before it.
 * @param onWritten told what the batch will have done, just before its COMMIT.
 */
export async function settleBatch(
  db: Db,
  memory: Memory,
  batch: Batch,
  now: number,
  onWritten: (settled: Settled) => void,
): Promise<Settled> {
  let before: Mark | undefined
  let advanced: { seq: number; at: number } | undefined
  try {
    const settled = await db.transaction().execute(async (tx) => {
      const head = await lockBook(tx)
      if (head > memory.seq) await catchUp(tx, memory)
      // Also when there was nothing to catch up: the try before may have been cut off right here.
      if (batch.mayBeDone && (await isCommitted(tx, batch))) throw new AlreadyCommitted()
      before = mark(memory.state)
      const at = Math.max(now, memory.at)
      const run = await runCommands(tx, memory, batch.items, at)
      await writeBatch(tx, batch.id, run)
      advanced = { seq: run.lastSeq, at }
      onWritten(run.settled)
      return run.settled
    })
    commit(memory.state)
    Object.assign(memory, advanced)
    return settled
  } catch (error) {
    if (before) rollback(memory.state, before)
    throw error
  }
}

async function isCommitted(tx: Tx, { id, after }: Batch): Promise<boolean> {
  // By number first: of all the batches there ever were, only the newest are looked at.
  const { rows } = await sql`
    select 1 from batches where first_seq > ${after} and writer = ${id}`.execute(tx)
  return rows.length > 0
}

type Run = {
  readonly at: number
  readonly lastSeq: number
  readonly settled: (Result | Error)[]
  readonly done: { index: number; item: Submission<unknown>; outcome: Outcome }[]
  readonly refused: { item: Submission<unknown>; refusal: Refusal }[]
}

async function runCommands(
  tx: Tx,
  memory: Memory,
  items: readonly Submission<unknown>[],
  at: number,
): Promise<Run> {
  const keys = await lookUpKeys(
    tx,
    items.flatMap(({ key }) => key ?? []),
  )
  const known = await findKnownTransfers(tx, items)
  let seq = memory.seq
  const settled: (Result | Error)[] = []
  const done: Run['done'] = []
  const refused: Run['refused'] = []
  for (const [index, item] of items.entries()) {
    const remembered = item.key && keys.get(keyName(item.key))
    if (remembered) {
      settled.push(replay(item, remembered))
      continue
    }
    const { command } = item
    if (command.kind === 'receive_transfer' && known.has(transferName(command))) {
      settled.push({ accepted: false, refusal: { code: 'already_used' } })
      continue
    }
    const applied = apply(memory.state, command, at)
    if ('refusal' in applied) {
      settled.push({ accepted: false, refusal: applied.refusal })
      refused.push({ item, refusal: applied.refusal })
      continue
    }
    if (command.kind === 'receive_transfer') known.add(transferName(command))
    const outcome = { seq: ++seq, at, effects: applied }
    done.push({ index, item, outcome })
    settled.push({ accepted: true, replayed: false, outcome, body: null })
  }
  return { at, lastSeq: seq, settled, done, refused }
}

function replay({ key }: Submission<unknown>, remembered: Remembered): Result | Error {
  if (key?.inputHash !== remembered.inputHash) return new KeyReused()
  const { answer } = remembered
  if ('refusal' in answer) return { accepted: false, refusal: answer.refusal }
  return { accepted: true, replayed: true, body: answer.body }
}

async function writeBatch(tx: Tx, id: string, run: Run): Promise<void> {
  const { at, done, refused, settled } = run
  const bodies = new Map<number, unknown>()
  if (done.length > 0) {
    const logged = done.map(({ item, outcome }) => ({ seq: outcome.seq, item }))
    await writeRows(tx, COMMANDS, logged, at)
    await writeFacts(
      tx,
      done.map(({ outcome }) => outcome),
      at,
    )
    await runRiders(tx, done, bodies)
    for (const [index, body] of bodies) {
      settled[index] = { ...(settled[index] as Result & { accepted: true }), body }
    }
    const first = (done[0] as Run['done'][number]).outcome.seq
    await sql`with added as (
        insert into batches (first_seq, last_seq, writer) values (${first}, ${run.lastSeq}, ${id}))
      select pg_notify('book', ${String(run.lastSeq)})`.execute(tx)
  }
  const answers: { key: NonNullable<Submission<unknown>['key']>; answer: Answer }[] = []
  for (const { index, item } of done) {
    if (item.key) answers.push({ key: item.key, answer: { body: bodies.get(index) ?? null } })
  }
  for (const { item, refusal } of refused) {
    if (item.key) answers.push({ key: item.key, answer: { refusal } })
  }
  await rememberAnswers(tx, answers)
}

/** Runs each rider once, for all the commands of the batch that name it. */
async function runRiders(tx: Tx, done: Run['done'], bodies: Map<number, unknown>): Promise<void> {
  const groups = new Map<Rider<unknown>, { index: number; outcome: Outcome; input: unknown }[]>()
  for (const { index, item, outcome } of done) {
    if (!item.rider) continue
    const group = groups.get(item.rider) ?? []
    group.push({ index, outcome, input: item.input })
    groups.set(item.rider, group)
  }
  for (const [rider, group] of groups) {
    const answers = await rider.run(tx, group)
    for (const [i, { index }] of group.entries()) bodies.set(index, answers[i] ?? null)
  }
}
