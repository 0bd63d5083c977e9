import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import type { User } from '../../session/session.ts'
import { ActiveBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { shortUsdText } from '../../ui/format/money-text.ts'
import { PlanMark } from '../../ui/plan/plan-mark.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'
import { BoardMeter } from '../plans/board-meter.tsx'
import { usePlans } from '../plans/use-plans.ts'

type Profile = User['profiles'][number]

export function TierStatus({ user }: { user: User | undefined }) {
  const profile = user?.profiles[0]
  return (
    <Card label={t`Current tier status`}>
      <Link to={paths.myTree()} className="group block rounded-lg p-5 sm:p-6">
        <span className="flex items-center justify-between gap-4">
          <h2 className="text-sm text-faint">
            <Trans>Current Tier Status</Trans>
          </h2>
          <span className="flex items-center gap-1.5 text-sm text-soft group-hover:text-ink">
            <Trans>My Plan</Trans> <Icon name="forward" className="size-4" />
          </span>
        </span>
        <Spot name="tier" waiting={!user}>
          {user ? <Tier profile={profile} /> : <Skeleton className="mt-3 h-28" />}
        </Spot>
      </Link>
    </Card>
  )
}

function Tier({ profile }: { profile: Profile | undefined }) {
  if (!profile)
    return (
      <p className="mt-2">
        <Trans>No profiles found</Trans>
      </p>
    )
  return (
    <>
      <span className="mt-3 flex flex-wrap items-center gap-3">
        <PlanMark plan={profile.plan.name} className="size-8" />
        <span className="text-2xl font-semibold">{profile.plan.name}</span>
        <ActiveBadge active={profile.active} />
      </span>
      {profile.active && <BoardMeter filled={profile.board.filled} className="mt-4" />}
      <NextHint profile={profile} />
    </>
  )
}

const lastTierText = (reentries: number): string =>
  reentries === 0
    ? t`Diamond is the last tier.`
    : plural(reentries, {
        one: 'Diamond is the last tier. A complete board re-enters Bronze once.',
        other: 'Diamond is the last tier. A complete board re-enters Bronze # times.',
      })

/** The next tier, and how to reach it. */
function NextHint({ profile }: { profile: Profile }) {
  const plans = usePlans()
  const plan = plans.data?.find((line) => line.name === profile.plan.name)
  if (!profile.active) {
    return (
      <p className="mt-3 text-soft">
        <Trans>
          Activate this profile with {shortUsdText(profile.plan.cost)} from your wallet to join the
          network.
        </Trans>
      </p>
    )
  }
  if (plans.isLoadingError) return <p className="mt-3 text-bad">{t`Failed to load plans`}</p>
  if (!plan) return <Skeleton className="mt-3 h-5 w-64" />
  return (
    <p className="mt-3 text-soft">
      {plan.upgrade_to
        ? t`Next tier: ${plan.upgrade_to}. A complete board opens it (Auto Upgrade).`
        : lastTierText(profile.plan.reentries)}
    </p>
  )
}
