import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { usd } from '../fields/described.ts'
import { rateLimits } from '../fields/limits.ts'
import { pageOf, paging, profileRef, saying, token } from '../fields/fields.ts'
import { writerErrors } from '../refusals/refusals.ts'
import { accountChange, emailSettings, Plan, Profile, Referral, User } from '../subjects/account.ts'

export const accountCalls = {
  getMe: {
    summary: 'Get the signed-in member',
    description: 'Returns the account, its wallet balance, and all of its profiles.',
    answer: User,
    errors: [],
  },
  updateMe: {
    summary: 'Update the signed-in member',
    description:
      'Changes only the fields you send. A new email address or wallet address needs a recent ' +
      'step-up. A new wallet address counts at once, but withdrawals are on hold for a while ' +
      'after it changes. ' +
      `At most ${rateLimits.newWallet.most} new wallet addresses and ` +
      `${rateLimits.newEmail.most} new email addresses an hour. ` +
      `A change of auto upgrade counts as a money call, of which you have ` +
      `${rateLimits.money.most} a minute.`,
    body: accountChange,
    answer: User,
    errors: ['invalid_request', 'step_up_required', ...writerErrors],
  },
  listProfiles: {
    summary: 'List your profiles',
    description:
      'Returns the signed-in member with up to 1,000 profiles: highest plan first, then newest.',
    answer: z.object({ user: User.describe('The signed-in member.') }),
    errors: [],
  },
  getProfile: {
    summary: 'Get one of your profiles',
    description: 'Finds the profile by its `profile_id` or its numeric id.',
    params: z.object({ id: profileRef }),
    answer: Profile,
    errors: ['not_found', 'profile_not_found'],
  },
  activateProfile: {
    summary: 'Activate a profile from the wallet',
    description:
      'Pays the plan’s joining fee from the wallet and takes the next free position below the ' +
      'placement sponsor. Rewards to the upline are paid in the same step. Either everything ' +
      'happens or nothing does.',
    params: z.object({ id: profileRef }),
    answer: saying.extend({
      profile: Profile.describe('The profile, now active.'),
      wallet_balance: usd('The wallet’s remaining balance.', '2.50'),
    }),
    errors: [
      'not_found',
      'profile_not_found',
      'already_active',
      'insufficient_balance',
      ...writerErrors,
    ],
  },
  listPlans: {
    summary: 'List the plans',
    description:
      'Returns the five plans of the catalog in force, cheapest first. Needs no sign-in.',
    answer: z.array(Plan),
    errors: [],
  },
  listReferrals: {
    summary: 'List your referrals',
    description:
      'Returns the members you sponsored, newest first. Without `page` you get a plain list of ' +
      'at most 5,000; with `page` you get the paged form.',
    query: paging,
    answer: z.union([z.array(Referral), pageOf(Referral)]),
    errors: ['invalid_request'],
  },
  getUnsubscribe: {
    summary: 'Read the email settings behind an unsubscribe link',
    description: 'Changes nothing, so email scanners that open links don’t unsubscribe anyone.',
    params: z.object({ token }),
    answer: emailSettings,
    errors: ['invalid_token'],
  },
  unsubscribe: {
    summary: 'Unsubscribe from news',
    description: 'Turns news off for the member the link belongs to. Needs no sign-in.',
    params: z.object({ token }),
    answer: emailSettings,
    errors: ['invalid_token'],
  },
  getEmailSettings: {
    summary: 'Get your email settings',
    description: 'Emails about security and money are always sent; only news can be turned off.',
    answer: emailSettings,
    errors: [],
  },
  updateEmailSettings: {
    summary: 'Update your email settings',
    description: 'Turns news by email on or off.',
    body: emailSettings,
    answer: emailSettings,
    errors: ['invalid_request'],
  },
} satisfies Record<string, CallContract>
