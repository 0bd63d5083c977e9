import { msg, t } from '@lingui/core/macro'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import type { PayoutMethod } from './withdrawal-quote.ts'

const CHOICES = [
  { value: 'trx', label: 'TRX (TRC20)', note: msg`The network’s cost is ours` },
  { value: 'usdt', label: 'USDT (TRC20)', note: msg`The network’s cost is yours` },
] as const

type PayoutMethodProps = { method: PayoutMethod; onChange: (method: PayoutMethod) => void }

/** In which coin the payout comes; shown only where the operator pays in both. */
export function PayoutMethodChoice({ method, onChange }: PayoutMethodProps) {
  return (
    <RadioCards
      legend={t`Payment Method`}
      name="payout-method"
      choices={CHOICES}
      value={method}
      onChange={onChange}
    />
  )
}
