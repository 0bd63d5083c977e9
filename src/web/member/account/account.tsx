import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { PAGE, PageHead } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { DepositDialogSlot } from '../deposit/deposit-dialog-slot.tsx'
import { useDepositDialog } from '../deposit/use-deposit-dialog.ts'
import { useMe } from '../me/queries.ts'
import { useWithdrawDialog } from '../withdrawal/use-withdraw-dialog.ts'
import { Security } from '../security/security.tsx'
import { WithdrawDialogSlot } from '../withdrawal/withdraw-dialog-slot.tsx'
import { AccountDetails } from './account-details.tsx'
import { AccountStats } from './account-stats.tsx'

export const meta = () => [{ title: t`Account · Twofold` }]

export default function Account() {
  const { data: user, error, refetch } = useMe()
  const deposit = useDepositDialog()
  const withdraw = useWithdrawDialog()
  useEffect(() => {
    if (error) toastError(t`Error`, t`Failed to load account data`)
  }, [error])
  return (
    <div className={PAGE}>
      <PageHead title={t`Account`} intro={user ? t`Signed in as ${user.username}` : '\u00a0'} />
      {!user && error && (
        <ErrorPanel
          error={error}
          title={t`Failed to load account data`}
          onRetry={() => void refetch()}
        />
      )}
      {/* One column on phones, in the order of use; two where there is room. */}
      <div className="mt-8 grid grid-cols-1 items-start gap-4 lg:grid-cols-[1.6fr_1fr]">
        <AccountDetails user={user} />
        <div className="contents min-w-0 gap-4 lg:grid">
          <div className="max-lg:order-first">
            <AccountStats user={user} onDeposit={deposit.open} onWithdraw={withdraw.open} />
          </div>
          <Security username={user?.username ?? ''} />
        </div>
      </div>
      <DepositDialogSlot />
      <WithdrawDialogSlot />
    </div>
  )
}
