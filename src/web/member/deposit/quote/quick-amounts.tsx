import { shortUsdText } from '../../../ui/format/money-text.ts'

// Round amounts instead of plan prices, because members can't buy a plan above Bronze.
const AMOUNTS = ['2', '5', '10', '25', '50']

export function QuickAmounts({ onChoose }: { onChoose: (amount: string) => void }) {
  return (
    <div className="mt-2 flex min-h-9 flex-wrap gap-1.5">
      {AMOUNTS.map((amount) => (
        <button
          key={amount}
          type="button"
          onClick={() => onChoose(amount)}
          className={
            'figures h-9 rounded-full border border-edge/60 px-3 text-sm ' +
            'text-soft hover:border-edge hover:text-ink pointer-coarse:h-11'
          }
        >
          {shortUsdText(amount)}
        </button>
      ))}
    </div>
  )
}
