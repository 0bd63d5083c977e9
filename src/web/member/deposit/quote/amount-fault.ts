import { t } from '@lingui/core/macro'
import { MAX_AMOUNT } from '../../../../domain/money/money.ts'
import { microsText, shortUsdText } from '../../../ui/format/money-text.ts'
import type { AmountState } from './deposit-quote.ts'

/** The error of an amount that the button allows: a toast and a hint at the field. */
export function faultOf(state: AmountState, maximum: string | null) {
  if (state === 'above-maximum' && maximum !== null) {
    const most = shortUsdText(maximum)
    const text = t`Maximum deposit amount in TRX is ${most}`
    return { title: t`Maximum Deposit`, text, hint: t`Use USDT, or make several deposits.` }
  }
  if (state === 'too-large') {
    const most = microsText(MAX_AMOUNT)
    const hint = t`One deposit can be at most ${most}.`
    return { title: t`Invalid Amount`, text: t`Please enter a valid amount`, hint }
  }
  if (state === 'invalid') {
    const hint = t`Enter an amount in dollars, such as 12.50.`
    return { title: t`Invalid Amount`, text: t`Please enter a valid amount`, hint }
  }
  if (state === 'good') return null
  const hint = t`Minimum is $2.`
  return { title: t`Minimum Deposit`, text: t`Minimum deposit amount is $2`, hint }
}
