import { t } from '@lingui/core/macro'
import type { User } from '../../session/session.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { Stat, Stats } from '../../ui/stat.tsx'
import type { Referral } from './queries.ts'
import { isCut } from './referral-list.tsx'
import { countActive } from './referral-order.ts'

const countWithSeat = (referrals: Referral[]) =>
  referrals.filter((referral) => countActive(referral) > 0).length

type ReferralStatsProps = {
  referrals: Referral[] | undefined
  /** The list couldn't be loaded, so no count will follow. */
  failed: boolean
  user: User | undefined
}

/** How many members registered with the link, and what they have brought. */
export function ReferralStats({ referrals, failed, user }: ReferralStatsProps) {
  return (
    <Stats>
      <Stat label={t`Total Referrals`} value={user?.total_referrals} />
      <Stat
        label={t`Active Referrals`}
        value={referrals ? countWithSeat(referrals) : failed ? '–' : undefined}
        note={referrals && isCut(referrals) && t`of the newest ${referrals.length}`}
      />
      <Stat label={t`Total Rewards`} value={user && usdText(user.total_rewards)} />
      <Stat label={t`Wallet Balance`} value={user && usdText(user.wallet_balance)} />
    </Stats>
  )
}
