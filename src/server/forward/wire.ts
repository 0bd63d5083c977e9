/**
 * What goes over the ledger port. One envelope carries many submissions, and its answer carries
 * their results in the same order.
 */
import { z } from 'zod'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { encode, reviveFields } from '../book/rows/encode-command.ts'
import type { Result, Submission } from '../book/submission.ts'
import { decodeError, encodeError, WireError } from './wire-errors.ts'

export const MOST_ITEMS = 500
export const MOST_BYTES = 1 << 20
/** How many commands may wait, in a client and in the leader. */
export const MOST_WAITING = 5_000
/** Shorter than the clients' ten-second timeout, so that they get our answer before it. */
export const PATIENCE_MS = 8_000

export const Envelope = z.strictObject({
  /** The epoch in which the sender believes. */
  epoch: z.int(),
  /** Each is read on its own (`read-item.ts`). */
  items: z.array(z.unknown()).min(1).max(MOST_ITEMS),
})

const Done = z.strictObject({
  seq: z.int(),
  at: z.number(),
  receipt: z.unknown(),
})
const WireResult = z.union([
  z.strictObject({ done: Done }),
  z.strictObject({
    first: z
      .union([z.strictObject({ done: Done }), z.strictObject({ body: z.unknown() })])
      .nullable(),
  }),
  z.strictObject({ refusal: z.looseObject({ code: z.string() }) }),
  z.strictObject({ error: WireError }),
])
type WireResult = z.infer<typeof WireResult>

export const Answer = z.strictObject({
  epoch: z.int(),
  results: z.array(WireResult),
})
/** The answer of a process that doesn't lead: who does. */
export const Redirect = z.strictObject({
  epoch: z.int(),
  address: z.string().nullable(),
})
export const Busy = z.strictObject({ retryMs: z.number() })

/** All of an item that stays the same for each try: JSON without the braces. */
export function encodeSubmission({ command, by, key, hook }: Submission): string {
  return `"command":${encode(command)},${JSON.stringify({ by, key, hook }).slice(1, -1)}`
}

export function encodeResult(result: Result | Error): string {
  return encode(
    result instanceof Error
      ? { error: encodeError(result) }
      : !result.accepted
        ? { refusal: result.refusal }
        : result.replayed
          ? { first: result.first }
          : { done: result.done },
  )
}

export function decodeResult(result: WireResult): Result | Error {
  if ('error' in result) return decodeError(result.error)
  if ('refusal' in result) {
    // The writer's rules made it, and they are the same here.
    return {
      accepted: false,
      refusal: reviveFields(result.refusal) as Refusal,
    }
  }
  if ('first' in result) return { accepted: true, replayed: true, first: result.first }
  return { accepted: true, replayed: false, done: result.done }
}
