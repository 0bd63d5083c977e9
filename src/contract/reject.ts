import type { Refusal } from '../domain/ledger/refusal.ts'
import { edgeRefusals, ruleText, type AnyCode, type EdgeCode } from './refusals.ts'

/** What a rejection may carry beside its code and sentence. */
export type RejectionDetails = {
  /** Messages by input field. */
  errors?: Record<string, string[]>
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
  readonly details: RejectionDetails

  constructor(code: AnyCode, detail: string, details: RejectionDetails = {}) {
    super(detail)
    this.name = 'Rejection'
    this.code = code
    this.details = details
  }
}

/** Rejects with a code of the API itself and the sentence of the contract. */
export const reject = (code: EdgeCode, details: RejectionDetails = {}): Rejection =>
  new Rejection(code, edgeRefusals[code].text, details)

/** Rejects with what the domain rules refused, in the sentence of the contract. */
export const rejectByRule = (refusal: Refusal, details: RejectionDetails = {}): Rejection =>
  new Rejection(refusal.code, ruleText(refusal), details)

/** Rejects one input field; the sentence appears under the field's name. */
export const rejectField = (
  field: string,
  message: string,
  code: AnyCode = 'invalid_request',
): Rejection => new Rejection(code, message, { errors: { [field]: [message] } })

/** The value of a look-up; rejects where there is none. */
export function requireFound<T>(value: T | undefined, code: EdgeCode = 'not_found'): T {
  if (value === undefined) throw reject(code)
  return value
}
