import { t } from '@lingui/core/macro'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { readDraft } from '../../session/drafts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useMe } from '../me/queries.ts'
import { moneyKey } from '../money/use-money-request.ts'
import { DRAFT, WithdrawForm } from './withdraw-form.tsx'
import type { WithdrawalDraft } from './withdraw-form.tsx'
import { WithdrawReview } from './withdraw-review.tsx'
import type { WithdrawalQuote } from './withdrawal-quote.ts'
import type { Withdrawal } from './queries.ts'
import { Receipt } from './withdrawal-receipt.tsx'

type Step =
  | { at: 'form'; draft: WithdrawalDraft }
  | { at: 'review'; quote: WithdrawalQuote }
  | { at: 'receipt'; withdrawal: Withdrawal; isRepeated: boolean }

/** Each opening starts empty, or with the draft from when the session ended. */
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
      busy={useIsMutating({ mutationKey: moneyKey('requestWithdrawal') }) > 0}
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
