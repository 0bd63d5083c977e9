import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { Profile } from './account.ts'
import {
  csvPaging,
  detail,
  filledText,
  money,
  pageOf,
  params,
  reason,
  search,
  time,
} from '../fields/fields.ts'
import { ActivityEntry } from './history.ts'
import { writerErrors } from '../refusals/refusals.ts'
import * as limits from '../fields/limits.ts'

// Members, as the console shows them.

export const MemberRow = z
  .object({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    is_active: z.boolean(),
    is_verified: z.boolean(),
    sponsor: z.string().nullable(),
    wallet_balance: money,
    date_joined: time,
  })
  .meta({ id: 'MemberRow' })

export const MemberDetail = MemberRow.extend({
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  wallet_address: z.string().nullable(),
  withdrawing: money,
  suspended_at: time.nullable(),
  auto_upgrade: z.boolean(),
  total_referrals: z.number().int(),
  profiles: z.array(Profile),
  deposit_address: z.string().nullable(),
  referral_code: z.string(),
  sponsor_id: z.string().nullable(),
  totp_enabled: z.boolean(),
  hold_until: time.nullable(),
  accepted_texts: z.array(z.object({ kind: z.string(), version: z.string(), at: time })),
}).meta({ id: 'MemberDetail' })

export const MemberNote = z
  .object({ id: z.string(), operator: z.string(), note: z.string(), at: time })
  .meta({ id: 'MemberNote' })

export const MemberPosting = z
  .object({
    id: z.string(),
    journal: z.string(),
    kind: z.string(),
    purpose: z.string(),
    account: z.enum(['wallet', 'withdrawing']),
    amount: money,
    balance_after: money,
    at: time,
  })
  .meta({ id: 'MemberPosting' })

export const MemberNetwork = z
  .object({
    /** From the member's own sponsor up to the house; at most 20. */
    sponsors: z.array(z.object({ id: z.string(), username: z.string() })),
    referrals: z.number().int(),
    seats: z.array(
      z.object({
        profile_id: z.string(),
        plan: z.string(),
        taken_at: time,
        depth: z.number().int(),
        side: z.enum(['left', 'right']).nullable(),
        parent: z.object({ profile_id: z.string(), username: z.string() }).nullable(),
        filled: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'MemberNetwork' })

/** A token that reads what the member reads, and changes nothing. */
export const MemberViewToken = z
  .object({
    token: z.string(),
    ends_at: time,
    member: z.object({ id: z.string(), username: z.string() }),
    operator: z.string(),
  })
  .meta({ id: 'MemberViewToken' })

export const ProfileRow = z
  .object({
    id: z.string(),
    profile_id: z.string(),
    plan: z.string(),
    active: z.boolean(),
    username: z.string(),
    member_id: z.string(),
    catalogue_version: z.string(),
    origin: z.enum(['join', 'upgrade', 'reentry']),
    created_at: time,
    activated_at: time.nullable(),
    parent: z.string().nullable(),
    side: z.enum(['left', 'right']).nullable(),
    depth: z.number().int().nullable(),
  })
  .meta({ id: 'ProfileRow' })

export const membersCalls = {
  listMembers: {
    query: csvPaging.extend({
      search,
      status: z.enum(['active', 'suspended']).optional(),
      sort: z.enum(['newest', 'oldest', 'username', 'balance']).optional(),
    }),
    answer: pageOf(MemberRow),
    errors: ['invalid_request'],
  },
  getMember: {
    params,
    answer: MemberDetail,
    errors: ['not_found'],
  },
  suspendMember: {
    params,
    body: z.object({ reason }),
    answer: MemberDetail,
    errors: ['invalid_request', 'not_found', 'already_suspended', ...writerErrors],
  },
  reinstateMember: {
    params,
    body: z.object({ reason }),
    answer: MemberDetail,
    errors: ['invalid_request', 'not_found', 'not_suspended', ...writerErrors],
  },
  getMemberNetwork: {
    params,
    answer: MemberNetwork,
    errors: ['not_found'],
  },
  listMemberPostings: {
    params,
    query: csvPaging,
    answer: pageOf(MemberPosting),
    errors: ['invalid_request', 'not_found'],
  },
  listMemberActivity: {
    params,
    query: csvPaging,
    answer: pageOf(ActivityEntry),
    errors: ['invalid_request', 'not_found'],
  },
  listMemberSessions: {
    params,
    answer: z.array(
      z.object({ id: z.string(), device: z.string(), signed_in_at: time, last_seen_at: time }),
    ),
    errors: ['not_found'],
  },
  endMemberSessions: {
    params,
    body: z.object({ reason }),
    answer: detail,
    errors: ['invalid_request', 'not_found'],
  },
  listMemberNotes: {
    params,
    query: csvPaging,
    answer: pageOf(MemberNote),
    errors: ['invalid_request', 'not_found'],
  },
  addMemberNote: {
    params,
    body: z.object({ note: filledText(limits.messageLength.max) }),
    answer: MemberNote,
    errors: ['invalid_request', 'not_found'],
  },
  resendMemberEmail: {
    params,
    body: z.object({ mail: z.enum(['verification', 'password']) }),
    answer: detail,
    errors: ['invalid_request', 'not_found', 'already_verified'],
  },
  viewAsMember: {
    params,
    body: z.object({ reason }),
    answer: MemberViewToken,
    errors: ['invalid_request', 'not_found'],
  },
  operatorListProfiles: {
    query: csvPaging.extend({
      search,
      plan: z.enum(['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond']).optional(),
      active: z.enum(['true', 'false']).optional(),
    }),
    answer: pageOf(ProfileRow),
    errors: ['invalid_request'],
  },
} satisfies Record<string, CallContract>
