import { msg, t } from '@lingui/core/macro'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import type { PayoutMethod } from './withdrawal-quote.ts'

const CHOICES = [
  { value: 'trx', label: 'TRX (TRC20)', note: msg`We pay the network fee` },
  { value: 'usdt', label: 'USDT (TRC20)', note: msg`You pay the network fee` },
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
