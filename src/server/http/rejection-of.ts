import type { EdgeCode } from '../../contract/refusals/refusals.ts'
import {
  BookUnavailable,
  DatabaseRefuses,
  KeyInProgress,
  KeyReused,
  OutcomeUnknown,
} from '../book/submission.ts'
import { isDatabaseAway, NotReplicated } from '../../db/errors.ts'
import { reject, Rejection } from '../../contract/refusals/reject.ts'
import { AuthorityEnded } from '../authority/authority.ts'

const byCode: Record<string, EdgeCode> = {
  FST_ERR_BAD_URL: 'malformed_url',
  FST_ERR_ASYNC_CONSTRAINT: 'malformed_url',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_NOT_FOUND: 'not_found',
  ECONNREFUSED: 'database_unavailable',
  ECONNRESET: 'database_unavailable',
  ETIMEDOUT: 'database_unavailable',
  EPIPE: 'database_unavailable',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

const poolMessages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Connection is closed/

const statusCodes: Record<number, EdgeCode> = {
  400: 'malformed_json',
  404: 'not_found',
  412: 'precondition_failed',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
}

/** What Node, Fastify, and the driver add to their errors. */
type SystemError = Error & { code?: unknown; statusCode?: unknown; syscall?: unknown }

/** The rejection for an error of ours, the framework, or the driver; null for a bug of ours. */
export function rejectionOf(error: unknown): Rejection | null {
  if (error instanceof Rejection) return error
  if (error instanceof AuthorityEnded) return reject('token_invalid')
  if (error instanceof KeyReused) return reject('idempotency_key_reused')
  if (error instanceof KeyInProgress) return reject('idempotency_in_progress')
  if (error instanceof OutcomeUnknown) return reject('outcome_unknown')
  if (error instanceof DatabaseRefuses) return reject('database_unavailable')
  if (error instanceof BookUnavailable) return reject('overloaded')
  if (error instanceof NotReplicated) return reject('outcome_unknown')
  if (isDatabaseAway(error)) return reject('database_unavailable')
  if (!(error instanceof Error)) return null
  const { code, statusCode, syscall }: SystemError = error
  // The caller left in the middle of a body. The driver's errors have the same code.
  if (code === 'ECONNRESET' && error.message === 'aborted') return reject('malformed_request')
  if (typeof code === 'string') {
    // While a database on a socket is down, its file doesn't exist.
    if (code === 'ENOENT' && syscall === 'connect') return reject('database_unavailable')
    const known = byCode[code]
    if (known) return reject(known)
  }
  if (poolMessages.test(error.message)) return reject('database_unavailable')
  const byStatus = typeof statusCode === 'number' ? statusCodes[statusCode] : undefined
  return byStatus ? reject(byStatus) : null
}
