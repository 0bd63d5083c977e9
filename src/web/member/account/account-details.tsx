import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useInView } from '../../client/use-in-view.ts'
import type { User } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'
import { Unattributed } from '../deposit/unattributed.tsx'
import { TransactionHistory } from '../history/transaction-history.tsx'
import { Security } from '../security/security.tsx'
import { AccountSection } from './account-section.tsx'
import { AccountStats } from './account-stats.tsx'
import { ProfileInfo } from './profile-info.tsx'

const Settings = lazyPart(async () => (await import('../settings/settings.tsx')).Settings, {
  waiting: <Skeleton className="h-64" />,
  missed: <LoadError />,
})
const YourData = lazyPart(async () => (await import('../settings/your-data.tsx')).YourData, {
  waiting: <Skeleton className="h-64" />,
  missed: <LoadError />,
})

type AccountDetailsProps = {
  user: User | undefined
  onDeposit: () => void
  onWithdraw: () => void
}

/** All that belongs to an account, most used first. */
export function AccountDetails({ user, onDeposit, onWithdraw }: AccountDetailsProps) {
  return (
    <div className="grid min-w-0 gap-10">
      <AccountSection id="wallet" className="xl:grid-cols-[minmax(20rem,2fr)_3fr]">
        <AccountStats user={user} onDeposit={onDeposit} onWithdraw={onWithdraw} />
        <div className="grid min-w-0 gap-4">
          <Unattributed />
          <TransactionHistory />
        </div>
      </AccountSection>
      <AccountSection id="profile">
        <Spot name="profile" waiting={!user}>
          {user ? <ProfileInfo user={user} /> : <Skeleton className="h-full min-h-96" />}
        </Spot>
      </AccountSection>
      <AccountSection id="security" className="xl:grid-cols-2">
        <Security username={user?.username ?? ''} />
      </AccountSection>
      <LateSections user={user} />
    </div>
  )
}

/** Fetched when they are near the screen: most visits end before. */
function LateSections({ user }: { user: User | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  // The emailed link opens a dialog down there.
  const isSent = useSearchParams()[0].has('close')
  const isSeen = useInView(place) || isSent
  const waiting = <Skeleton className="h-64" />
  return (
    <div ref={place} className="grid min-w-0 gap-10">
      <AccountSection id="settings" className="xl:grid-cols-2">
        {isSeen && user ? <Settings user={user} /> : waiting}
      </AccountSection>
      <AccountSection id="data" className="xl:grid-cols-2">
        {isSeen && user ? <YourData /> : waiting}
      </AccountSection>
    </div>
  )
}
