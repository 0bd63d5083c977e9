import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../session/session.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { usdText } from '../../ui/money-text.ts'
import { toastError } from '../../ui/toast.ts'
import { rateQuery } from '../queries.ts'
import { findWithdrawalFault, isBelowMinimum, quoteWithdrawal } from './withdrawal-quote.ts'
import type { WithdrawalQuote } from './withdrawal-quote.ts'
import { WithdrawalLines } from './withdrawal-lines.tsx'

type WithdrawFormProps = {
  user: User
  initialAmount: string
  onReview: (quote: WithdrawalQuote) => void
}

export function WithdrawForm({ user, initialAmount, onReview }: WithdrawFormProps) {
  const [amount, setAmount] = useState(initialAmount)
  const [fault, setFault] = useState<string | null>(null)
  const rate = useQuery(rateQuery)
  const quote = quoteWithdrawal(amount, rate.data?.rate ?? null)
  const address = user.wallet_address
  const change = (value: string) => {
    setAmount(value.replace(',', '.'))
    setFault(null)
  }
  const review = () => {
    const found = findWithdrawalFault(amount, user.wallet_balance, address)
    setFault(found)
    if (found) toastError(found)
    else if (quote) onReview(quote)
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        review()
      }}
    >
      <p className="figures flex items-center justify-between gap-4">
        <span className="text-soft">Balance {usdText(user.wallet_balance)}</span>
        <Button size="small" onClick={() => change(user.wallet_balance)}>
          Max
        </Button>
      </p>
      <Field
        label="Amount (USD)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="3.00"
        min={3}
        step={0.01}
        value={amount}
        onChange={(event) => change(event.target.value)}
        hint="Minimum withdrawal is $3."
        error={fault ?? undefined}
        trailing={<span className="pr-2.5">USD</span>}
      />
      <WithdrawalLines quote={quote} />
      {rate.isError && <p className="text-sm text-bad">Failed to load TRX conversion rate</p>}
      <div className="rounded-md border border-line bg-ground px-3.5 py-3">
        <p className="text-sm text-faint">To your wallet address (TRC20)</p>
        {address ? (
          <Address value={address} />
        ) : (
          <p className="text-sm text-bad">Please set a valid TRX wallet address in your profile</p>
        )}
      </div>
      <Button
        kind="primary"
        type="submit"
        wide
        disabled={isBelowMinimum(amount) || !address || rate.isPending}
      >
        Review withdrawal
      </Button>
    </form>
  )
}
