import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { User } from './account.ts'
import {
  email,
  filledLine,
  line,
  newPassword,
  newUsername,
  params,
  saying,
  secret,
  time,
  token,
  username,
} from '../fields/fields.ts'
import { writerErrors } from '../refusals/refusals.ts'
import * as limits from '../fields/limits.ts'
import { issueText } from '../texts/texts.ts'

// Signing up and in, sessions, passwords, the second factor, and the links of security emails.

/** Six digits of the app, or a recovery code with or without its hyphens. */
const totpCode = filledLine(48)

const registration = z
  .object({
    username: newUsername,
    email,
    password: newPassword,
    password2: secret(),
    referral_code: line(200).nullish(),
    /** The versions of the texts in force that are accepted; needed once they are published. */
    terms_version: line(20).nullish(),
    privacy_version: line(20).nullish(),
  })
  .refine((form) => form.password === form.password2, {
    path: ['password2'],
    message: issueText('passwords_differ'),
  })

const passwordChange = z
  .object({
    current_password: secret(),
    new_password: newPassword,
    confirm_password: secret(),
  })
  .refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    message: issueText('new_passwords_differ'),
  })

const passwordReset = z
  .object({ token, new_password: newPassword, confirm_password: secret() })
  .refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    message: issueText('passwords_differ'),
  })

const Session = z
  .object({
    id: z.string(),
    current: z.boolean(),
    device: z.string(),
    signed_in_at: time,
    last_seen_at: time,
  })
  .meta({ id: 'Session' })

const availability = saying.extend({ available: z.boolean() })

/** `new_email`: the address that takes the place of the one on file once the link is confirmed. */
const followed = saying.extend({ new_email: z.string().optional() })

/** What is emailed to a member as the security of the account, and can be disputed from there. */
export const securityEvents = [
  'email_asked',
  'email_changed',
  'password_changed',
  'password_reset',
  'wallet_changed',
  'totp_enabled',
  'totp_disabled',
  'new_device',
  'session_copied',
  'recovery_code',
  'wrong_code',
  'factor_locked',
] as const

export type SecurityEvent = (typeof securityEvents)[number]

const Dispute = z
  .object({
    kind: z.enum(securityEvents),
    happened_at: time,
    /** Until when the link works. */
    expires_at: time,
  })
  .meta({ id: 'Dispute' })

export const authCalls = {
  register: {
    body: registration,
    answer: saying.extend({
      user: z.object({
        username: z.string(),
        email: z.string(),
        referral_code: z.string(),
      }),
    }),
    errors: ['invalid_request', 'overloaded'],
  },
  login: {
    body: z.object({ username: filledLine(limits.emailLength.max), password: secret() }),
    answer: z.object({ access: z.string(), refresh: z.string(), user: User }),
    errors: [
      'invalid_request',
      'login_failed',
      'email_not_verified',
      'account_suspended',
      'overloaded',
    ],
  },
  logout: {
    body: z.object({ refresh: z.unknown().optional() }).nullish(),
    answer: saying,
    errors: ['invalid_request'],
  },
  refreshToken: {
    body: z.object({ refresh: token }),
    answer: z.object({ access: z.string(), refresh: z.string() }),
    errors: ['invalid_request', 'token_invalid'],
  },
  verifyToken: {
    body: z.object({ token }),
    answer: z.object({}),
    errors: ['invalid_request', 'token_expired', 'token_invalid'],
  },
  checkUsername: {
    query: z.object({ username }),
    answer: availability,
    errors: ['invalid_request'],
  },
  checkEmail: {
    query: z.object({ email }),
    answer: availability,
    errors: ['invalid_request'],
  },
  checkReferral: {
    query: z.object({ code: filledLine(200) }),
    answer: z.object({ valid: z.boolean(), sponsor: z.string().nullable() }),
    errors: ['invalid_request'],
  },
  stepUp: {
    body: z
      .object({ password: secret().optional(), code: totpCode.optional() })
      .refine((form) => form.password !== undefined || form.code !== undefined, {
        path: ['password'],
        message: issueText('required'),
      }),
    answer: z.object({ valid_until: time }),
    errors: ['invalid_request', 'factor_locked', 'overloaded'],
  },
  startTotp: {
    answer: z.object({
      otpauth_uri: z.string(),
      qr_code: z.string(),
      recovery_codes: z.array(z.string()),
    }),
    errors: ['step_up_required', 'totp_already_enabled'],
  },
  confirmTotp: {
    body: z.object({ code: totpCode }),
    answer: saying,
    errors: ['invalid_request', 'totp_already_enabled'],
  },
  disableTotp: {
    answer: saying,
    errors: ['step_up_required', 'totp_not_enabled'],
  },
  getSecurity: {
    answer: z.object({
      totp_enabled: z.boolean(),
      recovery_codes_left: z.number().int(),
      /** Until when payouts rest after the last change of security; null when they do not. */
      hold_until: time.nullable(),
      hold_hours: z.number(),
    }),
    errors: [],
  },
  listSessions: {
    answer: z.array(Session),
    errors: [],
  },
  endSession: {
    params,
    answer: saying,
    errors: ['not_found'],
  },
  endOtherSessions: {
    answer: saying,
    errors: [],
  },
  changePassword: {
    body: passwordChange,
    answer: saying,
    errors: ['invalid_request', 'step_up_required', 'overloaded'],
  },
  forgotPassword: {
    body: z.object({ email }),
    answer: saying,
    errors: ['invalid_request'],
  },
  resetPassword: {
    body: passwordReset,
    answer: saying,
    errors: ['invalid_request', 'invalid_token', 'overloaded'],
  },
  verifyEmail: {
    params: z.object({ token }),
    answer: followed,
    errors: ['invalid_token', ...writerErrors],
  },
  confirmEmail: {
    params: z.object({ token }),
    answer: followed,
    errors: ['invalid_token', ...writerErrors],
  },
  getDispute: {
    params: z.object({ token }),
    answer: Dispute,
    errors: ['invalid_token', 'link_used'],
  },
  dispute: {
    params: z.object({ token }),
    answer: saying,
    errors: ['invalid_token', 'link_used'],
  },
  resendVerification: {
    body: z.object({ email }),
    answer: saying,
    errors: ['invalid_request', 'resend_too_soon'],
  },
} satisfies Record<string, CallContract>
