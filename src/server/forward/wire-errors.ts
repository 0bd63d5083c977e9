/** Errors of a ledger writer as codes, so that callers in another process can tell them apart. */
import { DatabaseError } from 'pg'
import { z } from 'zod'
import { isCode, type AnyCode } from '../../contract/refusals/refusals.ts'
import { Rejection } from '../../contract/refusals/reject.ts'
import { templates, type TextCode } from '../../contract/texts/texts.ts'
import { hasKey } from '../../domain/records.ts'
import {
  BookUnavailable,
  DatabaseRefuses,
  DoneElsewhere,
  KeyInProgress,
  KeyReused,
  NotLeader,
  NotRecorded,
  OutcomeUnknown,
} from '../book/submission.ts'
import { PayoutsPaused } from '../payout/record-payouts.ts'
import { AuthorityEnded } from '../authority/authority.ts'

/**
 * Subclasses come before their parents. A version that doesn't know a code treats it as one that
 * means that nothing was done. So every new code must mean that, too.
 */
const kinds = {
  not_leader: NotLeader,
  database_refuses: DatabaseRefuses,
  book_unavailable: BookUnavailable,
  outcome_unknown: OutcomeUnknown,
  key_reused: KeyReused,
  key_in_progress: KeyInProgress,
  done_elsewhere: DoneElsewhere,
  not_recorded: NotRecorded,
  payouts_paused: PayoutsPaused,
  authority_ended: AuthorityEnded,
} as const
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as [Kind, ...Kind[]] // exactly the keys

const codeOf = <C extends string>(isKnown: (code: string) => boolean) =>
  z.custom<C>((code) => typeof code === 'string' && isKnown(code))

const Said = z.object({
  code: codeOf<TextCode>((code) => hasKey(templates, code)),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

/**
 * A refusal by a batch hook or by the leader's own checks. Nothing was done. One whose code or text
 * is unknown counts as an unknown error.
 */
const Rejected = z.object({
  code: z.literal('rejected'),
  message: z.string(),
  reason: codeOf<AnyCode>(isCode),
  text: Said,
  errors: z.record(z.string(), z.array(Said)).optional(),
  retryAfterSeconds: z.number().optional(),
  members: z.record(z.string(), z.unknown()).optional(),
})

export const WireError = z.union([
  Rejected,
  z.object({ code: z.enum(names), message: z.string() }),
  z.object({
    code: z.literal('database'),
    message: z.string(),
    state: z.string().optional(),
    constraint: z.string().optional(),
  }),
  z.object({ code: z.literal('failed'), message: z.string() }),
])
export type WireError = z.infer<typeof WireError>

export function encodeError(error: Error): WireError {
  const { message } = error
  if (error instanceof DatabaseError) {
    const { code: state, constraint } = error
    return {
      code: 'database',
      message,
      ...(state === undefined ? {} : { state }),
      ...(constraint === undefined ? {} : { constraint }),
    }
  }
  if (error instanceof Rejection) {
    const { code: reason, text, details } = error
    return { code: 'rejected', message, reason, text, ...details }
  }
  const code = names.find((name) => error instanceof kinds[name])
  return { code: code ?? 'failed', message }
}

/** Restores the error for the caller. A bug in the writer becomes an ordinary error. */
export function decodeError(given: WireError): Error {
  if (given.code === 'failed') return new Error(`the ledger writer failed: ${given.message}`)
  if (given.code === 'rejected') {
    const { reason, text, errors, retryAfterSeconds, members } = given
    return new Rejection(reason, text, {
      ...(errors === undefined ? {} : { errors }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(members === undefined ? {} : { members }),
    })
  }
  if (given.code !== 'database') return new kinds[given.code](given.message)
  const error = new DatabaseError(given.message, given.message.length, 'error')
  error.code = given.state
  error.constraint = given.constraint
  return error
}
