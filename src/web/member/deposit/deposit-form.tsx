import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toastError } from '../../ui/toast/toast.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { walletQuery } from './queries.ts'
import { UnknownOutcome } from '../money/unknown-outcome.tsx'
import { isHeldBack, rateTrouble, useRate } from '../money/use-rate.ts'
import { faultOf } from './quote/amount-fault.ts'
import { AmountField } from './quote/amount-field.tsx'
import { CoinChoice } from './quote/coin-choice.tsx'
import { judgeAmount, quoteDeposit } from './quote/deposit-quote.ts'
import { QuoteLines } from './quote/quote-lines.tsx'
import { useDepositFields, type DepositFields } from './quote/use-deposit-fields.ts'
import { useRequestDeposit } from './use-request-deposit.ts'
import { StepHead, WalletCard } from './wallet-card.tsx'

// On phones, the button stays visible while the form is longer than the screen. It covers the
// dialog's padding, where the form would show below it.
const IN_SIGHT =
  'max-sm:sticky max-sm:-bottom-6 max-sm:-mx-5 max-sm:border-t max-sm:border-line ' +
  'max-sm:bg-sheet max-sm:px-5 max-sm:py-3'

/**
 * Keeps its own state. For one amount and one choice, the form library would be a quarter of this
 * dialog's budget.
 */
export function DepositForm({ onRequested }: { onRequested: (requestId: string) => void }) {
  const [{ coin, amount }, setFields] = useDepositFields()
  const rate = useRate({ enabled: coin === 'TRX' })
  const wallet = useQuery(walletQuery(coin))
  const field = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const maximum = wallet.data?.maximum_deposit ?? null
  const state = judgeAmount(amount, maximum)
  const priced = isHeldBack(rate.error) ? null : (rate.data?.rate ?? null)
  const quote = quoteDeposit(amount, coin, priced)
  const request = useRequestDeposit(quote, coin)
  const blocked = state === 'empty' || state === 'below-button' || !wallet.data?.wallet_address
  const change = (next: DepositFields) => {
    setFields(next)
    setFault(undefined)
  }
  const submit = () => {
    const found = faultOf(state, maximum)
    if (found) {
      toastError(found.title, found.text)
      setFault(found.hint)
      field.current?.focus()
    } else if (quote) {
      // A dialog that was closed in the meantime stays closed.
      request.press((deposit) => onRequested(deposit.request_id))
    } else {
      toastError(t`Deposit Error`, rateTrouble(rate.error))
    }
  }
  return (
    <form
      noValidate
      className="grid gap-x-6 gap-y-8 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked && !request.isPending) submit()
      }}
    >
      <div className="grid content-start gap-5">
        <StepHead at={1}>{t`Choose the amount`}</StepHead>
        <CoinChoice coin={coin} onChange={(next) => change({ coin: next, amount })} />
        <AmountField
          ref={field}
          amount={amount}
          onChange={(text) => change({ coin, amount: text.replace(',', '.') })}
          maximum={maximum}
          fault={fault}
        />
        <QuoteLines quote={quote} coin={coin} />
        <UnknownOutcome since={request.since} />
        <SendButton blocked={blocked} pending={request.isPending} />
      </div>
      <div className="grid content-start gap-5">
        <StepHead at={2}>{t`Send the payment`}</StepHead>
        <WalletCard coin={coin} />
      </div>
    </form>
  )
}

function SendButton({ blocked, pending }: { blocked: boolean; pending: boolean }) {
  return (
    <div className={IN_SIGHT}>
      <MoneyButton kind="primary" type="submit" disabled={blocked} pending={pending} wide>
        {pending ? t`Processing…` : t`Continue to payment`}
      </MoneyButton>
    </div>
  )
}
