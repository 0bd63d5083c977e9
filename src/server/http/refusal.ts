import { edgeRefusals, ruleText, statusOf } from '../../contract/refusals.ts'
import type { AnyCode, EdgeCode } from '../../contract/refusals.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'

/** What a refusal may carry beside its code and sentence. */
export type RefusalDetails = {
  /** Messages by field. */
  errors?: Record<string, string[]>
  /** Another status than the code's own: what conflicts in one call may be invalid in another. */
  status?: number
  /** Seconds after which another attempt makes sense. */
  retryAfterSeconds?: number
  /** Further members of the answer, such as `next_allowed_at`. */
  members?: Record<string, unknown>
}

/** Thrown by handlers and operations; the edge turns it into problem+json. */
export class Refused extends Error {
  readonly code: AnyCode
  readonly status: number
  readonly details: RefusalDetails

  constructor(code: AnyCode, detail: string, details: RefusalDetails = {}) {
    super(detail)
    this.name = 'Refused'
    this.code = code
    this.status = details.status ?? statusOf(code)
    this.details = details
  }
}

/** A refusal of the edge, with the sentence of the contract. */
export const refuse = (code: EdgeCode, details: RefusalDetails = {}): Refused =>
  new Refused(code, edgeRefusals[code].text, details)

/** A refusal of the rules, with the sentence of the contract. */
export const refuseByRule = (refusal: Refusal, details: RefusalDetails = {}): Refused =>
  new Refused(refusal.code, ruleText(refusal), details)

/** A refusal for the sake of one field: 400, with the sentence under the field's name. */
export const refuseField = (
  field: string,
  message: string,
  code: AnyCode = 'invalid_request',
): Refused => new Refused(code, message, { status: 400, errors: { [field]: [message] } })
