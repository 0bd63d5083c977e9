import { Trans } from '@lingui/react/macro'
import { StatusBadge } from '../../ui/badge.tsx'
import { coinText } from '../../ui/format/coin-text.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { CancelWithdrawal } from '../withdrawal/cancel-withdrawal.tsx'
import { WithdrawalStages } from '../withdrawal/withdrawal-stages.tsx'
import type { Withdrawal } from '../withdrawal/queries.ts'

/** What we sent for the net amount, and at which rate. A server that is older doesn't say. */
function Sent({ withdrawal }: { withdrawal: Withdrawal }) {
  const { sent_amount: amount, sent_rate: rate, payment_method: method } = withdrawal
  if (!amount) return null
  return (
    <p className="text-sm text-soft">
      {method === 'usdt' ? (
        <Trans>Sent {coinText(amount, 'USDT')}</Trans>
      ) : (
        <Trans>
          Sent {coinText(amount, 'TRX')}, at 1 TRX = ${rate}
        </Trans>
      )}
    </p>
  )
}

export function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <li className="border-t border-line py-3.5 first:border-0 last:pb-0">
      <div className="figures grid gap-x-4 gap-y-1 sm:grid-cols-[1fr_auto]">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="text-lg font-semibold">{usdText(withdrawal.amount)}</span>
            <StatusBadge status={withdrawal.status} />
          </p>
          <p className="mt-0.5 text-sm text-soft">
            <Trans>
              Fee {usdText(withdrawal.fee_amount)}, net {usdText(withdrawal.net_amount)}
            </Trans>
          </p>
          <Sent withdrawal={withdrawal} />
        </div>
        <div className="text-sm text-faint sm:text-end">
          <p>{dateTimeText(withdrawal.request_date)}</p>
          {withdrawal.processed_date && (
            <p>
              <Trans>Processed {dateTimeText(withdrawal.processed_date)}</Trans>
            </p>
          )}
        </div>
      </div>
      <p className="mt-1 text-sm break-all text-faint">{withdrawal.wallet_address}</p>
      <WithdrawalStages withdrawal={withdrawal} />
      {withdrawal.stage === 'pending' && <CancelWithdrawal id={withdrawal.id} />}
    </li>
  )
}
