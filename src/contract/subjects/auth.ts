import { z } from 'zod'
import { at, described, flag, idOf, oneOf, str } from '../fields/described.ts'
import {
  email,
  filledLine,
  line,
  newPassword,
  newUsername,
  saying,
  secret,
  token,
} from '../fields/fields.ts'
import { languages } from '../fields/languages.ts'
import { issueText } from '../texts/texts.ts'

// Signing up and in, sessions, passwords, the second factor, and the links of security emails.

/** Six digits from the app, or a recovery code with or without its hyphens. */
export const totpCode = described(
  filledLine(48),
  'Six digits from the authenticator app, or an unused recovery code.',
  '492039',
)

const passwordAgain = described(
  secret(),
  'The new password again, to catch typing errors.',
  'seven quiet green lamps',
)
export const currentPassword = described(secret(), 'The current password.', 'six loud red lamps')

const termsVersion = (required: string) =>
  described(
    line(20).nullish(),
    `The version of the terms the person accepts. Required ${required}.`,
    '1',
  )
const privacyVersion = (required: string) =>
  described(
    line(20).nullish(),
    `The version of the privacy notice the person accepts. Required ${required}.`,
    '1',
  )

const shownIn = (what: string) =>
  oneOf(
    languages,
    `The language in which the person saw the ${what}. Defaults to the original’s.`,
  ).optional()

export const registration = z
  .object({
    username: newUsername,
    email: email.describe('The email address. The account opens once its link is opened.'),
    password: newPassword,
    password2: passwordAgain,
    referral_code: described(
      line(200).nullish(),
      'The sponsor’s referral code or username. Without one, the company is the sponsor.',
      'ANNA7K3M',
    ),
    terms_version: termsVersion('once terms are published'),
    privacy_version: privacyVersion('once one is published'),
    terms_language: shownIn('terms'),
    privacy_language: shownIn('privacy notice'),
    language: oneOf(languages, 'The language of emails and of the account.').optional(),
  })
  .refine((form) => form.password === form.password2, {
    path: ['password2'],
    message: issueText('passwords_differ'),
  })

/** A change of one's own password to one that fits this schema. */
export const passwordChangeTo = (newOne: z.ZodType<string>) =>
  z
    .object({
      current_password: currentPassword,
      new_password: newOne,
      confirm_password: passwordAgain,
    })
    .refine((form) => form.new_password === form.confirm_password, {
      path: ['confirm_password'],
      message: issueText('new_passwords_differ'),
    })

export const passwordChange = passwordChangeTo(newPassword)

export const passwordReset = z
  .object({
    token: token.describe('The token from the reset link.'),
    new_password: newPassword,
    confirm_password: passwordAgain,
    terms_version: termsVersion('for the first password of an imported member'),
    privacy_version: privacyVersion('for the first password of an imported member'),
    terms_language: shownIn('terms'),
    privacy_language: shownIn('privacy notice'),
  })
  .refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    message: issueText('passwords_differ'),
  })

export const Session = z
  .object({
    id: idOf('The session’s id, for ending it.'),
    current: flag('Whether this is the session that made the request.'),
    device: str('Browser and system, from the user agent.', 'Firefox on Linux'),
    signed_in_at: at('When the session began.', '2026-03-13T18:00:00.000Z'),
    last_seen_at: at('When the session was last used.'),
  })
  .meta({ id: 'Session', description: 'One signed-in device.' })

export const availability = saying.extend({
  available: flag('Whether it can be used to register.'),
})

/** `new_email`: the address that replaces the current one once the link is confirmed. */
export const followed = saying.extend({
  new_email: str(
    'The new address, if the link changes one. Send the POST to confirm it.',
    'anna.reyes@example.org',
  ).optional(),
})

export const accessToken = str(
  'The access token: a JWT for the `Authorization: Bearer` header. Valid for 15 minutes.',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.qL1pX0',
)
export const refreshToken = str(
  'The refresh token. Valid for 30 days and for one use.',
  'Zk3vJ0m7Q1c9T2xw5RhYbA',
)

/** Security emails to a member. The member can dispute each of them. */
export const securityEvents = [
  'email_asked',
  'email_changed',
  'password_changed',
  'password_reset',
  'wallet_changed',
  'totp_enabled',
  'totp_disabled',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'new_device',
  'session_copied',
  'recovery_code',
  'wrong_code',
  'factor_locked',
] as const

export type SecurityEvent = (typeof securityEvents)[number]

export const Dispute = z
  .object({
    kind: oneOf(securityEvents, 'What the email reported.', 'new_device'),
    happened_at: at('When it happened.'),
    expires_at: at('Until when the link works.', '2026-03-21T09:26:53.589Z'),
  })
  .meta({ id: 'Dispute', description: 'The security event of a “this wasn’t me” link.' })
