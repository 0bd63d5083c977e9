import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDepositDialog } from './use-deposit-dialog.ts'
import { OpenDeposit } from './resume-deposit.tsx'
import { useOpenDeposits } from './use-deposit.ts'

/** On the dashboard: an open deposit is one click away. */
export function OpenDepositsCard() {
  const { openRequest } = useDepositDialog()
  const { count, isPending, deposits } = useOpenDeposits()
  if (count === 0 || (!isPending && deposits.length === 0)) return null
  return (
    <Card label={t`Open deposit`} className="mt-4 px-5 py-3 sm:px-6">
      <h2 className="text-sm text-faint">
        <Trans>Open deposit</Trans>
      </h2>
      {isPending && <Skeleton className="my-1 h-15" />}
      {!isPending &&
        deposits.map((deposit) => (
          <OpenDeposit key={deposit.request_id} deposit={deposit} onContinue={openRequest} />
        ))}
    </Card>
  )
}

/** On the button that opens the dialog. It takes no room, because it appears and disappears. */
export function OpenBadge() {
  const { deposits } = useOpenDeposits()
  if (deposits.length === 0) return null
  return (
    <span
      className={
        'figures absolute -top-2 -end-2 grid size-5 place-items-center rounded-full border ' +
        'border-line bg-sheet text-xs text-ink'
      }
    >
      {deposits.length}
      <span className="sr-only">
        {' '}
        <Trans>open</Trans>
      </span>
    </span>
  )
}
