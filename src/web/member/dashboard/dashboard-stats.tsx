import { t } from '@lingui/core/macro'
import type { User } from '../../session/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { PlanMark } from '../../ui/plan/plan-mark.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { copyReferralLink } from '../referrals/copy-referral-link.ts'

export function DashboardStats({ user }: { user: User | undefined }) {
  return (
    <Stats>
      <Stat label={t`Current Plan`} value={user && <CurrentPlan user={user} />} />
      <Stat label={t`Total Referrals`} value={user?.total_referrals} />
      <Stat label={t`Total Rewards`} value={user && usdText(user.total_rewards)} />
      <Stat label={t`Referral Code`} value={user && <ReferralCode code={user.referral_code} />} />
    </Stats>
  )
}

/** The plan of the first profile: the highest, and of those the newest. */
export function CurrentPlan({ user }: { user: User }) {
  const first = user.profiles[0]
  if (!first) return t`None`
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <PlanMark plan={first.plan.name} className="size-6 shrink-0" />
      <span className="truncate">{first.plan.name}</span>
    </span>
  )
}

function ReferralCode({ code }: { code: string }) {
  return (
    <button
      type="button"
      onClick={() => void copyReferralLink(code)}
      title={t`Copy your referral link`}
      aria-label={t`Copy referral link, code ${code}`}
      className="group inline-flex max-w-full items-center gap-2 text-lg hover:text-accent"
    >
      <span className="truncate">{code}</span>
      <Icon name="copy" className="size-4.5 shrink-0 text-faint group-hover:text-accent" />
    </button>
  )
}
