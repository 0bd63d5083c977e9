import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { at, described, flag, listOf, str, whole } from '../fields/described.ts'
import {
  email,
  filledLine,
  saying,
  secret,
  sessionParams,
  token,
  username,
} from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import { writerErrors } from '../refusals/refusals.ts'
import { User } from '../subjects/account.ts'
import {
  accessToken,
  availability,
  currentPassword,
  Dispute,
  followed,
  passwordChange,
  passwordReset,
  refreshToken,
  registration,
  Session,
  totpCode,
} from '../subjects/auth.ts'
import { issueText } from '../texts/texts.ts'

const linkToken = z.object({ token: token.describe('The token from the emailed link.') })

export const authCalls = {
  register: {
    summary: 'Register',
    description:
      'Creates an account and emails a verification link. The answer is the same for an email ' +
      'address that already has an account: we write to its owner instead, so nobody can find ' +
      'out who is registered.',
    body: registration,
    answer: saying.extend({
      user: z
        .object({
          username: str('The new member’s username.', 'anna'),
          email: str('The address the link was sent to.', 'anna@example.org'),
          referral_code: str('The new member’s own referral code.', 'ANNA7K3M'),
        })
        .describe('The account as registered.'),
    }),
    errors: ['invalid_request', 'overloaded'],
  },
  login: {
    summary: 'Sign in',
    description:
      'Starts a session. Send the access token with every call, and exchange the refresh token ' +
      'before the access token expires. Signing in also counts as a step-up.',
    body: z.object({
      username: described(
        filledLine(limits.emailLength.max),
        'The username. Case doesn’t matter.',
        'anna',
      ),
      password: currentPassword,
    }),
    answer: z.object({
      access: accessToken,
      refresh: refreshToken,
      user: User.describe('The signed-in member.'),
    }),
    errors: [
      'invalid_request',
      'login_failed',
      'email_not_verified',
      'account_suspended',
      'account_closed',
      'overloaded',
    ],
  },
  logout: {
    summary: 'Sign out',
    description: 'Ends the session of the refresh token. Succeeds for unknown tokens too.',
    body: z
      .object({
        refresh: described(z.unknown().optional(), 'The refresh token.', 'Zk3vJ0m7Q1c9T2xw5RhYbA'),
      })
      .nullish(),
    answer: saying,
    errors: ['invalid_request'],
  },
  refreshToken: {
    summary: 'Refresh the access token',
    description:
      'Exchanges a refresh token for a new pair. Each refresh token works once; for 30 seconds, ' +
      'repeating the request returns the same pair. Using an old token later ends the session, ' +
      'because it suggests theft. ' +
      `At most ${limits.rateLimits.tokenRefresh.most} in five minutes per session.`,
    body: z.object({ refresh: token.describe('The refresh token of the latest pair.') }),
    answer: z.object({ access: accessToken, refresh: refreshToken }),
    errors: ['invalid_request', 'token_invalid'],
  },
  verifyToken: {
    summary: 'Check an access token',
    description: 'Returns 200 if the token is valid and its session is open.',
    body: z.object({ token: token.describe('The access token to check.') }),
    answer: z.object({}),
    errors: ['invalid_request', 'token_expired', 'token_invalid'],
  },
  checkUsername: {
    summary: 'Check whether a username is free',
    description: 'For registration forms that check while people type.',
    query: z.object({ username: username.describe('The username to check.') }),
    answer: availability,
    errors: ['invalid_request'],
  },
  checkEmail: {
    summary: 'Check an email address',
    description:
      'Checks only the format. The answer never reveals whether an address has an account.',
    query: z.object({ email: email.describe('The address to check.') }),
    answer: availability,
    errors: ['invalid_request'],
  },
  checkReferral: {
    summary: 'Check a referral code',
    description: 'Returns whether a code or username belongs to a verified member.',
    query: z.object({
      code: described(filledLine(200), 'A referral code or a username.', 'ANNA7K3M'),
    }),
    answer: z.object({
      valid: flag('Whether someone can register with this code.'),
      sponsor: str('The sponsor’s username; null if the code is unknown.', 'anna').nullable(),
    }),
    errors: ['invalid_request'],
  },
  stepUp: {
    summary: 'Confirm it’s you',
    description:
      'Checks the password, or a code from the authenticator app, again. Until then, sensitive ' +
      'calls return `step_up_required`. Send one of the two fields.',
    body: z
      .object({
        password: described(secret().optional(), 'The password.', 'seven quiet green lamps'),
        code: totpCode.optional(),
      })
      .refine((form) => form.password !== undefined || form.code !== undefined, {
        path: ['password'],
        message: issueText('required'),
      }),
    answer: z.object({ valid_until: at('Until when sensitive calls are allowed.') }),
    errors: ['invalid_request', 'factor_locked', 'overloaded'],
  },
  startTotp: {
    summary: 'Start setting up an authenticator app',
    description:
      'Returns a new secret. It counts only once a code from the app is confirmed. Needs a ' +
      'recent step-up.',
    answer: z.object({
      otpauth_uri: str(
        'The secret as an `otpauth:` URI for the app.',
        'otpauth://totp/Twofold:anna?secret=JBSWY3DPEHPK3PXP&issuer=Twofold',
      ),
      qr_code: str(
        'The URI as a QR code: an image in a `data:` URI.',
        'data:image/svg+xml;base64,PHN2Zz4=',
      ),
      recovery_codes: listOf(z.string(), 'Codes that work once each, if the app is lost.', [
        'Q7KX-92MD-5TRA',
      ]),
    }),
    errors: ['step_up_required', 'totp_already_enabled'],
  },
  confirmTotp: {
    summary: 'Finish setting up an authenticator app',
    description: 'Turns two-step verification on, with the first code from the app.',
    body: z.object({ code: totpCode }),
    answer: saying,
    errors: ['invalid_request', 'totp_already_enabled'],
  },
  disableTotp: {
    summary: 'Remove the authenticator app',
    description: 'Turns two-step verification off. Needs a recent step-up.',
    answer: saying,
    errors: ['step_up_required', 'totp_not_enabled'],
  },
  getSecurity: {
    summary: 'Get your security settings',
    description: 'Returns which second factors are set up, and any hold on payouts.',
    answer: z.object({
      totp_enabled: flag('Whether an authenticator app is set up.'),
      passkeys: whole('Passkeys that can sign in to the account.', 1),
      recovery_codes_left: whole('Unused recovery codes.', 8),
      hold_until: at('Payouts wait until then after a security change; null if they don’t.')
        .nullable()
        .meta({ example: null }),
      hold_hours: described(z.number(), 'How many hours payouts wait after a security change.', 24),
    }),
    errors: [],
  },
  listSessions: {
    summary: 'List your sessions',
    description: 'Returns every device that is signed in to the account.',
    answer: z.array(Session),
    errors: [],
  },
  endSession: {
    summary: 'End one of your sessions',
    description: 'Signs that device out at once.',
    params: sessionParams,
    answer: saying,
    errors: ['not_found'],
  },
  endOtherSessions: {
    summary: 'End all other sessions',
    description: 'Signs out every device but this one.',
    answer: saying,
    errors: [],
  },
  changePassword: {
    summary: 'Change your password',
    description:
      'Replaces the password and ends all other sessions. Needs a recent step-up. Payouts are ' +
      'on hold for a while afterward.',
    body: passwordChange,
    answer: saying,
    errors: ['invalid_request', 'step_up_required', 'overloaded'],
  },
  forgotPassword: {
    summary: 'Ask for a password reset link',
    description:
      'Emails a link if the address has an account. The answer is the same either way. ' +
      'Each link works for an hour, until one is used. ' +
      `At most ${limits.rateLimits.mailbox.most} an hour per email address, and ` +
      `${limits.rateLimits.mailboxNetwork.most} of them from one network.`,
    body: z.object({ email: email.describe('The account’s email address.') }),
    answer: saying,
    errors: ['invalid_request'],
  },
  resetPassword: {
    summary: 'Set a new password from a reset link',
    description: 'Replaces the password and ends all sessions. Each link works once.',
    body: passwordReset,
    answer: saying,
    errors: ['invalid_request', 'invalid_token', 'overloaded'],
  },
  verifyEmail: {
    summary: 'Open a verification link',
    description:
      'Verifies the address of a new account. For a change of address it only shows the new ' +
      'one: confirm it with the POST. Opening the link again is fine.',
    params: linkToken,
    answer: followed,
    errors: ['invalid_token', ...writerErrors],
  },
  confirmEmail: {
    summary: 'Confirm an email address',
    description: 'Verifies the address that the link was sent to.',
    params: linkToken,
    answer: followed,
    errors: ['invalid_token', ...writerErrors],
  },
  getDispute: {
    summary: 'Read what a “this wasn’t me” link is about',
    description: 'Changes nothing.',
    params: linkToken,
    answer: Dispute,
    errors: ['invalid_token', 'link_used'],
  },
  dispute: {
    summary: 'Report that a security event wasn’t you',
    description:
      'Secures the account: ends all sessions, undoes the change and those that led up to it ' +
      'where possible, and emails a link to set a new password. Removes the wallet address if we ' +
      'can’t tell that it is the owner’s. Opens an account that was closed since. While a member ' +
      'is suspended, only the mailbox that had the account first can do this.',
    params: linkToken,
    answer: saying.extend({
      passkeys: whole('Older passkeys that can still sign in.', 1),
      second_factor: flag('Whether two-step verification is still on.'),
      reopened: flag(
        'Whether the account had been closed. Its auto upgrade and news emails are off.',
      ),
    }),
    errors: ['invalid_token', 'link_used', 'account_suspended'],
  },
  resendVerification: {
    summary: 'Send the verification email again',
    description: 'At most once a day per address, whether or not it has an account.',
    body: z.object({ email: email.describe('The address that is waiting for its link.') }),
    answer: saying,
    errors: ['invalid_request', 'resend_too_soon'],
  },
} satisfies Record<string, CallContract>
