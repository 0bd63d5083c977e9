import { z } from 'zod'
import { at, flag, listOf, str, usd, whole } from '../fields/described.ts'
import { User, Referral, emailSettings } from './account.ts'
import { Session } from './auth.ts'
import { Deposit, Unattributed } from './deposit.ts'
import { ActivityEntry } from './history.ts'
import { MemberPosting } from './members.ts'
import { Passkey } from './passkeys.ts'
import { Withdrawal } from './withdrawal.ts'

// All that we hold about a member, in one file, and the end of an account.

const Accepted = z.object({
  kind: str('`terms` or `privacy`.', 'terms'),
  version: str('The version.', '1'),
  at: at('When it was accepted.'),
})

const Sent = z.object({
  subject: str('The message’s subject.', 'USDT network fee'),
  message: str('What you wrote.', 'Why is the network fee so high today?'),
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
    unmatched_transfers: listOf(Unattributed, 'Transfers that met no request, newest first.'),
    withdrawals: listOf(Withdrawal, 'Your withdrawals, newest first.'),
    ledger: listOf(MemberPosting, 'Every ledger line of your wallet, newest first.'),
    activity: listOf(ActivityEntry, 'What happened in your account, newest first.'),
    contact_messages: listOf(Sent, 'Messages from your email address, newest first.'),
    shortened: listOf(
      z.string(),
      'The lists above that have more rows than this file takes. Ask support for the rest.',
      [],
    ),
  })
  .meta({ id: 'OwnData', description: 'All that we hold about the signed-in member.' })

export const Closing = z
  .object({
    wallet_balance: usd('What is in the wallet.', '0.00'),
    withdrawing: usd('What is held for withdrawals.', '0.00'),
    possible: flag('Whether the account can be closed now.'),
    asked_until: at('How long the emailed link works; null without one.').nullable(),
    reopen_days: whole('For how many days support reopens the account on request.', 30),
  })
  .meta({ id: 'Closing', description: 'Whether the account can be closed, and how far that is.' })
