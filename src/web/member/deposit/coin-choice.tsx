import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Coin } from '../../../domain/money.ts'
import { joinClasses } from '../../ui/join-classes.ts'

const CHOICES: { coin: Coin; label: string; note: MessageDescriptor }[] = [
  { coin: 'USDT', label: 'USDT (TRC20)', note: msg`One USDT counts as one dollar` },
  { coin: 'TRX', label: 'TRX (TRC20)', note: msg`At the live rate` },
]

const KEY = 'deposit_coin'

/** The method used last on this device, USDT at first. */
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
    // The choice is then simply made again next time.
  }
}

export function CoinChoice({ coin, onChange }: { coin: Coin; onChange: (coin: Coin) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-soft">
        <Trans>Payment Method</Trans>
      </legend>
      <div className="grid grid-cols-2 gap-2">
        {CHOICES.map((choice) => (
          <label
            key={choice.coin}
            className={joinClasses(
              'relative cursor-pointer rounded-md border p-3 transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
                'has-focus-visible:outline-accent',
              choice.coin === coin ? 'border-accent bg-accent/10' : 'border-edge hover:bg-raised',
            )}
          >
            <input
              type="radio"
              name="payment-method"
              value={choice.coin}
              checked={choice.coin === coin}
              onChange={() => onChange(choice.coin)}
              className="sr-only"
            />
            <span className="block font-semibold">{choice.label}</span>
            <span className="mt-0.5 block text-xs text-soft">{i18n._(choice.note)}</span>
          </label>
        ))}
      </div>
      <p className="mt-2 text-sm text-faint">
        <Trans>Network: TRON (TRC20). There is no other.</Trans>
      </p>
    </fieldset>
  )
}
