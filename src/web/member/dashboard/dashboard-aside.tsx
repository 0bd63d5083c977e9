import type { User } from '../../session/session.ts'
import { ShareCard } from '../referrals/share-card.tsx'
import { AccountOverview } from './account-overview.tsx'
import { EarningsGlance } from './earnings-glance.tsx'

/** Next to the money: how to earn more, and last the account's own data. */
export function DashboardAside({ user }: { user: User | undefined }) {
  return (
    <div className="grid content-start gap-4">
      <ShareCard user={user} />
      <EarningsGlance />
      <AccountOverview user={user} />
    </div>
  )
}
