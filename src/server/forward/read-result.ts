/**
 * Reads one result of an answer. The leader may have a newer version. We ignore unknown fields, and
 * an unknown error or refusal still means that nothing was done.
 */
import { z } from 'zod'
import { hasKey } from '../../domain/records.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { reviveRefusal } from '../book/rows/encode-command.ts'
import { BookUnavailable, OutcomeUnknown, type Result } from '../book/submission.ts'
import { decodeError, WireError } from './wire-errors.ts'

const Done = z.object({ seq: z.int(), at: z.number(), receipt: z.unknown() })
const First = z.union([z.object({ done: Done }), z.object({ body: z.unknown() })])
const WireResult = z.union([
  z.object({ done: Done }),
  z.object({ first: First.nullable() }),
  z.object({ refusal: z.looseObject({ code: z.string() }) }),
  z.object({ error: WireError }),
  z.object({ error: z.object({ code: z.string() }) }),
])

type FieldsOf = {
  readonly [C in Refusal['code']]: readonly Exclude<keyof Extract<Refusal, { code: C }>, 'code'>[]
}
/** The fields of each refusal besides its code. */
const refusalFields: FieldsOf = {
  already_founded: [],
  older_rules: [],
  paid_board: [],
  not_found: [],
  already_active: [],
  insufficient_balance: ['availableMicros'],
  member_suspended: [],
  minimum_deposit: [],
  amount_out_of_range: [],
  already_used: [],
  minimum_withdrawal: [],
  below_network_fee: ['networkFeeMicros'],
  too_many_withdrawals: [],
  wrong_state: ['state'],
  old_revision: ['revision'],
  second_operator_required: [],
  wrong_attempt: ['attempt'],
  not_as_approved: [],
  on_hold: ['untilAt'],
  reason_required: [],
  unsound_catalogue: ['unsound'],
}

export function readResult(value: unknown): Result | Error {
  const { success, data: result } = WireResult.safeParse(value)
  // The command may be done.
  if (!success) return new OutcomeUnknown('the answer of the ledger process cannot be read')
  if ('done' in result) return { accepted: true, replayed: false, done: result.done }
  if ('first' in result) return { accepted: true, replayed: true, first: result.first }
  if ('refusal' in result) return readRefusal(result.refusal)
  const error = WireError.safeParse(result.error)
  return error.success ? decodeError(error.data) : unknownReason(result.error.code)
}

function readRefusal(given: { readonly code: string }): Result | Error {
  const { code } = given
  const isKnown =
    hasKey(refusalFields, code) && refusalFields[code].every((field) => field in given)
  if (!isKnown) return unknownReason(code)
  return { accepted: false, refusal: reviveRefusal(given) }
}

const unknownReason = (code: string): Error =>
  new BookUnavailable(`the ledger process refused with ${code}, which this version does not know`)
