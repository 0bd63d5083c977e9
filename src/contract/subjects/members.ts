import { z } from 'zod'
import { at, flag, idOf, listOf, oneOf, str, usd, whole } from '../fields/described.ts'
import { languages } from '../fields/languages.ts'
import { Profile, profileId } from './account.ts'

// Members, as the console shows them.

export const MemberRow = z
  .object({
    id: idOf('The member’s id.', '81'),
    username: str('The member’s username.', 'anna'),
    email: str('The confirmed email address.', 'anna@example.org'),
    is_active: flag('False while the account is suspended.'),
    is_verified: flag('Whether the email address has been verified.'),
    sponsor: str('The sponsor’s username; null for the company.', 'ben').nullable(),
    wallet_balance: usd('What the member can spend. Excludes amounts held for withdrawals.'),
    date_joined: at('When the account was created.', '2026-03-01T12:00:00.000Z'),
  })
  .meta({ id: 'MemberRow', description: 'A member in a list.' })

export const MemberDetail = MemberRow.extend({
  first_name: str('First name; empty if not set.', 'Anna'),
  last_name: str('Last name; empty if not set.', 'Reyes'),
  phone_number: str('Phone number; empty if not set.', '+1 555 010 0199'),
  wallet_address: str(
    'The TRON address for withdrawals; null if not set.',
    'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
  ).nullable(),
  withdrawing: usd('The amount on hold for withdrawals.', '40.00'),
  suspended_at: at('When the account was suspended; null if it isn’t.')
    .nullable()
    .meta({ example: null }),
  closed_at: at('When the member closed the account; null if it is open.')
    .nullable()
    .meta({ example: null }),
  auto_upgrade: flag('Whether a complete board activates the next plan’s profile.'),
  total_referrals: whole('Verified members with this sponsor.'),
  profiles: listOf(Profile, 'The member’s profiles.'),
  deposit_address: str(
    'The member’s own TRON address for deposits; null before the first use.',
    'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
  ).nullable(),
  referral_code: str('The member’s referral code.', 'ANNA7K3M'),
  sponsor_id: idOf('The sponsor’s member id; null for the company.', '12').nullable(),
  totp_enabled: flag('Whether an authenticator app is set up.', false),
  passkeys: whole('Passkeys that can sign in to the account.', 1),
  hold_until: at('Payouts wait until then after a security change; null if they don’t.')
    .nullable()
    .meta({ example: null }),
  accepted_texts: listOf(
    z.object({
      kind: str('`terms` or `privacy`.', 'terms'),
      version: str('The version.', '1'),
      language: oneOf(languages, 'The language in which it was shown.').default('en'),
      at: at('When it was accepted.'),
    }),
    'The legal texts that the member accepted, newest first.',
  ),
}).meta({ id: 'MemberDetail', description: 'A member as shown in the console.' })

export const MemberNote = z
  .object({
    id: idOf('The note’s id.'),
    operator: str('Who wrote it.', 'sam'),
    note: str('The note.', 'Asked about the USDT network fee.'),
    at: at('When it was written.'),
  })
  .meta({ id: 'MemberNote', description: 'A staff note about a member.' })

export const MemberPosting = z
  .object({
    id: str('The posting’s id.', '4711-1'),
    journal: idOf('The journal entry it belongs to.'),
    kind: str('The kind of journal entry.', 'activation'),
    purpose: str('What this line is for.', 'level1'),
    account: oneOf(['wallet', 'withdrawing'], 'The wallet, or the money held for withdrawals.'),
    amount: usd('The change: negative if money left the account.', '3.00'),
    balance_after: usd('The account’s balance afterward.'),
    at: at('When it was booked.'),
  })
  .meta({ id: 'MemberPosting', description: 'One line of the ledger on a member’s accounts.' })

export const MemberNetwork = z
  .object({
    sponsors: listOf(
      z.object({
        id: idOf('The sponsor’s member id.', '12'),
        username: str('The sponsor’s username.', 'ben'),
      }),
      'The sponsor, the sponsor’s sponsor, and so on up to the company; at most 20.',
    ),
    referrals: whole('Members with this sponsor.'),
    seats: listOf(
      z.object({
        profile_id: profileId,
        plan: str('The plan’s name.', 'Bronze'),
        taken_at: at('When the seat was taken.'),
        depth: whole('Levels below the root of the placement tree.', 9),
        side: oneOf(['left', 'right'], 'The leg it is in; null for the root.').nullable(),
        parent: z
          .object({ profile_id: profileId, username: str('Its owner.', 'ben') })
          .nullable()
          .describe('The seat directly above; null for the root.'),
        filled: whole('How many of the six board positions are taken.'),
      }),
      'The member’s seats.',
    ),
  })
  .meta({ id: 'MemberNetwork', description: 'A member’s position in the network.' })

export const MemberSession = z.object({
  id: idOf('The session’s id.'),
  device: str('Browser and system, from the user agent.', 'Firefox on Linux'),
  signed_in_at: at('When the session began.', '2026-03-13T18:00:00.000Z'),
  last_seen_at: at('When the session was last used.'),
})

/** A token that can read everything that the member can, and change nothing. */
export const MemberViewToken = z
  .object({
    token: str(
      'An access token that can read, but not change, what the member can.',
      'eyJhbGciOiJIUzI1NiJ9.e30.Zk3v',
    ),
    ends_at: at('When the token expires.'),
    member: z
      .object({
        id: idOf('The member’s id.', '81'),
        username: str('The member’s username.', 'anna'),
      })
      .describe('Who is being viewed.'),
    operator: str('Who is viewing.', 'sam'),
  })
  .meta({ id: 'MemberViewToken', description: 'Read-only access to the product as a member.' })

export const ProfileRow = z
  .object({
    id: idOf('The profile’s numeric id.'),
    profile_id: profileId,
    plan: str('The plan’s name.', 'Bronze'),
    active: flag('Whether it holds a seat.'),
    username: str('The owner’s username.', 'anna'),
    member_id: idOf('The owner’s member id.', '81'),
    catalogue_version: str('The catalog version with its prices.', '1'),
    origin: oneOf(['join', 'upgrade', 'reentry'], 'How the profile was created.'),
    imported: flag('Whether it came with a members import.'),
    created_at: at('When it was created.', '2026-03-14T09:20:11.000Z'),
    activated_at: at('When it was activated; null if it wasn’t.').nullable(),
    parent: str('The `profile_id` directly above; null without a seat.', 'BR-2B8N5T1C').nullable(),
    side: oneOf(['left', 'right'], 'The leg it is in; null without a seat.').nullable(),
    depth: whole('Levels below the root; null without a seat.', 9).nullable(),
  })
  .meta({ id: 'ProfileRow', description: 'A profile in the console’s list.' })
