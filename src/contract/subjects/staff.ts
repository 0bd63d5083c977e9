import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import {
  csvPaging,
  detail,
  filledLine,
  line,
  newPassword,
  pageOf,
  params,
  queuePaging,
  reason,
  requestStatus,
  secret,
  time,
  username,
} from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import { issueText } from '../texts/texts.ts'

// Operators: signing in to the console, their sessions, and changes to their access.

const role = z.enum(['support', 'finance', 'admin'])

const roleIn = z.enum(['support', 'finance', 'admin'], { error: issueText('choose_role') })

/** An operator's own password: longer than a member's, since it opens more. */
const newOperatorPassword = newPassword.min(
  limits.operatorPasswordLength.min,
  issueText('too_short', { min: limits.operatorPasswordLength.min }),
)

const Operator = z
  .object({
    username: z.string(),
    role: z.enum(['support', 'finance', 'admin']),
    totp_enrolled: z.boolean(),
    /** Signed in with a first password: nothing else opens before it is changed. */
    must_change_password: z.boolean(),
    /** After so long without use the session ends. */
    idle_minutes: z.number().int(),
  })
  .meta({ id: 'Operator' })

export const StaffMember = z
  .object({
    username: z.string(),
    role,
    totp_enrolled: z.boolean(),
    created_at: time,
    disabled_at: time.nullable(),
    last_seen_at: time.nullable(),
    sessions: z.number().int(),
  })
  .meta({ id: 'StaffMember' })

const accessChangeKinds = ['add', 'role', 'reset', 'disable'] as const

export const AccessChange = z
  .object({
    id: z.string(),
    kind: z.enum(accessChangeKinds),
    username: z.string(),
    role: role.nullable(),
    reason: z.string(),
    status: requestStatus,
    requested_by: z.string(),
    requested_at: time,
    decided_by: z.string().nullable(),
    decided_at: time.nullable(),
  })
  .meta({ id: 'AccessChange' })

/**
 * The first password of an added or reset operator is two halves in a row: who asks is shown the
 * first, who approves the second, each once. Null where the change makes no password.
 */
export const RequestedAccessChange = AccessChange.extend({
  first_password_half: z.string().nullable(),
}).meta({ id: 'RequestedAccessChange' })

export const ApprovedAccessChange = AccessChange.extend({
  second_password_half: z.string().nullable(),
}).meta({ id: 'ApprovedAccessChange' })

export const OperatorSession = z
  .object({
    id: z.string(),
    current: z.boolean(),
    device: z.string(),
    address: z.string(),
    signed_in_at: time,
    last_seen_at: time,
    ends_at: time,
  })
  .meta({ id: 'OperatorSession' })

const accessChange = z
  .object({ kind: z.enum(accessChangeKinds), username, role: roleIn.optional(), reason })
  .refine(
    ({ kind, role: given }) => given !== undefined || kind === 'reset' || kind === 'disable',
    {
      path: ['role'],
      message: issueText('choose_role'),
    },
  )

const passwordChange = z
  .object({
    current_password: secret(),
    new_password: newOperatorPassword,
    confirm_password: secret(),
  })
  .refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    message: issueText('new_passwords_differ'),
  })

export const staffCalls = {
  operatorLogin: {
    body: z.object({ username: filledLine(64), password: secret(), totp: line(16).optional() }),
    answer: Operator,
    errors: [
      'invalid_request',
      'login_failed',
      'totp_required',
      'totp_invalid',
      'factor_locked',
      'wrong_origin',
      'overloaded',
    ],
  },
  operatorLogout: {
    answer: detail,
    errors: ['wrong_origin'],
  },
  operatorGetMe: {
    answer: Operator,
    errors: [],
  },
  operatorStepUp: {
    body: z.object({ password: z.string().max(1024).optional(), totp: line(16).optional() }),
    answer: z.object({ valid_until: time }),
    errors: ['invalid_request', 'factor_locked', 'overloaded'],
  },
  operatorStartTotp: {
    answer: z.object({ otpauth_uri: z.string(), qr_code: z.string() }),
    errors: ['totp_already_enabled'],
  },
  operatorConfirmTotp: {
    body: z.object({ code: filledLine(16) }),
    answer: detail,
    errors: ['invalid_request', 'totp_already_enabled'],
  },
  operatorChangePassword: {
    body: passwordChange,
    answer: detail,
    errors: ['invalid_request', 'overloaded'],
  },
  operatorListSessions: {
    answer: z.array(OperatorSession),
    errors: [],
  },
  operatorEndSession: {
    params,
    answer: detail,
    errors: ['not_found'],
  },
  listOperators: {
    query: csvPaging,
    answer: pageOf(StaffMember),
    errors: ['invalid_request'],
  },
  listAccessChanges: {
    query: queuePaging.extend({ status: requestStatus.optional() }),
    answer: pageOf(AccessChange),
    errors: ['invalid_request'],
  },
  requestAccessChange: {
    body: accessChange,
    answer: RequestedAccessChange,
    errors: ['invalid_request', 'change_pending'],
  },
  approveAccessChange: {
    params,
    answer: ApprovedAccessChange,
    errors: [
      'not_found',
      'already_decided',
      'self_approval',
      'change_outdated',
      'last_admin',
      'overloaded',
    ],
  },
  rejectAccessChange: {
    params,
    body: z.object({ reason }),
    answer: AccessChange,
    errors: ['invalid_request', 'not_found', 'already_decided'],
  },
} satisfies Record<string, CallContract>
