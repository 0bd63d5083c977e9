import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readDraft } from '../../session/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { focusIfLost } from '../../ui/focus-if-lost.ts'
import { momentText } from '../../ui/format/time-text.ts'
import { useMe } from '../me/queries.ts'
import { withdrawalsQuery } from './queries.ts'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { DRAFT, WithdrawForm } from './withdraw-form.tsx'
import type { WithdrawalDraft } from './withdraw-form.tsx'
import { WithdrawReview } from './withdraw-review.tsx'
import type { WithdrawalQuote } from './withdrawal-quote.ts'
import { WithdrawalStages } from './withdrawal-stages.tsx'
import type { Withdrawal } from './queries.ts'

type Step =
  | { at: 'form'; draft: WithdrawalDraft }
  | { at: 'review'; quote: WithdrawalQuote }
  | { at: 'receipt'; withdrawal: Withdrawal; isRepeated: boolean }

/** Each opening starts empty, or with what was left when the session ended. */
function firstStep(): Step {
  const otherwise = { amount: '', method: 'trx' }
  const { amount, method } = readDraft<Record<'amount' | 'method', string>>(DRAFT, otherwise)
  return { at: 'form', draft: { amount, method: method === 'usdt' ? 'usdt' : 'trx' } }
}

/** Form, one review, receipt. */
export function WithdrawDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Withdraw Funds`}
      description={t`Network: TRC20. Processing takes 1-2 business days.`}
    >
      <Steps onClose={onClose} />
    </Dialog>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const { data: user } = useMe()
  const [step, setStep] = useState(firstStep)
  if (!user) return null
  if (step.at === 'form') {
    return (
      <WithdrawForm
        user={user}
        draft={step.draft}
        onLeave={onClose}
        onReview={(quote) => setStep({ at: 'review', quote })}
      />
    )
  }
  if (step.at === 'review') {
    const { amount, method } = step.quote
    return (
      <WithdrawReview
        user={user}
        quote={step.quote}
        onBack={() => setStep({ at: 'form', draft: { amount, method } })}
        onRequested={(withdrawal, isRepeated) => setStep({ at: 'receipt', withdrawal, isRepeated })}
      />
    )
  }
  return <Receipt first={step.withdrawal} isRepeated={step.isRepeated} onClose={onClose} />
}

type ReceiptProps = { first: Withdrawal; isRepeated: boolean; onClose: () => void }

/** What was asked for and how far it has come, as far as it has come by now. */
function Receipt({ first, isRepeated, onClose }: ReceiptProps) {
  const { data } = useQuery(withdrawalsQuery)
  const withdrawal = data?.find(({ id }) => id === first.id) ?? first
  const time = momentText(withdrawal.request_date)
  return (
    <div>
      <p ref={focusIfLost} tabIndex={-1} className="figures text-2xl font-semibold outline-none">
        <Trans>{usdText(withdrawal.amount)} requested</Trans>
      </p>
      {isRepeated && (
        <p className="mt-1 text-warn">
          <Trans>This is the request you made at {time}. Your next one will be separate.</Trans>
        </p>
      )}
      <p className="mt-1 text-soft">
        <Trans>We’re holding the amount for you. Find it in your history under Withdrawals.</Trans>
      </p>
      <WithdrawalStages withdrawal={withdrawal} />
      {withdrawal.stage === 'pending' && <CancelWithdrawal id={withdrawal.id} />}
      <div className="mt-6">
        <Button wide onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}
