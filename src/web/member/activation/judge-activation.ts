import { formatUsd, parseDecimal } from '../../../domain/money/money.ts'
import type { Profile } from '../../session/session.ts'

export type ActivationVerdict = {
  ready: boolean
  /** Dollars left in the wallet afterwards; null when it does not come to that. */
  after: string | null
  /** Dollars that the wallet lacks; null when it lacks none. */
  missing: string | null
}

const NOT_READY: ActivationVerdict = { ready: false, after: null, missing: null }

/** Ready only with a profile chosen that is not active, whose cost is known and can be paid. */
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
