import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'

type BalanceLineProps = { balance: string; onTakeAll: () => void }

export function BalanceLine({ balance, onTakeAll }: BalanceLineProps) {
  return (
    <p className="figures flex items-center justify-between gap-4">
      <span className="text-soft">
        <Trans>Balance {usdText(balance)}</Trans>
      </span>
      <Button size="small" onClick={onTakeAll}>{t`Max`}</Button>
    </p>
  )
}
