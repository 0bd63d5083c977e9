import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { usdText } from '../../ui/money-text.ts'
import { useMe } from '../queries.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawReview } from './withdraw-review.tsx'
import type { WithdrawalQuote } from './withdrawal-quote.ts'
import { WithdrawalStages } from './withdrawal-stages.tsx'
import type { Withdrawal } from './withdrawal-stages.tsx'

type Step =
  | { at: 'form'; amount: string }
  | { at: 'review'; quote: WithdrawalQuote }
  | { at: 'receipt'; withdrawal: Withdrawal }

const FIRST: Step = { at: 'form', amount: '' }

/** Form, one review, receipt. Each opening begins anew. */
export function WithdrawDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Withdraw Funds"
      description="Network: TRC20. Processing takes 1-2 business days."
    >
      <Steps onClose={onClose} />
    </Dialog>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const { data: user } = useMe()
  const [step, setStep] = useState(FIRST)
  if (!user) return null
  if (step.at === 'form') {
    return (
      <WithdrawForm
        user={user}
        initialAmount={step.amount}
        onReview={(quote) => setStep({ at: 'review', quote })}
      />
    )
  }
  if (step.at === 'review') {
    return (
      <WithdrawReview
        user={user}
        quote={step.quote}
        onBack={() => setStep({ at: 'form', amount: step.quote.amount })}
        onRequested={(withdrawal) => setStep({ at: 'receipt', withdrawal })}
      />
    )
  }
  return (
    <div>
      <p className="figures text-2xl font-semibold">{usdText(step.withdrawal.amount)} requested</p>
      <p className="mt-1 text-soft">
        The amount is held for you. You find it in your history under Withdrawals.
      </p>
      <WithdrawalStages withdrawal={step.withdrawal} />
      <div className="mt-6">
        <Button wide onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
