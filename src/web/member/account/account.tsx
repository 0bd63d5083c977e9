import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { PAGE, PageHead } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { DepositDialogSlot } from '../deposit/deposit-dialog-slot.tsx'
import { useDepositDialog } from '../deposit/use-deposit-dialog.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { useMe } from '../me/queries.ts'
import { useWithdrawDialog } from '../withdrawal/use-withdraw-dialog.ts'
import { Sessions } from '../security/sessions.tsx'
import { TwoStep } from '../security/two-step.tsx'
import { AccountStats } from './account-stats.tsx'
import { ProfileInfo } from './profile-info.tsx'
import { TransactionHistory } from '../history/transaction-history.tsx'
import { Unattributed } from '../deposit/unattributed.tsx'

export const meta = () => [{ title: t`Account · Twofold` }]

const WithdrawDialog = lazyPart(
  async () => (await import('../withdrawal/withdraw-dialog.tsx')).WithdrawDialog,
)
const ChangePassword = lazyPart(
  async () => (await import('../security/change-password.tsx')).ChangePassword,
  { waiting: <Skeleton className="h-96" />, missed: <LoadError /> },
)

export default function Account() {
  const { data: user, error, refetch } = useMe()
  const deposit = useDepositDialog()
  const withdraw = useWithdrawDialog()
  useEffect(() => {
    if (error) toastError(t`Error`, t`Failed to load account data`)
  }, [error])
  return (
    <div className={PAGE}>
      <PageHead title={t`Account`} intro={user && t`Signed in as ${user.username}`} />
      {!user && error && (
        <ErrorPanel
          error={error}
          title={t`Failed to load account data`}
          onRetry={() => void refetch()}
        />
      )}
      {/* One column on phones, in the order of use; two where there is room. */}
      <div className="mt-8 grid items-start gap-4 lg:grid-cols-[1.6fr_1fr]">
        <div className="contents min-w-0 gap-4 lg:grid">
          {user ? <ProfileInfo user={user} /> : <Skeleton className="h-96" />}
          <Unattributed />
          <TransactionHistory />
          <div className="max-lg:order-last">
            <Sessions />
          </div>
        </div>
        <div className="contents min-w-0 gap-4 lg:grid">
          <div className="max-lg:order-first">
            <AccountStats user={user} onDeposit={deposit.open} onWithdraw={withdraw.open} />
          </div>
          <ChangePassword username={user?.username ?? ''} />
          <TwoStep />
        </div>
      </div>
      <DepositDialogSlot />
      <WithdrawDialog open={withdraw.shown} onClose={withdraw.close} />
    </div>
  )
}
