/** Writes what a batch did: its rows in a few statements, and what its hooks add. */
import { TransactionOver } from '../../db/errors.ts'
import type { Tx } from '../../db/types.ts'
import { digestOf } from '../../domain/ledger/digest.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { HookItem, ReadyHook } from './batch-hook.ts'
import { ANSWERS } from './idempotency.ts'
import { encodeInput } from './rows/encode-command.ts'
import { writeEvents } from './rows/write-events.ts'
import { rowsOf, writeTogether, type ShapeOf } from './rows/write-rows.ts'
import type { Run } from './run-commands.ts'
import { actorName } from './submission.ts'
import type { Waiting } from './waiting.ts'

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

/** The batch hook that failed, so that one of its commands is at fault. */
export type Blame = { hook: ReadyHook | null }

/**
 * Writes a batch in one round trip, and a second one for hooks that need to read first.
 * @param attempt records which hook failed
 */
export async function writeBatch(
  tx: Tx,
  { id, at, lastSeq, done, refused }: Run,
  epoch: number,
  state: State,
  attempt: Blame,
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
function runHooks(tx: Tx, done: Run['done'], attempt: Blame): Promise<void>[] {
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
      if (!(error instanceof TransactionOver)) attempt.hook ??= hook
      throw error
    }
  })
}
