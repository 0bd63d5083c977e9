/** What callers hand to the book, and what they get back. */
import { randomUUID } from 'node:crypto'
import type { Command } from '../../domain/ledger/command.ts'
import type { Effects } from '../../domain/ledger/fact.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import type { Tx } from '../../db/types.ts'

/** Who gives a command, as the command log names them. */
export type Actor = { member: number } | { operator: string } | { system: string }

/** What an accepted command did, where it stands in the one order, and when (milliseconds). */
export type Outcome = { readonly seq: number; readonly at: number; readonly effects: Effects }

/**
 * Set-based SQL in the transaction of its commands: it runs once for all commands of a batch that
 * name it, after their effects are written, and gives one answer body for each.
 */
export type BatchHook<I> = {
  readonly name: string
  run(tx: Tx, items: readonly { outcome: Outcome; input: I }[]): Promise<readonly unknown[]>
}

/** An Idempotency-Key: its owner, the key itself, and a hash of the input it came with. */
export type Key = { readonly scope: string; readonly key: string; readonly inputHash: string }

export type Submission<I> = {
  /**
   * A UUID that names this submission. The book makes one when it is absent. A command that is
   * submitted twice under one id is done once; only a key also brings its first answer back.
   */
  readonly id?: string
  readonly command: Command
  readonly by: Actor
  readonly key?: Key
} & ({ readonly hook?: undefined } | { readonly hook: BatchHook<I>; readonly input: I })

export type Result =
  | {
      readonly accepted: true
      readonly replayed: false
      readonly outcome: Outcome
      readonly body: unknown
    }
  | { readonly accepted: true; readonly replayed: true; readonly body: unknown }
  | { readonly accepted: false; readonly refusal: Refusal }

/** The answer was lost and could not be looked up in time: it may be done or not. HTTP 503. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}
/** Nothing was done: the book is full or the database away. HTTP 503. */
export class BookUnavailable extends Error {
  override name = 'BookUnavailable'
}
/** A batch hook found that another process did this already: nothing is recorded a second time. */
export class DoneElsewhere extends Error {
  override name = 'DoneElsewhere'
}
/** The key came before with another input. HTTP 409. */
export class KeyReused extends Error {
  override name = 'KeyReused'
}
/** A request with this key is still running. HTTP 409. */
export class KeyInProgress extends Error {
  override name = 'KeyInProgress'
}

/** A UUID of version 7: it begins with its time, so that an index of them grows at its end. */
export function newSubmissionId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

export function actorName(by: Actor): string {
  if ('member' in by) return `member:${by.member}`
  return 'operator' in by ? `operator:${by.operator}` : `system:${by.system}`
}
