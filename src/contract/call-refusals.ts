import type { Endpoint } from './endpoint.ts'
import { api, type CallName } from './index.ts'
import { operatorRefusals } from './operator-call-refusals.ts'
import { statusOf, type AnyCode } from './refusals.ts'
import { schemas, type CallSchemas } from './schemas.ts'

// Which refusals each call may answer, as a closed list: the reference shows it, and the tests
// want a case for each and find every answer that is not in it.

const nothing = [] as const
const input = ['invalid_request'] as const
/** The call gives a command to the book, which may be full or lose sight of an answer. */
const booked = ['overloaded', 'outcome_unknown'] as const
const profileAsked = ['invalid_request', 'profile_not_found'] as const

/** What a call refuses for reasons of its own, beyond what follows from its line in the table. */
export const ownRefusals = {
  register: [...input, 'overloaded'],
  login: [
    'invalid_request',
    'login_failed',
    'email_not_verified',
    'account_suspended',
    'overloaded',
  ],
  logout: input,
  refreshToken: ['invalid_request', 'token_invalid'],
  verifyToken: ['invalid_request', 'token_expired', 'token_invalid'],
  checkUsername: input,
  checkEmail: input,
  checkReferral: input,
  stepUp: ['invalid_request', 'factor_locked', 'overloaded'],
  startTotp: ['step_up_required', 'totp_already_enabled'],
  confirmTotp: ['invalid_request', 'totp_already_enabled'],
  disableTotp: ['step_up_required', 'totp_not_enabled'],
  getSecurity: nothing,
  listSessions: nothing,
  endSession: ['not_found'],
  endOtherSessions: nothing,
  me: nothing,
  updateMe: ['invalid_request', 'step_up_required', ...booked],
  changePassword: ['invalid_request', 'step_up_required', 'overloaded'],
  forgotPassword: input,
  resetPassword: ['invalid_request', 'invalid_token', 'overloaded'],
  verifyEmail: ['invalid_token', ...booked],
  confirmEmail: ['invalid_token', ...booked],
  showDispute: ['invalid_token', 'link_used'],
  dispute: ['invalid_token', 'link_used'],
  resendVerification: ['invalid_request', 'resend_too_soon'],
  listProfiles: nothing,
  getProfile: ['not_found', 'profile_not_found'],
  getBoard: ['not_found', 'profile_not_found'],
  activateProfile: [
    'not_found',
    'profile_not_found',
    'already_active',
    'insufficient_balance',
    'member_suspended',
    ...booked,
  ],
  recentActivity: nothing,
  getEarnings: input,
  listActivity: input,
  explainRewards: profileAsked,
  getStatement: input,
  listPlans: nothing,
  listReferrals: input,
  contact: input,
  askUnsubscribe: ['invalid_token'],
  unsubscribe: ['invalid_token'],
  getMailSettings: nothing,
  changeMailSettings: input,
  getTree: profileAsked,
  getTreeChildren: profileAsked,
  getTreeUser: ['not_found'],
  getTreeCounts: profileAsked,
  getTreePath: profileAsked,
  getTreeWindow: profileAsked,
  getTreeMap: profileAsked,
  listBeneath: profileAsked,
  searchTree: input,
  trxWalletInfo: ['invalid_request', 'deposits_closed'],
  usdtWalletInfo: ['invalid_request', 'deposits_closed', 'usdt_closed'],
  getChain: nothing,
  getLegalTexts: nothing,
  liveRate: ['rate_unavailable', 'rate_held_back'],
  requestDeposit: [
    'invalid_request',
    'deposits_closed',
    'minimum_deposit',
    'figures_differ',
    'rate_unavailable',
    'rate_held_back',
    'usdt_closed',
    ...booked,
  ],
  verifyDeposit: [
    'invalid_request',
    'not_found',
    'amount_mismatch',
    'amount_out_of_range',
    'failed_on_chain',
    'wrong_recipient',
    'wrong_token',
    'already_used',
    'too_old',
    'too_late',
    'request_paid',
    'confirming',
    'chain_unavailable',
    'rate_unavailable',
    ...booked,
  ],
  acceptDeposit: ['not_found', 'already_used', 'wrong_state', 'needs_review', ...booked],
  listUnattributed: input,
  acceptUnattributed: [
    'not_found',
    'already_used',
    'too_small',
    'needs_review',
    'usdt_closed',
    'chain_unavailable',
    ...booked,
  ],
  listDeposits: input,
  getDeposit: ['not_found'],
  listWithdrawals: input,
  getWithdrawalTerms: input,
  requestWithdrawal: [
    'invalid_request',
    'step_up_required',
    'minimum_withdrawal',
    'insufficient_balance',
    'below_network_fee',
    'too_many_withdrawals',
    'member_suspended',
    'deposits_under_review',
    'chain_unavailable',
    'rate_unavailable',
    ...booked,
  ],
  cancelWithdrawal: ['not_found', 'wrong_state', ...booked],
  events: ['overloaded'],
  live: nothing,
  ready: nothing,
  ...operatorRefusals,
} as const satisfies Record<CallName, readonly AnyCode[]>

/** A refusal that a call gives for reasons of its own. */
export type OwnRefusal<N extends CallName> = (typeof ownRefusals)[N][number]

/** What is refused before it is known which call is meant. */
export const refusedUnread = [
  'malformed_request',
  'malformed_url',
  'uri_too_long',
  'headers_too_large',
  'request_timeout',
  'expectation_failed',
  'method_not_allowed',
] as const satisfies readonly AnyCode[]

/** Every refusal that a call may answer once it has been found, in the order of its checks. */
export function refusalsOf(name: CallName): AnyCode[] {
  return [...new Set<AnyCode>([...followingRefusals(name), ...ownRefusals[name]])]
}

/** What follows from the call's line in the table and from what it takes. */
export function followingRefusals(name: CallName): AnyCode[] {
  const endpoint: Endpoint = api[name]
  const { query }: CallSchemas = schemas[name]
  const codes: AnyCode[] = ['malformed_url']
  if (endpoint.method !== 'GET') {
    codes.push('unsupported_media_type', 'payload_too_large', 'malformed_json')
  }
  codes.push(...callerRefusals(endpoint))
  if (isExported(endpoint, query) && !endpoint.stepUp) codes.push('step_up_required')
  if (endpoint.limit !== null) codes.push('rate_limited')
  if (query && 'page' in query.shape) codes.push('page_not_found')
  if (endpoint.money) codes.push('malformed_key')
  // A verification is the same however often it is asked for: its key is read and not kept.
  if (endpoint.money && name !== 'verifyDeposit') {
    codes.push('idempotency_key_reused', 'idempotency_in_progress')
  }
  if (endpoint.limit !== null) codes.push('database_unavailable')
  return [...codes, 'internal_error']
}

/** A list that staff can take along as a file, for which they prove who they are. */
const isExported = ({ access }: Endpoint, query: CallSchemas['query']): boolean =>
  access !== 'visitor' && access !== 'member' && query !== undefined && 'format' in query.shape

/** What is wrong with the amount of a withdrawal is an invalid field, and no conflict. */
const invalidAmount: readonly AnyCode[] = ['insufficient_balance']

/** The HTTP status with which a call gives a refusal. */
export const statusIn = (name: CallName, code: AnyCode): number =>
  name === 'requestWithdrawal' && invalidAmount.includes(code) ? 400 : statusOf(code)

function callerRefusals({ access, method, path, stepUp }: Endpoint): AnyCode[] {
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
