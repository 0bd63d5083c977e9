import type { Refusal } from '../../domain/ledger/refusal.ts'
import { ruleText, type AnyCode, type EdgeCode } from './refusals.ts'
import { english, text, type Text } from '../texts/texts.ts'

/** The optional parts of a rejection. */
export type RejectionDetails = {
  /** Errors by input field. */
  errors?: Record<string, Text[]>
  /** Seconds until another attempt makes sense. */
  retryAfterSeconds?: number
  /** Further members of the answer, such as `next_allowed_at`. */
  members?: Record<string, unknown>
}

/**
 * Operations throw this to refuse a request with a code of the contract. It knows nothing of HTTP:
 * `http/problem.ts` turns it into problem+json.
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

/** Rejects with one of the API's own codes and the contract's sentence. */
export function reject(code: EdgeCode, details: RejectionDetails = {}): Rejection {
  const { retryAfterSeconds } = details
  const isLimit = code === 'rate_limited' && retryAfterSeconds !== undefined
  return new Rejection(code, isLimit ? limitText(retryAfterSeconds) : text(code), details)
}

/** Says how long to wait, unless it is a moment. */
function limitText(seconds: number): Text {
  if (seconds <= 90) return text('rate_limited')
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 120) return text('rate_limited_minutes', { minutes })
  return text('rate_limited_hours', { hours: Math.ceil(minutes / 60) })
}

/** Rejects with a refusal of the domain rules and the contract's sentence. */
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

/** The value of a look-up. Rejects if there is none. */
export function requireFound<T>(value: T | undefined, code: EdgeCode = 'not_found'): T {
  if (value === undefined) throw reject(code)
  return value
}
