import { t } from '@lingui/core/macro'
import type { Ref } from 'react'
import { Field } from '../../../ui/form/field.tsx'
import { QuickAmounts } from './quick-amounts.tsx'

type AmountFieldProps = {
  ref: Ref<HTMLInputElement>
  amount: string
  onChange: (amount: string) => void
  /** What is wrong with the amount, once it was sent. */
  fault: string | undefined
}

/** The amount to deposit, typed or chosen. */
export function AmountField({ ref, amount, onChange, fault }: AmountFieldProps) {
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
        hint={t`At least $2.`}
        error={fault}
        trailing={<span className="pr-2.5">USD</span>}
      />
      <QuickAmounts onChoose={onChange} />
    </div>
  )
}
