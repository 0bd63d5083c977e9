import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { PAGE, PageHead } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { DepositDialogSlot } from '../deposit/deposit-dialog-slot.tsx'
import { useDepositDialog } from '../deposit/use-deposit-dialog.ts'
import { useMe } from '../me/queries.ts'
import { useWithdrawDialog } from '../withdrawal/use-withdraw-dialog.ts'
import { WithdrawDialogSlot } from '../withdrawal/withdraw-dialog-slot.tsx'
import { AccountDetails } from './account-details.tsx'
import { SectionLinks } from './account-section.tsx'

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
      <PageHead
        title={t`Account`}
        intro={
          <Trans>
            Your money, your profile, how you sign in, and what we send you. We email you whenever
            your money or your security changes.
          </Trans>
        }
      />
      {!user && error && (
        <ErrorPanel
          error={error}
          title={t`Failed to load account data`}
          onRetry={() => void refetch()}
        />
      )}
      <div className="mt-6 items-start gap-8 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)]">
        <SectionLinks />
        <AccountDetails user={user} onDeposit={deposit.open} onWithdraw={withdraw.open} />
      </div>
      <DepositDialogSlot />
      <WithdrawDialogSlot />
    </div>
  )
}
