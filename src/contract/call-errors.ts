import { calls, type Calls } from './calls.ts'
import type { CallContract, Endpoint } from './endpoint.ts'
import { statusOf, type AnyCode } from './refusals/refusals.ts'
import { api, type CallName } from './routes.ts'

// The errors that each call may answer, as a closed list. The API reference shows it. The tests
// require a case for each error, and report any answer that isn't on the list.

/** An error particular to a call. */
export type CallError<N extends CallName> = Calls[N]['errors'][number]

/** A call's own errors, beyond those that its line in the route table implies. */
export const callErrors = (name: CallName): readonly AnyCode[] => calls[name].errors

/** Errors before we know which call it is. */
export const preRoutingErrors = [
  'malformed_request',
  'malformed_url',
  'uri_too_long',
  'headers_too_large',
  'request_timeout',
  'expectation_failed',
  'method_not_allowed',
] as const satisfies readonly AnyCode[]

/** Errors of the web app's files, which no call has. */
export const fileErrors = ['precondition_failed'] as const satisfies readonly AnyCode[]

/** Every error of a call once it has been found, in the order of its checks. */
export function errorsOf(name: CallName): AnyCode[] {
  return [...new Set<AnyCode>([...impliedErrors(name), ...callErrors(name)])]
}

/** The errors that follow from the call's line in the table and from its input. */
function impliedErrors(name: CallName): AnyCode[] {
  const endpoint: Endpoint = api[name]
  const { query }: CallContract = calls[name]
  const codes: AnyCode[] = ['malformed_url']
  if (endpoint.method !== 'GET') {
    codes.push('unsupported_media_type', 'payload_too_large', 'malformed_json')
  }
  codes.push(...callerErrors(endpoint))
  if (isExported(endpoint, query) && !endpoint.stepUp) codes.push('step_up_required')
  if (endpoint.limit !== null) codes.push('rate_limited')
  if (query && 'page' in query.shape) codes.push('page_not_found')
  if (endpoint.money) codes.push('malformed_key')
  // Repeating a verification gives the same result, so its key is read but not stored.
  if (endpoint.money && name !== 'verifyDeposit') {
    codes.push('idempotency_key_reused', 'idempotency_in_progress')
  }
  if (endpoint.limit !== null) codes.push('database_unavailable')
  return [...codes, 'internal_error']
}

/** A list that staff can export as a file, which requires a step-up. */
const isExported = ({ access }: Endpoint, query: CallContract['query']): boolean =>
  access !== 'visitor' && access !== 'member' && query !== undefined && 'format' in query.shape

/** An amount that a withdrawal can't have is an invalid field, not a conflict. */
const invalidAmount: readonly AnyCode[] = ['insufficient_balance']

/** The HTTP status of a call's error. */
export const statusIn = (name: CallName, code: AnyCode): number =>
  name === 'requestWithdrawal' && invalidAmount.includes(code) ? 400 : statusOf(code)

function callerErrors({ access, method, path, stepUp }: Endpoint): AnyCode[] {
  if (access === 'visitor') return []
  const codes: AnyCode[] = ['not_authenticated', 'token_invalid']
  if (access === 'member') {
    codes.push('token_expired')
    if (method !== 'GET') codes.push('read_only_view')
    return codes
  }
  if (method !== 'GET') codes.push('wrong_origin')
  if (!path.startsWith('/api/operator/auth/')) {
    codes.push('totp_enrolment_required', 'password_change_required')
  }
  if (access !== 'support') codes.push('forbidden')
  if (stepUp) codes.push('step_up_required')
  return codes
}
