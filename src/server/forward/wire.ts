/**
 * The messages of the ledger port. One envelope carries many submissions, and its answer carries
 * their results: all at once and in the same order, or in lines that each name their positions.
 */
import { z } from 'zod'
import { encode } from '../book/rows/encode-command.ts'
import type { Result, Submission } from '../book/submission.ts'
import { encodeError } from './wire-errors.ts'

/**
 * The newest version of the format that the leader accepts, as it says in each answer. Raise it for
 * a change that the previous version can't work with, and accept both for one release. CONTRIBUTING
 * explains how to make changes without a new version.
 */
export const PROTOCOL = 2
/** The oldest version that the leader still accepts. */
export const OLDEST_PROTOCOL = 1
export const PROTOCOL_HEADER = 'Ledger-Protocol'
/** The first version whose leaders check members' sessions. Others must refuse such commands. */
export const CHECKS_SESSIONS = 2

/** The lowest version that an envelope needs. */
export const protocolFor = (items: readonly { readonly needsCheck: boolean }[]): number =>
  items.some(({ needsCheck }) => needsCheck) ? CHECKS_SESSIONS : OLDEST_PROTOCOL

/**
 * A sender that accepts this type gets the results of each batch as a separate line, as soon as the
 * batch is done. A leader that doesn't know the type answers with JSON.
 */
export const LINES = 'application/x-ndjson'

export const MOST_ITEMS = 500
export const MOST_BYTES = 1 << 20
/** How many commands may wait, in a client and in the leader. */
export const MOST_WAITING = 5_000

export const Envelope = z.strictObject({
  /** The current epoch, as far as the sender knows. */
  epoch: z.int(),
  /** Each is read on its own (`read-item.ts`). */
  items: z.array(z.unknown()).min(1).max(MOST_ITEMS),
})

/** Some results of an envelope. Each is read on its own (`read-result.ts`). */
export type Results = {
  /** The positions of their commands in the envelope. */
  readonly at: readonly number[]
  readonly results: readonly unknown[]
}

/** An answer in one piece. */
const Answer = z.object({ results: z.array(z.unknown()) })

export function readAnswer(text: string): Results {
  const { results } = Answer.parse(JSON.parse(text))
  return { at: [...results.keys()], results }
}

const Line = z.object({ at: z.array(z.int()), results: z.array(z.unknown()) })

/** A line of an answer in lines. */
export function readLine(text: string): Results {
  const line = Line.parse(JSON.parse(text))
  if (line.at.length !== line.results.length) throw new Error('a line has too few results')
  return line
}

/** An answer in one piece, for a sender that doesn't accept lines. */
export const encodeAnswer = (epoch: number, results: readonly string[]): string =>
  `{"epoch":${epoch},"results":[${results.join()}]}`

export const encodeLine = (at: readonly number[], results: readonly string[]): string =>
  `{"at":[${at.join()}],"results":[${results.join()}]}\n`

/** The answer of a process that doesn't lead. It names the leader. */
export const Redirect = z.object({
  epoch: z.int(),
  address: z.string().nullable(),
})
export const Busy = z.object({ retryMs: z.number() })

/** The part of an item that stays the same for each try: JSON without the braces. */
export function encodeSubmission({ command, by, key, hook, session }: Submission): string {
  return `"command":${encode(command)},${JSON.stringify({ by, key, hook, session }).slice(1, -1)}`
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
