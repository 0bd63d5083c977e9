import { Trans } from '@lingui/react/macro'
import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasDraft } from '../../session/drafts.ts'
import { focusControlIfLost } from '../../ui/focus/focus-if-lost.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DepositForm } from './deposit-form.tsx'
import { DepositLoadError } from './deposit-load-error.tsx'
import { DepositStatus } from './deposit-status.tsx'
import { depositQuery, isOnItsWay } from './queries.ts'
import { DRAFT } from './quote/use-deposit-fields.ts'
import { ResumeDeposit } from './resume-deposit.tsx'
import { NEW_DEPOSIT, useDepositDialog } from './use-deposit-dialog.ts'
import { useOpenDeposits } from './use-deposit.ts'

export function DepositDialog() {
  const { shown, open, openRequest, close } = useDepositDialog()
  return (
    <Dialog
      open={shown !== null}
      onClose={close}
      title={t`Deposit Funds`}
      description={
        shown === NEW_DEPOSIT || shown === null ? (
          <Trans>
            Pay from your own wallet. The minimum is $2; your balance updates after network
            confirmation.
          </Trans>
        ) : (
          <StillOpen requestId={shown} />
        )
      }
      wide
    >
      {shown === NEW_DEPOSIT && <NewDeposit onRequested={openRequest} />}
      {shown !== null && shown !== NEW_DEPOSIT && <DepositStatus requestId={shown} onNew={open} />}
    </Dialog>
  )
}

/** Said for as long as there is something to wait for. */
function StillOpen({ requestId }: { requestId: string }) {
  const { data } = useQuery(depositQuery(requestId))
  if (data && !isOnItsWay(data)) return null
  return <Trans>You can close this window. We credit the payment as soon as it confirms.</Trans>
}

/** The form, or first the deposits that are still open. */
function NewDeposit({ onRequested }: { onRequested: (requestId: string) => void }) {
  const { count, isPending, failed, deposits } = useOpenDeposits()
  const [isNew, setIsNew] = useState(() => count === 0 || hasDraft(DRAFT))
  if (!isNew && isPending) return <SkeletonRows rows={3} label={t`Loading the deposit…`} />
  if (!isNew && (failed || deposits.length > 0)) {
    return (
      <ResumeDeposit
        deposits={deposits}
        failure={failed && <DepositLoadError error={failed.error} refetch={failed.refetch} />}
        onContinue={onRequested}
        onNew={() => setIsNew(true)}
      />
    )
  }
  return (
    <div ref={focusControlIfLost}>
      <DepositForm onRequested={onRequested} />
    </div>
  )
}
