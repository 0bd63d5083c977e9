import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useDeposit } from './use-deposit.ts'
import { VerifyForm } from './verify-form.tsx'
import { Detail } from '../../ui/details.tsx'
import { DepositLoadError } from './deposit-load-error.tsx'
import { coinText } from '../../ui/format/coin-text.ts'

type VerifyDialogProps = { open: boolean; requestId: string; onClose: () => void }

/** For "I sent it and nothing shows": looks up one transaction now. */
export function VerifyDialog({ open, requestId, onClose }: VerifyDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Verify Deposit`}
      description={t`Paste the transaction hash from your wallet, or the explorer’s link to it.`}
    >
      <Verify requestId={requestId} onClose={onClose} />
    </Dialog>
  )
}

function Verify({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const { data, error, isPending, refetch } = useDeposit(requestId)
  if (isPending) return <SkeletonRows rows={3} label={t`Loading the deposit…`} />
  if (!data) return <DepositLoadError error={error} refetch={refetch} />
  return (
    <>
      <dl className="figures mb-5 text-[0.9375rem]">
        <Detail term={t`Request`}>{data.request_id}</Detail>
        <Detail term={t`Expected`}>
          <Trans>
            {coinText(data.crypto_amount, data.cryptocurrency)} for {usdText(data.requested_amount)}
          </Trans>
        </Detail>
      </dl>
      <VerifyForm requestId={requestId} onDone={onClose} />
    </>
  )
}
