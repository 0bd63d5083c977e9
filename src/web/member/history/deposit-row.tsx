import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import type { Deposit } from '../deposit/queries.ts'
import { useDepositDialog } from '../deposit/use-deposit-dialog.ts'
import { coinText } from '../../ui/format/coin-text.ts'

const VerifyDialog = lazyDialog(
  async () => (await import('../deposit/verify-dialog.tsx')).VerifyDialog,
)

export function DepositRow({ deposit }: { deposit: Deposit }) {
  const [verifying, setVerifying] = useState(false)
  const dialog = useDepositDialog()
  const verifiable = deposit.status === 'pending' && deposit.payment_details !== ''
  return (
    <li
      className={
        'grid gap-x-4 gap-y-2 border-t border-line py-3.5 first:border-0 last:pb-0 ' +
        'sm:grid-cols-[1fr_auto]'
      }
    >
      <div className="figures min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-lg font-semibold">{usdText(deposit.amount)}</span>
          <StatusBadge status={deposit.status} />
        </p>
        <p className="mt-0.5 text-sm text-soft">
          {deposit.payment_method},{' '}
          {coinText(deposit.received_amount ?? deposit.crypto_amount, deposit.cryptocurrency)}
        </p>
        {/* Shortened in the middle, because readers compare both ends. */}
        <p className="flex text-sm text-faint" title={deposit.payment_details}>
          <span className="truncate">{deposit.payment_details.slice(0, -8)}</span>
          <span>{deposit.payment_details.slice(-8)}</span>
        </p>
      </div>
      <div className="figures text-sm text-faint sm:text-end">
        <p>{dateTimeText(deposit.request_date)}</p>
        {deposit.processed_date && (
          <p>
            <Trans>Processed {dateTimeText(deposit.processed_date)}</Trans>
          </p>
        )}
      </div>
      <div className="flex sm:col-span-2 flex-wrap gap-2">
        {verifiable && (
          <Button size="small" icon="shield" onClick={() => setVerifying(true)}>
            <Trans>Verify Deposit</Trans>
          </Button>
        )}
        <Button
          kind="quiet"
          size="small"
          className={verifiable ? undefined : '-ms-3'}
          icon="info"
          onClick={() => dialog.openRequest(deposit.request_id)}
        >
          <Trans>Details</Trans>
        </Button>
      </div>
      <VerifyDialog
        open={verifying}
        requestId={deposit.request_id}
        onClose={() => setVerifying(false)}
      />
    </li>
  )
}
