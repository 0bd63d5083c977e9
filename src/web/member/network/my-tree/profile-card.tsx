import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { paths } from '../../../client/paths.ts'
import type { User } from '../../../session/session.ts'
import { ActiveBadge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { showLostFocus } from '../../../ui/focus/focus-if-lost.ts'
import { Icon } from '../../../ui/icon.tsx'
import { shortUsdText } from '../../../ui/format/money-text.ts'
import { colorOf } from '../../../ui/plan/plan-color.ts'
import { PlanMark } from '../../../ui/plan/plan-mark.tsx'
import { ProfileDiagram } from './profile-diagram.tsx'
import { RewardStructure } from './reward-structure.tsx'

type Profile = User['profiles'][number]

export function ProfileCard({ profile, onActivate }: { profile: Profile; onActivate: () => void }) {
  const { plan } = profile
  // Then the link replaces the button that opened the activation.
  const [wasInactive] = useState(!profile.active)
  return (
    <Card
      className="flex h-full flex-col overflow-hidden"
      label={`${plan.name} ${profile.profile_id}`}
    >
      <div aria-hidden="true" className={`h-[3px] ${colorOf(plan.name).line}`} />
      <header className="flex flex-wrap items-start justify-between gap-3 p-5 pb-4">
        <div className="flex items-center gap-3">
          <PlanMark plan={plan.name} className="size-8" />
          <div>
            <h2 className="text-lg leading-tight font-semibold">{plan.name}</h2>
            <p className="figures text-sm text-soft">{profile.profile_id}</p>
          </div>
        </div>
        <div className="flex items-center gap-3">
          <p className="figures text-sm text-soft">
            <Trans>
              Joining fee <span className="font-semibold text-ink">{shortUsdText(plan.cost)}</span>
            </Trans>
          </p>
          <ActiveBadge active={profile.active} />
        </div>
        {profile.imported && (
          <p className="w-full text-sm text-faint">
            <Trans>Imported with your account. Nobody paid its joining fee here.</Trans>
          </p>
        )}
      </header>
      <RewardStructure profilePlan={plan} />
      <div className="flex-1 p-5">
        {profile.active ? <ProfileDiagram profile={profile} /> : <NotActive />}
      </div>
      <footer className="flex flex-wrap gap-2 px-5 pb-5">
        {profile.active ? (
          <ButtonLink
            ref={wasInactive ? showLostFocus : undefined}
            icon="tree"
            to={paths.familyTree({ profile: profile.profile_id })}
          >
            <Trans>See Full Tree</Trans>
          </ButtonLink>
        ) : (
          <Button kind="primary" icon="check" onClick={onActivate}>
            <Trans>Activate Now</Trans>
          </Button>
        )}
      </footer>
    </Card>
  )
}

function NotActive() {
  return (
    <div
      className={
        'grid h-full min-h-40 content-center justify-items-center rounded-md border ' +
        'border-dashed border-edge p-6 text-center'
      }
    >
      <Icon name="lock" className="size-6 text-faint" />
      <p className="mt-2 font-semibold">
        <Trans>Profile Not Active</Trans>
      </p>
      <p className="mt-1 max-w-xs text-sm text-soft">
        <Trans>It joins the network and can earn once you pay its joining fee.</Trans>
      </p>
    </div>
  )
}
