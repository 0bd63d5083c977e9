import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { joinClasses } from '../../ui/join-classes.ts'
import type { PayoutMethod } from './withdrawal-quote.ts'

const CHOICES: { method: PayoutMethod; label: string; note: MessageDescriptor }[] = [
  { method: 'trx', label: 'TRX (TRC20)', note: msg`The network’s cost is ours` },
  { method: 'usdt', label: 'USDT (TRC20)', note: msg`The network’s cost is yours` },
]

type PayoutMethodProps = { method: PayoutMethod; onChange: (method: PayoutMethod) => void }

/** In which coin the payout comes; shown only where the operator pays in both. */
export function PayoutMethodChoice({ method, onChange }: PayoutMethodProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-soft">
        <Trans>Payment Method</Trans>
      </legend>
      <div className="grid grid-cols-2 gap-2">
        {CHOICES.map((choice) => (
          <label
            key={choice.method}
            className={joinClasses(
              'cursor-pointer rounded-md border p-3 transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
                'has-focus-visible:outline-accent',
              choice.method === method
                ? 'border-accent bg-accent/10'
                : 'border-edge hover:bg-raised',
            )}
          >
            <input
              type="radio"
              name="payout-method"
              value={choice.method}
              checked={choice.method === method}
              onChange={() => onChange(choice.method)}
              className="sr-only"
            />
            <span className="block font-semibold">{choice.label}</span>
            <span className="mt-0.5 block text-xs text-soft">{i18n._(choice.note)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
