/** Commands in this process that wait for the leader's answer. */
import { tracedNow, type Context } from '../../traces/span.ts'
import { BookUnavailable, newSubmissionId, OutcomeUnknown } from '../book/submission.ts'
import type { Result, Submission } from '../book/submission.ts'
import { encodeSubmission, MOST_BYTES, MOST_ITEMS } from './wire.ts'
import { PATIENCE_MS } from '../book/waiting.ts'

export type Pending = {
  readonly id: string
  /** The part of the item that stays the same for each try. */
  readonly text: string
  readonly bytes: number
  readonly deadlineAt: number
  /** Whether the leader must check its session. */
  readonly needsCheck: boolean
  /** The span that submitted it, if there is one. */
  readonly trace: Context | undefined
  /** Whether an envelope with it is in flight. */
  isSent: boolean
  /** Whether an earlier envelope with it got no clear answer. */
  mayBeDone: boolean
  isAnswered: boolean
  answer(result: Result | Error): void
}

/**
 * A leader that gives up answers this much earlier, so that its reason arrives before the caller's
 * patience ends. Afterward, the outcome would be unknown.
 */
const ANSWER_MS = 250
/** The most bytes that an item's id, remaining time, and punctuation take. */
const ITEM_BYTES = 120
const ENVELOPE_BYTES = 60

/** After its patience, the caller gets an error, whatever happens to the leader. */
export function makePending(item: Submission): { pending: Pending; result: Promise<Result> } {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const text = encodeSubmission(item)
  const bytes = Buffer.byteLength(text) + ITEM_BYTES
  if (bytes + ENVELOPE_BYTES > MOST_BYTES) throw new Error('a command is too large to forward')
  const patienceMs = item.timeLeftMs ?? PATIENCE_MS
  const pending: Pending = {
    id: item.id ?? newSubmissionId(),
    text,
    bytes,
    deadlineAt: performance.now() + patienceMs,
    needsCheck: item.session !== undefined,
    trace: tracedNow(),
    isSent: false,
    mayBeDone: item.again ?? item.id !== undefined,
    isAnswered: false,
    answer(result) {
      if (pending.isAnswered) return
      pending.isAnswered = true
      clearTimeout(timer)
      if (result instanceof Error) reject(result)
      else resolve(result)
    },
  }
  const timer = setTimeout(() => {
    const isUnknown = pending.isSent || pending.mayBeDone
    pending.answer(
      isUnknown ? new OutcomeUnknown() : new BookUnavailable('no ledger process answered in time'),
    )
  }, patienceMs)
  return { pending, result: promise }
}

/**
 * Takes the items that fit into the next envelope, and drops those that no longer need an answer.
 */
export function takeItems(queue: Pending[]): Pending[] {
  const items: Pending[] = []
  let bytes = ENVELOPE_BYTES
  let taken = 0
  for (const each of queue) {
    if (!each.isAnswered) {
      if (items.length === MOST_ITEMS || bytes + each.bytes > MOST_BYTES) break
      bytes += each.bytes
      items.push(each)
    }
    taken += 1
  }
  queue.splice(0, taken)
  return items
}

/** Drops items whose callers have given up, so that they don't take up room while nobody leads. */
export function dropAnswered(queue: Pending[]): void {
  const waiting = queue.filter(({ isAnswered }) => !isAnswered)
  queue.splice(0, queue.length, ...waiting)
}

export function encodeEnvelope(epoch: number, items: readonly Pending[]): string {
  const now = performance.now()
  const texts = items.map(({ id, text, deadlineAt, mayBeDone }) => {
    const leftMs = Math.max(0, Math.round(deadlineAt - now - ANSWER_MS))
    return `{"id":"${id}","timeLeftMs":${leftMs},${mayBeDone ? '"again":true,' : ''}${text}}`
  })
  return `{"epoch":${epoch},"items":[${texts.join()}]}`
}
