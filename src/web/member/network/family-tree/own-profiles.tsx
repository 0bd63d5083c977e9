import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActiveBadge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { PlanMark } from '../../../ui/plan/plan-mark.tsx'
import { useMe } from '../../me/queries.ts'

type OwnProfilesProps = { shown: string; onOpen: (profileId: string) => void }

/** The member's own profiles, each the top of its own tree. */
export function OwnProfiles({ shown, onOpen }: OwnProfilesProps) {
  const { data: user } = useMe()
  const profiles = user?.profiles ?? []
  if (profiles.length < 2) return null
  return (
    <Card label={t`Your profiles`} className="overflow-hidden">
      <h2 className="px-5 pt-4 pb-2 text-sm text-faint">
        <Trans>Your profiles</Trans>
      </h2>
      <ul className="max-h-80 overflow-y-auto pb-2">
        {profiles.map((profile) => (
          <li key={profile.id}>
            <button
              type="button"
              aria-current={profile.profile_id === shown ? 'true' : undefined}
              onClick={() => onOpen(profile.profile_id)}
              className={
                'figures flex min-h-11 w-full items-center gap-3 px-5 text-start ' +
                'text-soft -outline-offset-2 hover:bg-raised hover:text-ink ' +
                'aria-[current=true]:bg-raised aria-[current=true]:font-medium ' +
                'aria-[current=true]:text-ink'
              }
            >
              <PlanMark plan={profile.plan.name} className="size-5 shrink-0" />
              <span className="min-w-0 flex-1 truncate">{profile.profile_id}</span>
              {!profile.active && <ActiveBadge active={false} />}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
