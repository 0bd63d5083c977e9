import { z } from 'zod'
import { at, flag, listOf, oneOf, str, usd, whole } from '../fields/described.ts'
import { User, Referral, emailSettings } from '../subjects/account.ts'
import { Session } from '../subjects/auth.ts'
import { Deposit, Unattributed } from '../subjects/deposit.ts'
import { ActivityEntry } from '../subjects/history.ts'
import { MemberPosting } from '../subjects/members.ts'
import { Passkey } from '../subjects/passkeys.ts'
import { Withdrawal } from '../subjects/withdrawal.ts'
import type { CallContract } from '../endpoint.ts'
import { languages } from '../fields/languages.ts'
import { saying, token } from '../fields/fields.ts'

// Exporting all data that we hold about a member, and closing an account.

const Accepted = z.object({
  kind: str('`terms` or `privacy`.', 'terms'),
  version: str('The version.', '1'),
  language: oneOf(languages, 'The language in which it was shown.').default('en'),
  at: at('When it was accepted.'),
})

const Sent = z.object({
  subject: str('The message’s subject.', 'USDT network fee'),
  message: str('Your message.', 'Why is the network fee so high today?'),
  received_at: at('When it arrived.'),
  answer: str('The answer; null if there is none.', 'The network is busy.').nullable(),
})

const Viewed = z.object({
  started_at: at('When staff opened your account.'),
  ends_at: at('When the view ended at the latest.'),
})

export const OwnData = z
  .object({
    created_at: at('When this file was made.'),
    account: User.describe('The account, its wallet, and its profiles.'),
    email_settings: emailSettings.describe('Which emails you get.'),
    two_step_verification: flag('Whether an authenticator app is set up.', false),
    deposit_address: str(
      'Your own TRON address for deposits; null before the first use.',
      'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
    ).nullable(),
    accepted_texts: listOf(Accepted, 'The legal texts that you accepted, newest first.'),
    passkeys: listOf(Passkey, 'Your passkeys.'),
    sessions: listOf(Session, 'The devices that are signed in.'),
    staff_views: listOf(Viewed, 'When staff viewed the product as you, newest first.'),
    referrals: listOf(Referral, 'The members you referred, newest first.'),
    deposits: listOf(Deposit, 'Your deposit requests, newest first.'),
    unmatched_transfers: listOf(
      Unattributed,
      'Transfers without a matching request, newest first.',
    ),
    withdrawals: listOf(Withdrawal, 'Your withdrawals, newest first.'),
    ledger: listOf(MemberPosting, 'Every ledger line of your wallet, newest first.'),
    activity: listOf(ActivityEntry, 'Your account’s activity, newest first.'),
    contact_messages: listOf(Sent, 'Messages from your email address, newest first.'),
    shortened: listOf(
      z.string(),
      'The lists above, and the account’s `profiles`, that this file truncates. Contact support ' +
        'for the rest.',
      [],
    ),
  })
  .meta({ id: 'OwnData', description: 'All data that we hold about the signed-in member.' })

export const Closing = z
  .object({
    wallet_balance: usd('The wallet’s balance.', '0.00'),
    withdrawing: usd('The amount on hold for withdrawals.', '0.00'),
    deposits_coming: whole('Transfers to the member that aren’t in the wallet yet.', 0).default(0),
    possible: flag('Whether the account can be closed now.'),
    asked_until: at('How long the emailed link works; null without one.').nullable(),
    reopen_days: whole('For how many days support reopens the account on request.', 30),
  })
  .meta({
    id: 'Closing',
    description: 'Whether the account can be closed, and the state of the request.',
  })

export const ownDataCalls = {
  exportMyData: {
    summary: 'Download your data',
    description:
      'Returns all data that we hold about the signed-in member, except secrets. Needs a recent ' +
      'step-up. At most five times a day.',
    answer: OwnData,
    errors: ['step_up_required'],
  },
  getClosing: {
    summary: 'Check whether your account can be closed',
    description:
      'You can close an account when its wallet holds less than the minimum withdrawal, no ' +
      'withdrawal is open, and no deposit is pending.',
    answer: Closing,
    errors: [],
  },
  requestClosing: {
    summary: 'Ask to close your account',
    description:
      'Emails a link that works for 48 hours. Nothing changes until you open it. Needs a recent ' +
      'step-up.',
    answer: saying,
    errors: ['step_up_required', 'closing_open_money'],
  },
  confirmClosing: {
    summary: 'Close your account',
    description:
      'Closes the account with the token of the emailed link: signs out every device, refuses ' +
      'sign-ins, and turns auto upgrade and news off. The wallet and the seats stay as they are.',
    body: z.object({ token: token.describe('The token of the emailed link.') }),
    answer: saying,
    errors: ['invalid_request', 'invalid_token', 'closing_open_money'],
  },
} satisfies Record<string, CallContract>
