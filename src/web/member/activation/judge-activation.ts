import { formatUsd, parseDecimal } from '../../../domain/money/money.ts'
import type { Profile } from '../../session/session.ts'

export type ActivationVerdict = {
  ready: boolean
  /** The wallet's dollars afterward; null if it can't be activated. */
  after: string | null
  /** The missing dollars in the wallet; null if there are enough. */
  missing: string | null
}

const NOT_READY: ActivationVerdict = { ready: false, after: null, missing: null }

/** Ready only if the selected profile is inactive, and its cost is known and covered. */
export function judgeActivation(
  profile: Pick<Profile, 'active' | 'plan'> | undefined,
  walletBalance: string | undefined,
): ActivationVerdict {
  if (!profile || profile.active || walletBalance === undefined) return NOT_READY
  const cost = parseDecimal(profile.plan.cost, 6)
  const balance = parseDecimal(walletBalance, 6)
  if (cost === null || balance === null) return NOT_READY
  if (balance < cost) return { ...NOT_READY, missing: formatUsd(cost - balance) }
  return { ready: true, after: formatUsd(balance - cost), missing: null }
}
