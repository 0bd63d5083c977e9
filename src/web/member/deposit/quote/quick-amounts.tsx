import { DEPOSIT_MIN } from '../../../../domain/money/fee.ts'
import { parseUsd } from '../../../../domain/money/money.ts'
import { shortUsdText } from '../../../ui/format/money-text.ts'
import { usePlans } from '../../plans/use-plans.ts'

/** Amounts that buy a place: the joining fees of the plans that a deposit can reach. */
export function QuickAmounts({ onChoose }: { onChoose: (amount: string) => void }) {
  const plans = usePlans()
  const choices = (plans.data ?? []).filter(
    (plan) => plan.status === 'active' && (parseUsd(plan.joining_fee) ?? 0n) >= DEPOSIT_MIN,
  )
  return (
    <div className="mt-2 flex min-h-9 flex-wrap gap-1.5">
      {choices.map((plan) => (
        <button
          key={plan.id}
          type="button"
          onClick={() => onChoose(plan.joining_fee)}
          className={
            'figures h-9 rounded-full border border-edge/60 px-3 text-sm ' +
            'text-soft hover:border-edge hover:text-ink pointer-coarse:h-11'
          }
        >
          {shortUsdText(plan.joining_fee)} <span className="text-faint">{plan.name}</span>
        </button>
      ))}
    </div>
  )
}
