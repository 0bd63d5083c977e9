import { z } from 'zod'
import { at, described, flag, idOf, listOf, oneOf, str, usd, whole } from '../fields/described.ts'
import { languages } from '../fields/languages.ts'
import { email, line } from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import { issueText } from '../texts/texts.ts'

// The member’s account: profiles, plans, referrals and email settings.

const planStatus = oneOf(
  ['active', 'retired'],
  '`active` if the plan is in the catalog in force, `retired` if a newer version replaced it.',
)

export const Plan = z
  .object({
    id: idOf('The plan’s id.', '1'),
    name: str('The plan’s name: Bronze, Silver, Gold, Platinum, or Diamond.', 'Bronze'),
    cost: usd('The price of activating a profile: the same as `joining_fee`.', '10.00'),
    status: planStatus,
    joining_fee: usd('The price of activating a profile.', '10.00'),
    upgrade_from: str('The plan below this one; null for Bronze.', 'Bronze')
      .nullable()
      .meta({ example: null }),
    upgrade_to: str(
      'The plan that a complete board leads to; null for Diamond.',
      'Silver',
    ).nullable(),
    direct: usd('The sponsor’s reward for each activation; `0.00` in the default catalog.', '0.00'),
    level1: usd('Paid to the seat directly above for each activation.', '3.00'),
    level2: usd('Paid to the seat two levels above for each activation.', '3.00'),
    reentries: whole('Bronze profiles that a complete board creates; 0 for all but Diamond.', 0),
    sponsor_bonus: usd('Paid to the member’s own sponsor for each activation.', '1.00'),
    total: usd('The rewards of a complete board and one sponsor bonus together.', '18.00'),
    color: oneOf(
      ['orange', 'gray', 'yellow', 'purple', 'blue'],
      'The plan’s color in the web app.',
    ),
  })
  .meta({ id: 'Plan', description: 'One plan of a catalog, with its fee and its rewards.' })

const username = str('The owner’s username.', 'anna')
export const profileId = str(
  'The profile’s public id: two letters for the plan, then eight characters.',
  'BR-7K3M9Q2X',
)
const isActive = flag('Whether the profile has been activated and holds a seat.')

export const Profile = z
  .object({
    id: idOf('The profile’s numeric id.'),
    profile_id: profileId,
    active: isActive,
    created_at: at('When the profile was created.', '2026-03-14T09:20:11.000Z'),
    activated_at: at('When its fee was paid; null while it is inactive.').nullable(),
    origin: z
      .object({
        kind: oneOf(
          ['join', 'upgrade', 'reentry'],
          '`join`: created with the account. `upgrade` or `reentry`: created by a complete board.',
        ),
        from: str('The `profile_id` whose board created it; null for `join`.', 'BR-7K3M9Q2X')
          .nullable()
          .meta({ example: null }),
      })
      .describe('The profile’s origin.'),
    imported: flag('Whether it came with a members import, so that its fee wasn’t paid here.'),
    board: z
      .object({
        filled: whole('How many of the six positions below the seat are taken.'),
        completed_at: at('When the sixth position was taken; null until then.')
          .nullable()
          .meta({ example: null }),
      })
      .describe('Progress of the profile’s board.'),
    plan: z
      .object({
        id: idOf('The plan’s id.', '1'),
        name: str('The plan’s name.', 'Bronze'),
        cost: usd('What activation costs.', '10.00'),
        status: planStatus,
        reentries: whole('Bronze profiles that the complete board creates.', 0).default(0),
      })
      .describe('The plan, as the catalog had it when the profile was created.'),
    user: z.object({ username }).describe('Who owns the profile.'),
  })
  .meta({ id: 'Profile', description: 'One profile: inactive, or with a seat on its plan.' })

const language = oneOf(languages, 'The member’s language: of emails, statements, and the web app.')

const walletAddress = str(
  'The TRON address that withdrawals are paid to; null until the member sets one.',
  'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
).nullable()

