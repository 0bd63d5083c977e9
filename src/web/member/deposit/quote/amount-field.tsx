import { t } from '@lingui/core/macro'
import type { Ref } from 'react'
import { Field } from '../../../ui/form/field.tsx'
import { shortUsdText } from '../../../ui/format/money-text.ts'
import { useMe } from '../../me/queries.ts'
import { QuickAmounts } from './quick-amounts.tsx'

type AmountFieldProps = {
  ref: Ref<HTMLInputElement>
  amount: string
  onChange: (amount: string) => void
  /** The most that one deposit of this coin may be, in dollars; null if there is no limit. */
  maximum: string | null
  /** The amount's error, once it was submitted. */
  fault: string | undefined
}

/**
 * The limits, and the cost of the member's own inactive profile, so that nobody wonders how much to
 * add.
 */
function useAmountHint(maximum: string | null): string {
  const { data: user } = useMe()
  const waiting = user?.profiles.find(({ active }) => !active)?.plan
  if (maximum !== null) {
    const most = shortUsdText(maximum)
    if (!waiting) return t`From $2 to ${most} in TRX. USDT has no maximum.`
    const cost = shortUsdText(waiting.cost)
    return t`From $2 to ${most} in TRX. Activating ${waiting.name} costs ${cost}.`
  }
  if (!waiting) return t`At least $2.`
  return t`At least $2. Activating ${waiting.name} costs ${shortUsdText(waiting.cost)}.`
}

/** The amount to deposit, typed or chosen. */
export function AmountField({ ref, amount, onChange, maximum, fault }: AmountFieldProps) {
  return (
    <div>
      <Field
        ref={ref}
        label={t`Amount (USD)`}
        inputMode="decimal"
        autoComplete="off"
        placeholder="2.00"
        min={2}
        value={amount}
        onChange={(event) => onChange(event.target.value)}
        hint={useAmountHint(maximum)}
        error={fault}
        trailing={<span className="pe-2.5">USD</span>}
      />
      <QuickAmounts onChoose={onChange} />
    </div>
  )
}
