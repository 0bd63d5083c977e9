import { z } from 'zod'
import { money, time } from './fields.ts'

// What a member sees of members, profiles, plans and the network.

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

export const TreeProfile = z
  .object({
    id: z.string(),
    profile_id: z.string(),
    active: z.boolean(),
    plan: z.object({ name: z.string() }),
    user: z.object({ id: z.string(), username: z.string() }),
  })
  .meta({ id: 'TreeProfile' })

// A tree is the root and two levels beneath: written out level by level, so that the deepest
// nodes can have no children and the document needs no recursion.
const TreeLeaf = z.object({
  profile: TreeProfile,
  left_child: z.null(),
  right_child: z.null(),
})
const TreeBranch = z.object({
  profile: TreeProfile,
  left_child: TreeLeaf.nullable(),
  right_child: TreeLeaf.nullable(),
})
export const Tree = z
  .object({
    profile: TreeProfile,
    left_child: TreeBranch.nullable(),
    right_child: TreeBranch.nullable(),
  })
  .meta({ id: 'Tree' })

export const TreeChildren = z.object({
  left_child: TreeLeaf.nullable(),
  right_child: TreeLeaf.nullable(),
})

export const activityTypes = [
  'joined',
  'referral_joined',
  'deposit_seen',
  'deposit_credited',
  'profile_activated',
  'reward_level1',
  'reward_level2',
  'sponsor_bonus',
  'board_completed',
  'upgraded',
  'reentered',
  'withdrawal_requested',
  'withdrawal_sent',
  'withdrawal_rejected',
  'security',
] as const

export const Activity = z
  .object({
    id: z.string(),
    type: z.enum(activityTypes),
    title: z.string(),
    detail: z.string(),
    amount: money.nullable(),
    asset: z.string().nullable(),
    created_at: time,
    link: z.string().nullable(),
  })
  .meta({ id: 'Activity' })