export const User = z
  .object({
    id: idOf('The member’s id.'),
    username: str('The member’s username.', 'anna'),
    email: str('The confirmed email address.', 'anna@example.org'),
    first_name: str('First name; empty if not set.', 'Anna'),
    last_name: str('Last name; empty if not set.', 'Reyes'),
    phone_number: str('Phone number; empty if not set.', '+1 555 010 0199'),
    total_referrals: whole('Verified members who joined with this member’s referral code.'),
    total_rewards: usd('Everything earned so far, sponsor bonuses included.', '48.00'),
    wallet_balance: usd('What the member can spend now. Excludes amounts held for withdrawals.'),
    wallet_address: walletAddress,
    referral_code: str('The code with which others register under this sponsor.', 'ANNA7K3M'),
    auto_upgrade: flag('Whether a complete board activates the next plan’s profile on its own.'),
    share_contact: flag('Whether the sponsor sees the full email address and phone number.', false),
    language: language.default('en'),
    pending_email: str('A new address waiting for its link to be opened; null if none.', '')
      .nullable()
      .meta({ example: null }),
    is_active: flag('False once staff have suspended the account.'),
    date_joined: at('When the account was created.', '2026-03-01T12:00:00.000Z'),
    open_deposits: listOf(
      str('The request’s id.', 'DP-7K3M9Q2X'),
      'Deposit requests waiting for payment, newest first: at most one for each coin.',
    ),
    viewed_by: str('The operator who is viewing as this member; null for the member.', 'sam')
      .nullable()
      .meta({ example: null }),
    profiles: listOf(
      Profile,
      'The member’s first 1,000 profiles: highest plan first, then newest.',
    ),
  })
  .meta({ id: 'User', description: 'The signed-in member, with wallet and profiles.' })

export const Referral = z
  .object({
    id: idOf('The referral’s id.'),
    date_referred: at('When the referred member joined.'),
    earned: usd('Your earnings from the referral’s own activations so far.', '1.50'),
    referred_user: z
      .object({
        username: str('The referred member’s username.', 'ben'),
        email: str('The email address; masked unless the member shares it.', 'b***@example.org'),
        phone_number: str('The phone number; masked unless the member shares it.', '***42'),
        date_joined: at('When the member joined.'),
        is_active: flag('False once staff have suspended the account.'),
        profiles: listOf(
          z.object({
            id: idOf('The profile’s numeric id.', '4720'),
            profile_id: profileId,
            active: isActive,
            plan: z
              .object({ name: str('The plan’s name.', 'Bronze') })
              .describe('The profile’s plan.'),
          }),
          'The member’s profiles.',
        ),
      })
      .describe('The member who was referred.'),
  })
  .meta({ id: 'Referral', description: 'A member you sponsored.' })

const phone = line(limits.phoneLength.max).regex(limits.phonePattern, issueText('phone_invalid'))
const yesOrNo = z.boolean({ error: issueText('enter_boolean') })

/** Every field may be left out; what is left out stays as it is. */
export const accountChange = z.object({
  first_name: described(line(limits.nameLength.max).optional(), 'First name.', 'Anna'),
  last_name: described(line(limits.nameLength.max).optional(), 'Last name.', 'Reyes'),
  email: described(
    email.optional(),
    'A new email address. It replaces the current one once its link is opened.',
    'anna.reyes@example.org',
  ),
  phone_number: described(phone.optional(), 'Phone number.', '+1 555 010 0199'),
  wallet_address: described(
    line(limits.addressLength.max).nullable().optional(),
    'The TRON address for withdrawals, starting with `T`. Null removes it.',
    'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
  ),
  auto_upgrade: described(yesOrNo.optional(), 'Activate the next plan on a complete board.', true),
  share_contact: described(yesOrNo.optional(), 'Show full contact details to the sponsor.', false),
  language: language.optional(),
})

export const emailSettings = z.object({
  news: described(yesOrNo, 'Whether the member gets news by email.', true),
})
