/** Applies a batch's commands in memory, or answers them from what the log already has. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/types.ts'
import { apply } from '../../domain/book.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { refuseEnded } from './check-authorities.ts'
import { doneOf } from './batch-hook.ts'
import { checkHooks, type CheckedBatch } from './check-hooks.ts'
import type { Memory, Outcome } from './state/catch-up.ts'
import type { Head, LockTerms } from './head.ts'
import { keyName, replay } from './idempotency.ts'
import { ApplyFailed } from './judge-error.ts'
import { findKnownTransfers, transferName } from './known-transfers.ts'
import { KeyInProgress, type Result, type Submission } from './submission.ts'
import { answerFromLog, type Logged } from './submitted.ts'
import type { Waiting } from './waiting.ts'

type Accepted = Extract<Result, { replayed: false }>

/** What a batch did in memory, before we write it. */
export type Run = {
  readonly id: string
  readonly at: number
  lastSeq: number
  /** Whether an answer came from the log because an earlier try had already committed it. */
  recalled: boolean
  readonly settled: { waiting: Waiting; result: Result | Error }[]
  readonly done: { waiting: Waiting; outcome: Outcome; result: Accepted }[]
  readonly refused: { item: Submission; refusal: Refusal }[]
}

/**
 * What we know about submissions: where they are in the log, the outcomes of the latest ones, and
 * what was found under the lock.
 */
export type LookedUp = Pick<Head, 'sessions' | 'answers'> & {
  readonly logged: ReadonlyMap<string, Logged>
  readonly recent: LockTerms['recent']
}

/** What the tables say about the commands of a batch, apart from the ledger's state. */
export type Facts = {
  /** The names of the transfers that are already recorded. */
  readonly known: Set<string>
  readonly checked: CheckedBatch
}

/** Reads these in one round trip. */
export async function readFacts(tx: Tx, batch: readonly Waiting[]): Promise<Facts> {
  const items = batch.map(({ item }) => item)
  const [known, checked] = await Promise.all([findKnownTransfers(tx, items), checkHooks(tx, batch)])
  return { known, checked }
}

/** Runs commands in order. The caller must mark memory first, so that it can roll back. */
export function runCommands(
  memory: Memory,
  batch: readonly Waiting[],
  { logged, recent, sessions, answers: keys }: LookedUp,
  { known, checked }: Facts,
  at: number,
): Run {
  // Each try gets a new id: two tries can use the same numbers for different contents.
  const run: Run = {
    id: randomUUID(),
    at,
    lastSeq: memory.seq,
    recalled: false,
    settled: [],
    done: [],
    refused: [],
  }
  const here = new Set<string>()
  for (const waiting of batch) {
    const { item } = waiting
    const found = logged.get(waiting.id)
    const remembered = item.key && keys.get(keyName(item.key))
    const ended = refuseEnded(item, sessions)
    const settle = (result: Result | Error): void => void run.settled.push({ waiting, result })
    if (found) {
      run.recalled = true
      settle(answerFromLog(waiting, found, remembered ?? recent?.find(waiting.id)))
    } else if (ended) settle(ended)
    else if (remembered) settle(replay(item, remembered))
    else if (item.id !== undefined && here.has(item.id)) settle(new KeyInProgress())
    else if (isKnownTransfer(item, known)) {
      settle({ accepted: false, refusal: { code: 'already_used' } })
    } else {
      const barred = checked.barred(waiting)
      if (barred) {
        settle(barred)
        continue
      }
      const applied = applyCommand(memory, item, at)
      if ('refusal' in applied) {
        settle({ accepted: false, refusal: applied.refusal })
        run.refused.push({ item, refusal: applied.refusal })
        continue
      }
      if (item.id !== undefined) here.add(item.id)
      checked.take(waiting)
      const { command } = item
      if (command.kind === 'receive_transfer') known.add(transferName(command))
      const outcome = { seq: ++run.lastSeq, at, effects: applied }
      const done = doneOf(waiting.called, outcome)
      const result: Accepted = { accepted: true, replayed: false, done }
      run.done.push({ waiting, outcome, result })
      settle(result)
    }
  }
  return run
}

const isKnownTransfer = ({ command }: Submission, known: ReadonlySet<string>): boolean =>
  command.kind === 'receive_transfer' && known.has(transferName(command))

function applyCommand({ state }: Memory, { command }: Submission, at: number) {
  try {
    return apply(state, command, at)
  } catch (cause) {
    throw new ApplyFailed(`the rules failed at ${command.kind}`, { cause })
  }
}
