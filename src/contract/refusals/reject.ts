import type { Refusal } from '../../domain/ledger/refusal.ts'
import { ruleText, type AnyCode, type EdgeCode } from './refusals.ts'
import { english, text, type Text } from '../texts/texts.ts'

/** What a rejection may carry beside its code and sentence. */
export type RejectionDetails = {
  /** What is wrong, by input field. */
  errors?: Record<string, Text[]>
  /** Seconds after which another attempt makes sense. */
  retryAfterSeconds?: number
  /** Further members of the answer, such as `next_allowed_at`. */
  members?: Record<string, unknown>
}

/**
 * Thrown by operations that refuse a request with a code of the contract. It knows nothing of
 * HTTP: `http/problem.ts` turns it into problem+json.
 */
export class Rejection extends Error {
  readonly code: AnyCode
  readonly text: Text
  readonly details: RejectionDetails

  constructor(code: AnyCode, said: Text, details: RejectionDetails = {}) {
    super(english(said))
    this.name = 'Rejection'
    this.code = code
    this.text = said
    this.details = details
  }
}

/** Rejects with a code of the API itself and the sentence of the contract. */
export const reject = (code: EdgeCode, details: RejectionDetails = {}): Rejection =>
  new Rejection(code, text(code), details)

/** Rejects with what the domain rules refused, in the sentence of the contract. */
export const rejectByRule = (refusal: Refusal, details: RejectionDetails = {}): Rejection =>
  new Rejection(refusal.code, ruleText(refusal), details)

/** Rejects one input field; the sentence appears under the field's name. */
export const rejectField = (
  field: string,
  said: Text,
  code: AnyCode = 'invalid_request',
): Rejection => new Rejection(code, said, { errors: { [field]: [said] } })

/** Rejects several input fields; the first of them gives the sentence. */
export const rejectFields = (errors: Record<string, Text[]>): Rejection =>
  new Rejection('invalid_request', Object.values(errors)[0]?.[0] ?? text('invalid_request'), {
    errors,
  })

/** The value of a look-up; rejects where there is none. */
export function requireFound<T>(value: T | undefined, code: EdgeCode = 'not_found'): T {
  if (value === undefined) throw reject(code)
  return value
}
