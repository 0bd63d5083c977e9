import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Coin } from '../../../../domain/money/money.ts'
import { RadioCards } from '../../../ui/form/radio-cards.tsx'

const CHOICES = [
  { value: 'USDT', label: 'USDT (TRC20)', note: msg`1 USDT = $1.00` },
  { value: 'TRX', label: 'TRX (TRC20)', note: msg`At the live rate` },
] as const

const KEY = 'deposit_coin'

/** The last method used on this device, initially USDT. */
export function readLastCoin(): Coin {
  try {
    return localStorage.getItem(KEY) === 'TRX' ? 'TRX' : 'USDT'
  } catch {
    return 'USDT'
  }
}

export function keepLastCoin(coin: Coin): void {
  try {
    localStorage.setItem(KEY, coin)
  } catch {
    // Without storage, the member chooses again next time.
  }
}

export function CoinChoice({ coin, onChange }: { coin: Coin; onChange: (coin: Coin) => void }) {
  return (
    <RadioCards
      legend={t`Payment Method`}
      name="payment-method"
      choices={CHOICES}
      value={coin}
      onChange={({ target }) => onChange(target.value === 'TRX' ? 'TRX' : 'USDT')}
    >
      <p className="mt-2 text-sm text-faint">
        <Trans>Network: TRON (TRC20) only.</Trans>
      </p>
    </RadioCards>
  )
}
