import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActiveBadge } from '../../ui/badge.tsx'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import { dateText } from '../../ui/format/time-text.ts'
import type { Referral } from './queries.ts'

export function ReferralRow({ referral }: { referral: Referral }) {
  const user = referral.referred_user
  return (
    <li className="border-t border-line px-5 py-4">
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-[1.2fr_1.6fr_1fr_auto] sm:items-center">
        <p className="flex items-center gap-3 font-semibold">
          <span className="truncate">{user.username}</span>
          <span className="sm:hidden">
            <ActiveBadge active={user.is_active} />
          </span>
        </p>
        <p className="min-w-0 truncate text-sm text-soft">
          {user.email}
          {user.phone_number && <span className="text-faint">, {user.phone_number}</span>}
        </p>
        <p className="figures text-sm text-faint">
          <Trans>Joined {dateText(user.date_joined)}</Trans>
        </p>
        <span className="max-sm:hidden">
          <ActiveBadge active={user.is_active} />
        </span>
      </div>
      {user.profiles.length > 0 && (
        <ul aria-label={t`Profiles of ${user.username}`} className="mt-3 grid gap-2 sm:pl-4">
          {user.profiles.map((profile) => (
            <li
              key={profile.id}
              className={
                'figures flex flex-wrap items-center gap-x-3 gap-y-1 border-l-2 ' +
                'border-line pl-4 text-sm'
              }
            >
              <PlanBadge plan={profile.plan.name} />
              <span className="text-soft">{profile.profile_id}</span>
              <span className={profile.active ? 'text-good' : 'text-faint'}>
                {profile.active ? t`Active` : t`Inactive`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
