import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import {
  email,
  line,
  money,
  pageOf,
  paging,
  profileRef,
  saying,
  time,
  token,
} from '../fields/fields.ts'
import { writerErrors } from '../refusals/refusals.ts'
import * as limits from '../fields/limits.ts'
import { issueText } from '../texts/texts.ts'

// The member’s account: profiles, plans, referrals and email settings.

export const Plan = z
  .object({
    id: z.string(),
    name: z.string(),
    cost: money,
    status: z.enum(['active', 'retired']),
    joining_fee: money,
    upgrade_from: z.string().nullable(),
    upgrade_to: z.string().nullable(),
    direct: money,
    level1: money,
    level2: money,
    reentries: z.number().int(),
    sponsor_bonus: money,
    total: money,
    color: z.enum(['orange', 'gray', 'yellow', 'purple', 'blue']),
  })
  .meta({ id: 'Plan' })

export const Profile = z
  .object({
    id: z.string(),
    profile_id: z.string(),
    active: z.boolean(),
    created_at: time,
    activated_at: time.nullable(),
    origin: z.object({
      kind: z.enum(['join', 'upgrade', 'reentry']),
      from: z.string().nullable(),
    }),
    board: z.object({ filled: z.number().int(), completed_at: time.nullable() }),
    plan: z.object({
      id: z.string(),
      name: z.string(),
      cost: money,
      status: z.enum(['active', 'retired']),
    }),
    user: z.object({ username: z.string() }),
  })
  .meta({ id: 'Profile' })

export const User = z
  .object({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone_number: z.string(),
    total_referrals: z.number().int(),
    total_rewards: money,
    wallet_balance: money,
    wallet_address: z.string().nullable(),
    referral_code: z.string(),
    auto_upgrade: z.boolean(),
    share_contact: z.boolean(),
    pending_email: z.string().nullable(),
    is_active: z.boolean(),
    date_joined: time,
    /** The member of staff who looks through the member's eyes; null for the member. */
    viewed_by: z.string().nullable(),
    profiles: z.array(Profile),
  })
  .meta({ id: 'User' })

export const Referral = z
  .object({
    id: z.string(),
    date_referred: time,
    referred_user: z.object({
      username: z.string(),
      email: z.string(),
      phone_number: z.string(),
      date_joined: time,
      is_active: z.boolean(),
      profiles: z.array(
        z.object({
          id: z.string(),
          profile_id: z.string(),
          active: z.boolean(),
          plan: z.object({ name: z.string() }),
        }),
      ),
    }),
  })
  .meta({ id: 'Referral' })

const phone = line(limits.phoneLength.max).regex(limits.phonePattern, issueText('phone_invalid'))

/** Every field may be left out; what is left out stays as it is. */
const accountChange = z.object({
  first_name: line(limits.nameLength.max).optional(),
  last_name: line(limits.nameLength.max).optional(),
  email: email.optional(),
  phone_number: phone.optional(),
  wallet_address: line(limits.addressLength.max).nullable().optional(),
  auto_upgrade: z.boolean({ error: issueText('enter_boolean') }).optional(),
  share_contact: z.boolean({ error: issueText('enter_boolean') }).optional(),
})

const emailSettings = z.object({ news: z.boolean({ error: issueText('enter_boolean') }) })

export const accountCalls = {
  getMe: {
    answer: User,
    errors: [],
  },
  updateMe: {
    body: accountChange,
    answer: User,
    errors: ['invalid_request', 'step_up_required', ...writerErrors],
  },
  listProfiles: {
    answer: z.object({ user: User }),
    errors: [],
  },
  getProfile: {
    params: z.object({ id: profileRef }),
    answer: Profile,
    errors: ['not_found', 'profile_not_found'],
  },
  activateProfile: {
    params: z.object({ id: profileRef }),
    answer: saying.extend({ profile: Profile, wallet_balance: z.string() }),
    errors: [
      'not_found',
      'profile_not_found',
      'already_active',
      'insufficient_balance',
      'member_suspended',
      ...writerErrors,
    ],
  },
  listPlans: {
    answer: z.array(Plan),
    errors: [],
  },
  listReferrals: {
    query: paging,
    answer: z.union([z.array(Referral), pageOf(Referral)]),
    errors: ['invalid_request'],
  },
  getUnsubscribe: {
    params: z.object({ token }),
    answer: emailSettings,
    errors: ['invalid_token'],
  },
  unsubscribe: {
    params: z.object({ token }),
    answer: emailSettings,
    errors: ['invalid_token'],
  },
  getEmailSettings: {
    answer: emailSettings,
    errors: [],
  },
  updateEmailSettings: {
    body: emailSettings,
    answer: emailSettings,
    errors: ['invalid_request'],
  },
} satisfies Record<string, CallContract>
