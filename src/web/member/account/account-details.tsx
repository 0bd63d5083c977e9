import type { User } from '../../session/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'
import { Unattributed } from '../deposit/unattributed.tsx'
import { TransactionHistory } from '../history/transaction-history.tsx'
import { Sessions } from '../security/sessions.tsx'
import { ProfileInfo } from './profile-info.tsx'

/** What the account holds: the profile, its money's history, and its sessions. */
export function AccountDetails({ user }: { user: User | undefined }) {
  return (
    <div className="contents min-w-0 gap-4 lg:grid">
      <Spot name="profile" waiting={!user}>
        {user ? <ProfileInfo user={user} /> : <Skeleton className="h-full min-h-96" />}
      </Spot>
      <Unattributed />
      <TransactionHistory />
      <div className="max-lg:order-last">
        <Sessions />
      </div>
    </div>
  )
}
