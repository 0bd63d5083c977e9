import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../../client/paths.ts'
import { ActiveBadge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { shortUsdText } from '../../../ui/format/money-text.ts'
import { colorOf } from '../../../ui/plan/plan-color.ts'
import { PlanMark } from '../../../ui/plan/plan-mark.tsx'
import { usePlans } from '../../plans/use-plans.ts'
import { dateText } from '../../../ui/format/time-text.ts'
import type { Seat } from '../queries.ts'

/** The plan of the profile at the top. */
export function PlanCard({ profile }: { profile: Seat }) {
  const plans = usePlans()
  const plan = plans.data?.find((line) => line.name === profile.plan.name)
  return (
    <Card className="overflow-hidden" label={t`Plan`}>
      <div aria-hidden="true" className={`h-[3px] ${colorOf(profile.plan.name).line}`} />
      <div className="p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 className="flex items-center gap-2.5 text-lg font-semibold">
            <PlanMark plan={profile.plan.name} className="size-6" />
            {profile.plan.name}
          </h2>
          <ActiveBadge active={profile.active} />
        </div>
        <dl
          className={
            'figures mt-4 text-[0.9375rem] max-lg:grid max-lg:gap-x-5 max-lg:gap-y-3 ' +
            'max-lg:grid-cols-2 sm:max-lg:grid-cols-4'
          }
        >
          <Line term={t`Profile ID`} value={profile.profile_id} />
          <Line term={t`Joining Fee`} value={plan ? shortUsdText(plan.joining_fee) : '…'} />
          <Line term={t`Member`} value={profile.user.username} />
          {profile.activated_at && <Line term={t`Joined`} value={dateText(profile.activated_at)} />}
        </dl>
        {!profile.active && (
          <div className="mt-4">
            <ButtonLink size="small" icon="check" to={paths.myTree()}>
              <Trans>Activate Now</Trans>
            </ButtonLink>
          </div>
        )}
      </div>
    </Card>
  )
}

function Line({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0 border-line lg:flex lg:justify-between lg:gap-4 lg:border-t lg:py-2">
      <dt className="text-sm text-faint lg:text-[0.9375rem]">{term}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere lg:text-end">{value}</dd>
    </div>
  )
}
