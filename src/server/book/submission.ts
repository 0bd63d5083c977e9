/** What callers submit to the ledger writer, and what they get back. */
import { randomUUID } from 'node:crypto'
import type { Command } from '../../domain/ledger/command.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'

/** Who submits a command, as the command log names them. */
export type Actor = { member: number } | { operator: string } | { system: string }

/** Names a batch hook, with its input as JSON. `callHook` makes it. */
export type HookCall = { readonly name: string; readonly input: unknown }

/** An Idempotency-Key: its owner, the key itself, and a hash of the input sent with it. */
export type Key = { readonly scope: string; readonly key: string; readonly inputHash: string }

/** A request to the ledger writer. It is plain data, so it can be sent to another process. */
export type Submission = {
  /**
   * A UUID that identifies this submission. The ledger writer creates one if it is missing. Two
   * submissions with the same id run once. Only a key also returns the first answer.
   */
  readonly id?: string
  readonly command: Command
  readonly by: Actor
  readonly key?: Key | undefined
  readonly hook?: HookCall | undefined
  /** The member's session, if nobody has checked it yet: the ledger writer refuses an ended one. */
  readonly session?: string | undefined
  /** How long the caller still waits, if not the usual eight seconds. */
  readonly timeLeftMs?: number
  /** Whether an earlier try with this id may have done it. */
  readonly again?: boolean | undefined
}

/** An accepted command: its number, its time (milliseconds), and its hook's receipt as JSON. */
export type Done = { readonly seq: number; readonly at: number; readonly receipt: unknown }

/** What we store for an accepted key: the receipt, until the first answer is rendered. */
export type FirstAnswer = { readonly done: Done } | { readonly body: unknown }

export type Result =
  | { readonly accepted: true; readonly replayed: false; readonly done: Done }
  /**
   * Done before. Without a key, `first` is null, because only the first try's caller got the
   * answer.
   */
  | { readonly accepted: true; readonly replayed: true; readonly first: FirstAnswer | null }
  | { readonly accepted: false; readonly refusal: Refusal }

type Accepted = Extract<Result, { accepted: true }>

/** The rules refused a command that they should accept. HTTP 500. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
  readonly refusal: Refusal

  constructor(kind: Command['kind'], refusal: Refusal) {
    super(`the rules refuse ${kind}: ${refusal.code}`)
    this.refusal = refusal
  }
}

/** Submits a command of ours, which nobody else answers for. Throws the rules' refusal. */
export async function submitOrThrow(
  book: { submit(submission: Submission): Promise<Result> },
  submission: Submission,
): Promise<Accepted> {
  const result = await book.submit(submission)
  if (!result.accepted) throw new CommandRefused(submission.command.kind, result.refusal)
  return result
}

const UNCONFIRMED =
  'No ledger process confirmed this in time. Check whether it was done before you try again.'

/** The answer was lost, and we couldn't look it up in time. The command may be done. HTTP 503. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'

  constructor(message = UNCONFIRMED, options?: ErrorOptions) {
    super(message, options)
  }
}
/** Nothing was done: the queue is full or the database unavailable. HTTP 503. */
export class BookUnavailable extends Error {
  override name = 'BookUnavailable'
}
/** Nothing was done, because PostgreSQL can't be reached or refuses to write. HTTP 503. */
export class DatabaseRefuses extends BookUnavailable {
  override name = 'DatabaseRefuses'
}
/** Another process leads the ledger. Nothing was done here. HTTP 503, if nobody forwards it. */
export class NotLeader extends BookUnavailable {
  override name = 'NotLeader'
}
/** A batch hook found that another process already did this. We record nothing twice. */
export class DoneElsewhere extends Error {
  override name = 'DoneElsewhere'
}
/**
 * The transfer or payment that the command reports isn't in the database yet, so the leader can't
 * check it.
 */
export class NotRecorded extends Error {
  override name = 'NotRecorded'
}
/** The key was used before with a different input. HTTP 409. */
export class KeyReused extends Error {
  override name = 'KeyReused'
}
/** A request with this key is still running. HTTP 409. */
export class KeyInProgress extends Error {
  override name = 'KeyInProgress'
}

const MAX_IDS_PER_MS = 0x1000
const lastId = { ms: 0, count: 0, time: '', tail: '' }

/**
 * A version 7 UUID. It starts with its time in milliseconds and a counter, so each new id goes to
 * the end of an index. Beyond 4,096 in a millisecond, it uses the next one's time. The ids of one
 * millisecond share the random part, which only tells processes apart. Drawing it for each id would
 * cost as much as applying the command.
 */
export function newSubmissionId(): string {
  const now = Date.now()
  if (now > lastId.ms || lastId.count + 1 === MAX_IDS_PER_MS) startIds(Math.max(now, lastId.ms + 1))
  else lastId.count += 1
  return lastId.time + lastId.count.toString(16).padStart(3, '0') + lastId.tail
}

function startIds(ms: number): void {
  const time = ms.toString(16).padStart(12, '0')
  Object.assign(lastId, {
    ms,
    count: 0,
    time: `${time.slice(0, 8)}-${time.slice(8)}-7`,
    tail: randomUUID().slice(18),
  })
}

export function actorName(by: Actor): string {
  if ('member' in by) return `member:${by.member}`
  return 'operator' in by ? `operator:${by.operator}` : `system:${by.system}`
}

/** What was thrown, as an error that a caller of `submit` can get. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))
