/** The result for a file. */
import type { Loss } from '../epochs.ts'
import type { Checkpoint, Fault } from '../note.ts'
import type { Content } from './read-file.ts'

/** The missing counterpart of a file. */
export type Missing =
  | {
      readonly what: 'seal' | 'checkpoint' | 'growth' | 'epochs' | 'solvency'
      readonly of: string
    }
  | { readonly what: 'sheet' }

/**
 * `unsigned`: all hashes lead to a checkpoint, but there is no key to check its signature with.
 * `missing`: the file makes sense only together with another one.
 * `empty`: a file without content, such as the statements of a log that never began again.
 * `lost`: a signed statement says that the log lost what the file covers.
 */
export type Outcome =
  | { readonly is: 'holds' | 'unsigned' | 'lost' | 'empty' }
  | { readonly is: 'missing'; readonly missing: Missing }
  | { readonly is: 'wrong'; readonly fault: Fault }

export type Checked = {
  readonly name: string
  readonly content: Content
  /** The log's size and root that the file leads to; null for keys, sheets, and figures. */
  readonly head: Checkpoint | null
  readonly outcome: Outcome
  /** Whether it has keys that the reader vouches for. */
  readonly isKept: boolean
  /** The sheet with this file's hash, and the file's name there. */
  readonly partOf?: { readonly day: string; readonly name: string }
  /** The new beginning of the log that lost what the file covers. */
  readonly lost?: Loss
}

/** A file after a step. Steps can only make results worse. */
export type Step = { -readonly [K in keyof Checked]: Checked[K] } & {
  /** The result of its own signatures, before it is compared with other files. */
  readonly signed: Outcome
}

export const wrong = (fault: Fault): Outcome => ({ is: 'wrong', fault })
export const missing = (what: Missing): Outcome => ({ is: 'missing', missing: what })
export const isGood = ({ outcome }: Step): boolean =>
  outcome.is === 'holds' || outcome.is === 'unsigned'
