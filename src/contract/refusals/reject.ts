import type { Refusal } from '../../domain/ledger/refusal.ts'
import { ruleText, type AnyCode, type EdgeCode } from './refusals.ts'
import { english, text, type Text } from '../texts/texts.ts'

/** A text of the contract, or a plain sentence where only staff can read it. */
export type Said = Text | string

/** What a rejection may carry beside its code and sentence. */
export type RejectionDetails = {
  /** What is wrong, by input field. */
  errors?: Record<string, Said[]>
  /** Seconds after which another attempt makes sense. */
  retryAfterSeconds?: number
  /** Further members of the answer, such as `next_allowed_at`. */
  members?: Record<string, unknown>
}

/** The sentence in English. */
export const sentenceOf = (said: Said): string => (typeof said === 'string' ? said : english(said))

/**
 * Thrown by operations that refuse a request with a code of the contract. It knows nothing of
 * HTTP: `http/problem.ts` turns it into problem+json.
 */
export class Rejection extends Error {
  readonly code: AnyCode
  readonly text: Text | undefined
  readonly details: RejectionDetails

  constructor(code: AnyCode, said: Said, details: RejectionDetails = {}) {
    super(sentenceOf(said))
    this.name = 'Rejection'
    this.code = code
    this.text = typeof said === 'string' ? undefined : said
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
  said: Said,
  code: AnyCode = 'invalid_request',
): Rejection => new Rejection(code, said, { errors: { [field]: [said] } })

/** Rejects several input fields; the first of them gives the sentence. */
export const rejectFields = (errors: Record<string, Said[]>): Rejection =>
  new Rejection('invalid_request', Object.values(errors)[0]?.[0] ?? text('invalid_request'), {
    errors,
  })

/** The value of a look-up; rejects where there is none. */
export function requireFound<T>(value: T | undefined, code: EdgeCode = 'not_found'): T {
  if (value === undefined) throw reject(code)
  return value
}
