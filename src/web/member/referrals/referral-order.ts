import { rankOf } from '../../ui/plan/plan-color.ts'
import type { Referral } from './queries.ts'

/** The table's sort keys, as in the address. */
const ORDERS = ['member', 'joined', 'plan', 'profiles', 'earned'] as const
export type Order = (typeof ORDERS)[number]

export type State = 'all' | 'active' | 'inactive'

export const countActive = ({ referred_user: { profiles } }: Referral): number =>
  profiles.filter(({ active }) => active).length

/** The highest plan comes first in the list of profiles. */
export const planOf = ({ referred_user: { profiles } }: Referral): string | undefined =>
  profiles[0]?.plan.name

const planRank = (referral: Referral): number => rankOf(planOf(referral) ?? '')

const COMPARE: Record<Order, (one: Referral, other: Referral) => number> = {
  member: (one, other) => one.referred_user.username.localeCompare(other.referred_user.username),
  joined: (one, other) =>
    other.referred_user.date_joined.localeCompare(one.referred_user.date_joined),
  plan: (one, other) => planRank(other) - planRank(one),
  profiles: (one, other) => countActive(other) - countActive(one),
  // Only compared, never added up.
  earned: (one, other) => Number(other.earned) - Number(one.earned),
}

const isOrder = (text: string | null): text is Order => ORDERS.some((order) => order === text)

/** In the requested order, otherwise newest first, as received. */
export function inOrder(referrals: Referral[], order: string | null): Referral[] {
  return isOrder(order) ? referrals.toSorted(COMPARE[order]) : referrals
}

function hasWords(referral: Referral, words: string): boolean {
  const { username, email, phone_number, profiles } = referral.referred_user
  const text = [username, email, phone_number, ...profiles.map((profile) => profile.profile_id)]
  return text.join(' ').toLowerCase().includes(words.trim().toLowerCase())
}

export function filterReferrals(referrals: Referral[], words: string, state: State): Referral[] {
  return referrals.filter((referral) => {
    const isIn = state === 'all' || (state === 'active') === countActive(referral) > 0
    return isIn && hasWords(referral, words)
  })
}
