import { useDeferredValue } from 'react'
import type { User } from '../../session/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'
import { Unattributed } from '../deposit/unattributed.tsx'
import { AccountSection } from './account-section.tsx'
import { AccountStats } from './account-stats.tsx'
import { LateHistory } from './late-history.tsx'
import { LateSections } from './late-sections.tsx'
import { ProfileInfo } from './profile-info.tsx'

type AccountDetailsProps = {
  user: User | undefined
  onDeposit: () => void
  onWithdraw: () => void
}

/** All that belongs to an account, most used first. */
export function AccountDetails({ user, onDeposit, onWithdraw }: AccountDetailsProps) {
  // When the member's data arrives, what lies below is rendered in small steps, so that it doesn't
  // hold up the first taps.
  const below = useDeferredValue(user)
  return (
    <div className="grid min-w-0 gap-10">
      <AccountSection id="wallet" className="xl:grid-cols-[minmax(20rem,2fr)_3fr]">
        <AccountStats user={user} onDeposit={onDeposit} onWithdraw={onWithdraw} />
        <div className="grid min-w-0 gap-4">
          <Unattributed />
          <LateHistory />
        </div>
      </AccountSection>
      <AccountSection id="profile">
        <Spot name="profile" waiting={!below}>
          {below ? <ProfileInfo user={below} /> : <Skeleton className="h-full min-h-96" />}
        </Spot>
      </AccountSection>
      <LateSections user={below} />
    </div>
  )
}
