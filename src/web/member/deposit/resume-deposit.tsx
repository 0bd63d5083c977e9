import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { focusControlIfLost } from '../../ui/focus/focus-if-lost.ts'
import { Button } from '../../ui/button.tsx'
import { clockText } from '../../ui/format/time-text.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { useNow } from '../../client/use-now.ts'
import type { Deposit } from './queries.ts'

/** The progress of an open deposit, in a few words. */
function useOpenText({ stage, confirmations, required, expires_at: until }: Deposit) {
  const leftS = Math.max(0, Math.floor((new Date(until).getTime() - useNow()) / 1000))
  if (stage === 'mismatch') return t`A different amount arrived`
  if (stage === 'awaiting_payment') return t`Waiting for payment, ${clockText(leftS)} left`
  return t`Confirming, ${confirmations} of ${required}`
}

type RowProps = { deposit: Deposit; onContinue: (requestId: string) => void }

export function OpenDeposit({ deposit, onContinue }: RowProps) {
  const text = useOpenText(deposit)
  return (
    <div className="flex min-h-17 items-center justify-between gap-4">
      <div className="figures min-w-0">
        <p className="font-semibold">
          <Trans>
            {usdText(deposit.requested_amount)} in {deposit.cryptocurrency}
          </Trans>
        </p>
        <p className="text-sm text-soft">{text}</p>
      </div>
      <Button
        kind="primary"
        size="small"
        icon="forward"
        onClick={() => onContinue(deposit.request_id)}
      >
        <Trans>Continue</Trans>
      </Button>
    </div>
  )
}

type ResumeDepositProps = {
  deposits: Deposit[]
  /** In place of one that didn't load. */
  failure: ReactNode
  onContinue: (requestId: string) => void
  onNew: () => void
}

/** Shown before a new deposit replaces one that may already be paid. */
export function ResumeDeposit({ deposits, failure, onContinue, onNew }: ResumeDepositProps) {
  return (
    <div ref={focusControlIfLost} className="grid gap-5">
      <div className="divide-y divide-line border-y border-line">
        {deposits.map((deposit) => (
          <OpenDeposit key={deposit.request_id} deposit={deposit} onContinue={onContinue} />
        ))}
        {failure}
      </div>
      <p className="border-s-2 border-warn ps-4 text-sm text-soft">
        <Trans>
          A new deposit in the same coin cancels this one. If you’ve already sent the payment,
          continue instead.
        </Trans>
      </p>
      <div>
        <Button icon="plus" onClick={onNew}>
          <Trans>Start a new deposit</Trans>
        </Button>
      </div>
    </div>
  )
}
