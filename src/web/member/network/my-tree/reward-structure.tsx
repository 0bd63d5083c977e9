import { t } from '@lingui/core/macro'
import { parseUsd } from '../../../../domain/money/money.ts'
import type { User } from '../../../session/session.ts'
import { shortUsdText } from '../../../ui/format/money-text.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usePlans } from '../../plans/use-plans.ts'

type ProfilePlan = User['profiles'][number]['plan']

/** The rewards by the catalog in force, which payers use, and the re-entries by the profile's. */
export function RewardStructure({ profilePlan }: { profilePlan: ProfilePlan }) {
  const { data, isLoadingError } = usePlans()
  const plan = data?.find((line) => line.name === profilePlan.name)
  if (isLoadingError) {
    return (
      <p className="mx-5 border-y border-line py-3 text-sm text-bad">{t`Failed to load plans`}</p>
    )
  }
  if (!plan) return <Skeleton className="mx-5 h-16.5" />
  const { reentries } = profilePlan
  const parts = [
    { term: t`Level 1`, value: `2 × ${shortUsdText(plan.level1)}` },
    { term: t`Level 2`, value: `4 × ${shortUsdText(plan.level2)}` },
    (parseUsd(plan.sponsor_bonus) ?? 0n) > 0n
      ? { term: t`Sponsor bonus`, value: shortUsdText(plan.sponsor_bonus) }
      : null,
    reentries > 0 ? { term: t`Re-entries`, value: `${reentries} × Bronze` } : null,
    { term: t`Total reward`, value: shortUsdText(plan.total) },
  ].filter((part) => part !== null)
  return (
    <dl className="figures mx-5 flex flex-wrap gap-x-6 gap-y-2 border-y border-line py-3 text-sm">
      {parts.map((part) => (
        <div key={part.term}>
          <dt className="text-faint">{part.term}</dt>
          <dd className="font-semibold">{part.value}</dd>
        </div>
      ))}
    </dl>
  )
}
