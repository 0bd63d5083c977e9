import { t } from '@lingui/core/macro'
import { useWatch } from 'react-hook-form'
import type { User } from '../../session/session.ts'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { dismissErrors, toastError } from '../../ui/toast/toast.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { useDraft } from '../../session/use-draft.ts'
import { BalanceLine } from './balance-line.tsx'
import { Destination } from './destination.tsx'
import { PayoutMethodChoice } from './payout-method.tsx'
import { SetAddress } from './set-address.tsx'
import { useWithdrawalQuote } from './use-withdrawal-quote.ts'
import {
  findAmountFault,
  findShortfall,
  findWithdrawalFault,
  isBelowMinimum,
  noQuoteText,
} from './withdrawal-quote.ts'
import type { PayoutMethod, WithdrawalQuote } from './withdrawal-quote.ts'
import { WithdrawalLines } from './withdrawal-lines.tsx'

export type WithdrawalDraft = { amount: string; method: PayoutMethod }

export const DRAFT = 'withdrawal'

type WithdrawFormProps = {
  user: User
  draft: WithdrawalDraft
  onReview: (quote: WithdrawalQuote) => void
}

export function WithdrawForm({ user, draft, onReview }: WithdrawFormProps) {
  const form = useFields<WithdrawalDraft>(draft)
  const { field, control } = form
  const [amount, method] = useWatch({ control, name: ['amount', 'method'] })
  useDraft(DRAFT, form.getValues)
  const { rate, trouble, quote, methods, pricing, ...terms } = useWithdrawalQuote(amount, method)
  const address = user.wallet_address
  const shortfall = findShortfall(amount, user.wallet_balance)
  const change = (value: string) => {
    form.setValue('amount', value.replace(',', '.'))
    form.clearErrors('amount')
  }
  const showFault = () => {
    const typed = form.getValues('amount')
    const message = typed.trim() === '' ? null : findAmountFault(typed, user.wallet_balance)
    if (message !== null) form.setError('amount', { message })
  }
  const review = form.handleSubmit(
    () => {
      dismissErrors()
      if (quote) onReview(quote)
      else toastError(t`Error`, noQuoteText(terms.usdtNetworkFee))
    },
    ({ amount: fault }) => toastError(fault?.message ?? ''),
  )
  return (
    <>
      {!address && <SetAddress onSaved={() => form.setFocus('amount')} />}
      <form onSubmit={review} noValidate className="grid gap-5">
        <BalanceLine balance={user.wallet_balance} onTakeAll={() => change(user.wallet_balance)} />
        {methods.includes('usdt') && <PayoutMethodChoice {...field('method')} />}
        <Field
          label={t`Amount (USD)`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="3.00"
          min={3}
          step={0.01}
          hint={t`Minimum withdrawal is $3.`}
          trailing={<span className="pe-2.5">USD</span>}
          {...field('amount', {
            onChange: () => change(form.getValues('amount')),
            onBlur: showFault,
            validate: (text) => findWithdrawalFault(text, user.wallet_balance, address) ?? true,
          })}
          {...(shortfall !== null && { error: shortfall })}
        />
        <WithdrawalLines quote={shortfall === null ? quote : null} />
        {trouble !== null && <p className="text-sm text-bad">{trouble}</p>}
        <Destination address={address} />
        <div>
          <MoneyButton
            kind="primary"
            type="submit"
            wide
            disabled={isBelowMinimum(amount) || !address || rate.isPending}
            pending={pricing}
          >
            {pricing ? t`Getting the network fee…` : t`Review withdrawal`}
          </MoneyButton>
        </div>
      </form>
    </>
  )
}
