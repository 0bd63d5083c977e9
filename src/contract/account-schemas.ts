import { z } from 'zod'
import {
  detail,
  email,
  filledLine,
  filledText,
  id,
  line,
  newPassword,
  newUsername,
  paging,
  pageOf,
  profileRef,
  secret,
  time,
  username,
} from './fields.ts'
import * as earnings from './earnings.ts'
import * as history from './history.ts'
import * as limits from './limits.ts'
import { securityEvents } from './security-events.ts'
import { Activity, Plan, Profile, Referral, User } from './member.ts'

// What goes into and comes out of the calls on sessions and accounts.

const token = secret(limits.tokenLength.max)

const phone = line(limits.phoneLength.max).regex(
  limits.phonePattern,
  'Enter a phone number, such as +1 555 010 0199.',
)

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
    message: "Passwords don't match",
  })

const passwordChange = z
  .object({
    current_password: secret(),
    new_password: newPassword,
    confirm_password: secret(),
  })
  .refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    message: 'New passwords do not match',
  })

const passwordReset = z
  .object({ token, new_password: newPassword, confirm_password: secret() })
  .refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    message: "Passwords don't match",
  })

/** Every field may be left out; what is left out stays as it is. */
const accountChange = z.object({
  first_name: line(limits.nameLength.max).optional(),
  last_name: line(limits.nameLength.max).optional(),
  email: email.optional(),
  phone_number: phone.optional(),
  wallet_address: line(limits.addressLength.max).nullable().optional(),
  auto_upgrade: z.boolean({ error: 'Enter true or false.' }).optional(),
  share_contact: z.boolean({ error: 'Enter true or false.' }).optional(),
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

const availability = z.object({ available: z.boolean(), detail: z.string() })

export const authSchemas = {
  register: {
    body: registration,
    answer: z.object({
      detail: z.string(),
      user: z.object({
        username: z.string(),
        email: z.string(),
        referral_code: z.string(),
      }),
    }),
  },
  login: {
    body: z.object({ username: filledLine(limits.emailLength.max), password: secret() }),
    answer: z.object({ access: z.string(), refresh: z.string(), user: User }),
  },
  logout: { body: z.object({ refresh: z.unknown().optional() }).nullish(), answer: detail },
  refreshToken: {
    body: z.object({ refresh: token }),
    answer: z.object({ access: z.string(), refresh: z.string() }),
  },
  verifyToken: { body: z.object({ token }), answer: z.object({}) },
  checkUsername: { query: z.object({ username }), answer: availability },
  checkEmail: { query: z.object({ email }), answer: availability },
  checkReferral: {
    query: z.object({ code: filledLine(200) }),
    answer: z.object({ valid: z.boolean(), sponsor: z.string().nullable() }),
  },
  stepUp: {
    body: z
      .object({ password: secret().optional(), code: totpCode.optional() })
      .refine((form) => form.password !== undefined || form.code !== undefined, {
        path: ['password'],
        message: 'This field is required.',
      }),
    answer: z.object({ valid_until: time }),
  },
  startTotp: {
    answer: z.object({
      otpauth_uri: z.string(),
      qr_code: z.string(),
      recovery_codes: z.array(z.string()),
    }),
  },
  confirmTotp: { body: z.object({ code: totpCode }), answer: detail },
  disableTotp: { answer: detail },
  getSecurity: {
    answer: z.object({
      totp_enabled: z.boolean(),
      recovery_codes_left: z.number().int(),
      /** Until when payouts rest after the last change of security; null when they do not. */
      hold_until: time.nullable(),
      hold_hours: z.number(),
    }),
  },
  listSessions: { answer: z.array(Session) },
  endSession: { params: z.object({ id }), answer: detail },
  endOtherSessions: { answer: detail },
}

const mailSettings = z.object({ news: z.boolean({ error: 'Enter true or false.' }) })

const mailSchemas = {
  askUnsubscribe: { params: z.object({ token }), answer: mailSettings },
  unsubscribe: { params: z.object({ token }), answer: mailSettings },
  getMailSettings: { answer: mailSettings },
  changeMailSettings: { body: mailSettings, answer: mailSettings },
}

/** `new_email`: the address that takes the place of the one on file once the link is confirmed. */
const followed = detail.extend({ new_email: z.string().optional() })

const Dispute = z
  .object({
    kind: z.enum(securityEvents),
    happened_at: time,
    /** Until when the link works. */
    expires_at: time,
  })
  .meta({ id: 'Dispute' })

export const accountSchemas = {
  ...mailSchemas,
  me: { answer: User },
  updateMe: { body: accountChange, answer: User },
  changePassword: { body: passwordChange, answer: detail },
  forgotPassword: { body: z.object({ email }), answer: detail },
  resetPassword: { body: passwordReset, answer: detail },
  verifyEmail: { params: z.object({ token }), answer: followed },
  confirmEmail: { params: z.object({ token }), answer: followed },
  showDispute: { params: z.object({ token }), answer: Dispute },
  dispute: { params: z.object({ token }), answer: detail },
  resendVerification: { body: z.object({ email }), answer: detail },
  listProfiles: { answer: z.object({ user: User }) },
  getProfile: { params: z.object({ id: profileRef }), answer: Profile },
  getBoard: { params: z.object({ id: profileRef }), answer: earnings.Board },
  activateProfile: {
    params: z.object({ id: profileRef }),
    answer: z.object({ detail: z.string(), profile: Profile, wallet_balance: z.string() }),
  },
  recentActivity: { answer: z.array(Activity) },
  listActivity: { query: history.activityQuery, answer: pageOf(history.ActivityEntry) },
  explainRewards: { query: history.explainQuery, answer: history.Explanation },
  getEarnings: { query: earnings.earningsQuery, answer: earnings.Earnings },
  getStatement: { query: history.statementQuery, answer: history.Statement },
  listPlans: { answer: z.array(Plan) },
  listReferrals: {
    query: paging,
    answer: z.union([z.array(Referral), pageOf(Referral)]),
  },
  contact: {
    body: z.object({
      name: filledLine(limits.nameLength.max),
      email,
      subject: filledLine(limits.subjectLength.max),
      message: filledText(limits.messageLength.max),
      /** Hidden from people by the form; whoever fills it in is a machine. */
      website: z.string().max(1000).optional(),
    }),
    answer: detail,
  },
}
