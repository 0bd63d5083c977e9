import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { PAGE } from '../../ui/card.tsx'
import { PageError } from '../../ui/notice.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { DepositDialogSlot } from '../deposit/deposit-dialog-slot.tsx'
import { useMe } from '../me/queries.ts'
import { DashboardAside } from './dashboard-aside.tsx'
import { DashboardHead } from './dashboard-head.tsx'
import { DashboardStats } from './dashboard-stats.tsx'
import { FirstSteps } from './first-steps.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { TierStatus } from './tier-status.tsx'
import { WalletBalance } from './wallet-balance.tsx'

export const meta = () => [{ title: t`Dashboard · Twofold` }]

export default function Dashboard() {
  const { data: user, error, refetch } = useMe()
  useEffect(() => {
    if (error) toastError(t`Error`, t`Failed to load dashboard data`)
  }, [error])
  if (!user && error) {
    return (
      <PageError
        error={error}
        title={t`Failed to load dashboard data`}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div className={PAGE}>
      <DashboardHead username={user?.username} />
      <div className="mt-8 grid gap-4 lg:grid-cols-[1.6fr_1fr]">
        <div className="grid content-start gap-4">
          <div>
            <WalletBalance balance={user?.wallet_balance} />
            <FirstSteps user={user} />
          </div>
          <DashboardStats user={user} />
          <TierStatus user={user} />
          <RecentActivity userId={user?.id} />
        </div>
        <DashboardAside user={user} />
      </div>
      <DepositDialogSlot />
    </div>
  )
}
