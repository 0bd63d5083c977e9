import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, oneOf } from '../fields/described.ts'
import {
  csvPaging,
  detail,
  filledText,
  pageOf,
  paramsOf,
  reason,
  search,
} from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import { memberStates } from '../fields/states.ts'
import { writerErrors } from '../refusals/refusals.ts'
import { ActivityEntry } from '../subjects/history.ts'
import {
  MemberDetail,
  MemberNetwork,
  MemberNote,
  MemberPosting,
  MemberRow,
  MemberSession,
  MemberViewToken,
  ProfileRow,
} from '../subjects/members.ts'

const params = paramsOf('member')

export const membersCalls = {
  listMembers: {
    summary: 'List members',
    description: 'Searches usernames, email addresses, ids, profiles, addresses, and transactions.',
    query: csvPaging.extend({
      search,
      status: oneOf(memberStates, 'Only verified and active, or only suspended.').optional(),
      sort: oneOf(
        ['newest', 'oldest', 'username', 'balance'],
        'The order. `balance` puts the largest wallet first, but not in CSV files, which then ' +
          'start with the newest member. Defaults to `newest`.',
      ).optional(),
    }),
    answer: pageOf(MemberRow),
    errors: ['invalid_request'],
  },
  getMember: {
    summary: 'Get a member',
    description: 'Returns the member’s account, profiles, addresses, and security state.',
    params,
    answer: MemberDetail,
    errors: ['not_found'],
  },
  suspendMember: {
    summary: 'Suspend a member',
    description:
      'Ends all sessions and refuses sign-ins. The wallet and the seats stay as they are.',
    params,
    body: z.object({ reason }),
    answer: MemberDetail,
    errors: ['invalid_request', 'not_found', 'already_suspended', ...writerErrors],
  },
  reinstateMember: {
    summary: 'Reinstate a member',
    description: 'Lifts a suspension. The member can sign in again.',
    params,
    body: z.object({ reason }),
    answer: MemberDetail,
    errors: ['invalid_request', 'not_found', 'not_suspended', ...writerErrors],
  },
  reopenMember: {
    summary: 'Reopen a closed account',
    description:
      'Reopens an account that its member closed. The member can sign in again. More than 30 ' +
      'days later, only an admin can do this.',
    params,
    body: z.object({ reason }),
    answer: MemberDetail,
    errors: ['invalid_request', 'not_found', 'not_closed', 'forbidden'],
  },
  getMemberNetwork: {
    summary: 'Get a member’s position in the network',
    description: 'Returns the sponsors above the member and the member’s seats.',
    params,
    answer: MemberNetwork,
    errors: ['not_found'],
  },
  listMemberPostings: {
    summary: 'List a member’s postings',
    description: 'Returns every ledger line on the member’s accounts, newest first.',
    params,
    query: csvPaging,
    answer: pageOf(MemberPosting),
    errors: ['invalid_request', 'not_found'],
  },
  listMemberActivity: {
    summary: 'List a member’s activity',
    description: 'Returns what the member sees as activity, newest first.',
    params,
    query: csvPaging,
    answer: pageOf(ActivityEntry),
    errors: ['invalid_request', 'not_found'],
  },
  listMemberSessions: {
    summary: 'List a member’s sessions',
    description: 'Returns every device that is signed in to the account.',
    params,
    answer: z.array(MemberSession),
    errors: ['not_found'],
  },
  endMemberSessions: {
    summary: 'End a member’s sessions',
    description: 'Signs the member out everywhere at once.',
    params,
    body: z.object({ reason }),
    answer: detail,
    errors: ['invalid_request', 'not_found'],
  },
  listMemberNotes: {
    summary: 'List the notes about a member',
    description: 'Returns the notes that staff wrote, newest first. Members never see them.',
    params,
    query: csvPaging,
    answer: pageOf(MemberNote),
    errors: ['invalid_request', 'not_found'],
  },
  addMemberNote: {
    summary: 'Add a note about a member',
    description: 'Adds a note for your colleagues. Notes can’t be changed later.',
    params,
    body: z.object({
      note: described(
        filledText(limits.messageLength.max),
        'The note.',
        'Asked about the USDT network fee.',
      ),
    }),
    answer: MemberNote,
    errors: ['invalid_request', 'not_found'],
  },
  resendMemberEmail: {
    summary: 'Send a member an email again',
    description: 'Sends a new verification link or a new password link.',
    params,
    body: z.object({
      mail: oneOf(['verification', 'password'], 'Which email to send.'),
    }),
    answer: detail,
    errors: ['invalid_request', 'not_found', 'already_verified'],
  },
  viewAsMember: {
    summary: 'View the product as a member',
    description:
      'Returns a short-lived, read-only token for the member’s view. The member sees an ' +
      'activity entry about it.',
    params,
    body: z.object({ reason }),
    answer: MemberViewToken,
    errors: ['invalid_request', 'not_found'],
  },
  operatorListProfiles: {
    summary: 'List profiles',
    description: 'Returns the profiles of all members, newest first.',
    query: csvPaging.extend({
      search,
      plan: oneOf(
        ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond'],
        'Only this plan.',
      ).optional(),
      active: oneOf(['true', 'false'], 'Only active, or only inactive profiles.').optional(),
    }),
    answer: pageOf(ProfileRow),
    errors: ['invalid_request'],
  },
} satisfies Record<string, CallContract>
