import { Trans } from '@lingui/react/macro'
import { t } from '@lingui/core/macro'
import { Dialog } from '../../ui/dialog.tsx'
import { DepositForm } from './deposit-form.tsx'
import { DepositStatus } from './deposit-status.tsx'
import { NEW_DEPOSIT, useDepositDialog } from './use-deposit-dialog.ts'

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
          t`You can close this and come back. We’ll find the transfer either way.`
        )
      }
      wide
    >
      {shown === NEW_DEPOSIT && <DepositForm onRequested={openRequest} />}
      {shown !== null && shown !== NEW_DEPOSIT && <DepositStatus requestId={shown} onNew={open} />}
    </Dialog>
  )
}
